//! The DPoP proofs that were accepted (RFC 9449 §11.1). Services that share a database share them.

use crate::grants::GrantId;
use crate::{Store, StoreError, sql};

/// A proof to remember.
#[derive(Debug, Clone, Copy)]
pub struct NewProof {
    /// The grant of the token.
    pub grant: GrantId,
    /// The SHA-256 of `jti`.
    pub jti_hash: [u8; 32],
    /// The time in Unix seconds.
    pub now: i64,
    /// The last second in which it is remembered.
    pub expires_at: i64,
}

/// The outcome of the use of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProofUse {
    /// It was not used before, and is remembered now.
    First,
    /// It was used before.
    Repeated,
    /// The grant has as many proofs as the store remembers.
    TooMany,
}

/// The statement of [`Store::use_proof`]. An expired proof that was not deleted yet is replaced. Its `jti` may be used
/// again. It still counts, because the index alone has the count then.
macro_rules! use_of_proof {
    ($id:literal, $jti_hash:literal, $expires_at:literal, $now:literal, $limit:literal, $first:literal, $last:literal,
     $source:literal) => {
        concat!(
            "INSERT INTO dpop_proofs (grant_id, jti_hash, expires_at) SELECT ",
            $id,
            ", ",
            $jti_hash,
            ", ",
            $expires_at,
            $source,
            " WHERE (SELECT COUNT(*) FROM dpop_proofs WHERE grant_id = ",
            $id,
            " AND jti_hash BETWEEN ",
            $first,
            " AND ",
            $last,
            ") < ",
            $limit,
            " ON CONFLICT (grant_id, jti_hash) DO UPDATE SET expires_at = excluded.expires_at
              WHERE dpop_proofs.expires_at < ",
            $now
        )
    };
}

/// One statement cannot replace a row that it has inserted itself: of equal proofs, it has only the first.
const USES_OF_PROOFS: &str = concat!(
    "WITH next AS (SELECT DISTINCT ON (id, jti) *
                   FROM unnest($1::BYTEA[], $2::BYTEA[], $3::BIGINT[], $4::BIGINT[], $5::BIGINT[], $6::BYTEA[],
                               $7::BYTEA[])
                        WITH ORDINALITY AS proof (id, jti, latest, now, most, first, last, position)
                   ORDER BY id, jti, position),
          used AS (",
    use_of_proof!(
        "next.id",
        "next.jti",
        "next.latest",
        "ALL ($4::BIGINT[])",
        "next.most",
        "next.first",
        "next.last",
        " FROM next"
    ),
    " RETURNING grant_id, jti_hash)
     SELECT position FROM next JOIN used ON grant_id = id AND jti_hash = jti"
);

impl Store {
    /// Remembers a proof, unless its grant has `limit` proofs already whose hashes begin with the same four bits. So
    /// few are counted each time, and a grant has at most 16 times as many. On PostgreSQL, a batch can exceed the
    /// limit. Of several concurrent callers with the same proof, one gets [`ProofUse::First`].
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn use_proof(&self, new: NewProof, limit: i64) -> Result<ProofUse, StoreError> {
        let NewProof { grant, jti_hash, now, expires_at } = new;
        let (first, last) = sixteenth(jti_hash);
        let insert = sql(use_of_proof!("$1", "$2", "$3", "$4", "$5", "$6", "$7", ""))
            .in_batches(USES_OF_PROOFS)
            .bind(&grant.0[..])
            .bind(&jti_hash[..])
            .bind(expires_at)
            .bind(now)
            .bind(limit)
            .bind(&first[..])
            .bind(&last[..]);
        if self.database.write(insert).await?.changed > 0 {
            return Ok(ProofUse::First);
        }
        let select = sql("SELECT expires_at FROM dpop_proofs WHERE grant_id = $1 AND jti_hash = $2");
        let known = self.database.read_one(select.bind(&grant.0[..]).bind(&jti_hash[..])).await?;
        Ok(if known.is_some() { ProofUse::Repeated } else { ProofUse::TooMany })
    }

    /// Deletes the proofs that have expired by `now`, in slices by the first byte of the grant's ID. So no index by
    /// expiry is needed, which every proof would have to update. Returns the number of deleted rows.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn forget_proofs(&self, now: i64) -> Result<u64, StoreError> {
        // Most services have no proofs.
        if self.database.read_one(sql("SELECT expires_at FROM dpop_proofs LIMIT 1")).await?.is_none() {
            return Ok(0);
        }
        let mut deleted = 0;
        for (first, end) in GrantId::slices() {
            let slice = sql("DELETE FROM dpop_proofs WHERE grant_id >= $1 AND grant_id < $2 AND expires_at < $3");
            deleted += self.database.write(slice.bind(&first[..]).bind(&end[..]).bind(now)).await?.changed;
        }
        Ok(deleted)
    }
}

/// Returns the first and the last hash that begin with the same four bits as this one.
fn sixteenth([byte, ..]: [u8; 32]) -> ([u8; 32], [u8; 32]) {
    let (mut first, mut last) = ([0; 32], [u8::MAX; 32]);
    (first[0], last[0]) = (byte & 0xf0, byte | 0x0f);
    (first, last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DatabaseAddress;

    const GRANT: GrantId = GrantId([1; 16]);

    fn new(grant: GrantId, jti: u8, now: i64) -> NewProof {
        NewProof { grant, jti_hash: [jti; 32], now, expires_at: now + 120 }
    }

    async fn store() -> Store {
        Store::open(&DatabaseAddress::Memory).await.unwrap()
    }

    #[tokio::test]
    async fn proof_is_used_once_until_it_expires() {
        let store = store().await;
        let used = async |grant, jti, now| store.use_proof(new(grant, jti, now), 10).await.unwrap();
        assert_eq!(used(GRANT, 1, 0).await, ProofUse::First);
        for now in [0, 1, 120] {
            assert_eq!(used(GRANT, 1, now).await, ProofUse::Repeated, "{now}");
        }
        assert_eq!(used(GRANT, 2, 0).await, ProofUse::First);
        assert_eq!(used(GrantId([2; 16]), 1, 0).await, ProofUse::First);
        assert_eq!(used(GRANT, 1, 121).await, ProofUse::First);
        assert_eq!(used(GRANT, 1, 121).await, ProofUse::Repeated);
    }

    #[tokio::test]
    async fn full_grant_takes_no_room_from_another() {
        let store = store().await;
        let used = async |grant, jti, now| store.use_proof(new(grant, jti, now), 3).await.unwrap();
        for jti in 0..3 {
            assert_eq!(used(GRANT, jti, 0).await, ProofUse::First);
        }
        assert_eq!(used(GRANT, 3, 0).await, ProofUse::TooMany);
        assert_eq!(used(GRANT, 0, 0).await, ProofUse::Repeated);
        assert_eq!(used(GrantId([255; 16]), 3, 0).await, ProofUse::First);
        assert_eq!(used(GRANT, 3, 121).await, ProofUse::TooMany);
        store.forget_proofs(121).await.unwrap();
        assert_eq!(used(GRANT, 3, 121).await, ProofUse::First);
    }

    /// Each sixteenth of the hashes has a limit of its own.
    #[tokio::test]
    async fn proof_limit_is_per_first_four_hash_bits() {
        let store = store().await;
        for byte in 0..=u8::MAX {
            let expected = if byte % 16 < 3 { ProofUse::First } else { ProofUse::TooMany };
            assert_eq!(store.use_proof(new(GRANT, byte, 0), 3).await.unwrap(), expected, "{byte}");
        }
    }

    #[tokio::test]
    async fn expired_proofs_are_deleted() {
        let store = store().await;
        for (grant, now) in [(GRANT, 0), (GrantId([0; 16]), 0), (GrantId([255; 16]), 1)] {
            store.use_proof(new(grant, 0, now), 10).await.unwrap();
        }
        for (now, deleted) in [(120, 0), (121, 2), (122, 1), (123, 0)] {
            assert_eq!(store.forget_proofs(now).await.unwrap(), deleted, "{now}");
        }
    }
}
