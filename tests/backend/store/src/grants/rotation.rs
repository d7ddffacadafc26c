//! The next generation of a grant's tokens. PostgreSQL executes concurrent rotations together, as one statement.

use super::{Grant, GrantId, grant_columns};
use crate::apps::session_limits::session_end;
use crate::{Store, StoreError, sql};

/// The next generation of a grant's tokens.
#[derive(Debug, Clone, Copy)]
pub struct Succession<'a> {
    /// The generation to replace.
    pub from: u32,
    /// The ID of the key that signs the next tokens.
    pub key: u32,
    /// The time of the replacement in Unix seconds.
    pub at: i64,
    /// When the next refresh token expires, in Unix seconds.
    pub expires_at: i64,
    /// The longest lifetime of the grant, in seconds since the consent.
    pub longest: i64,
    /// See [`Grant::jkt`]. From the generation 0, it is set. From others, it must be the grant's.
    pub jkt: Option<&'a str>,
}

/// The app to which a grant must belong.
#[derive(Debug, Clone, Copy)]
pub enum Holder<'a> {
    /// The app with this key, in lower case.
    Registered(&'a str),
    /// An unregistered app with this name.
    Named(&'a str),
    /// Any unregistered app.
    Unregistered,
}

/// The statement of [`Store::rotate`]. The app's own limits have ended the session if its absolute end is over.
macro_rules! rotation {
    ($id:literal, $from:literal, $key:literal, $now:literal, $latest:literal, $longest:literal, $jkt:literal,
     $api_key:literal, $app_name:literal, $unregistered:literal, $source:literal, $first_column:literal) => {
        concat!(
            "UPDATE grants SET generation = generation + 1, generation_key = ",
            $key,
            ", generation_used = FALSE, rotated_at = ",
            $now,
            ", jkt = CASE WHEN generation = 0 THEN ",
            $jkt,
            " ELSE jkt END, expires_at = ",
            session_end!($now, $latest, $longest),
            $source,
            " WHERE grant_id = ",
            $id,
            " AND generation = ",
            $from,
            " AND created_at + ",
            $longest,
            " > ",
            $now,
            " AND (api_key = ",
            $api_key,
            " OR app_name = ",
            $app_name,
            " OR (",
            $unregistered,
            " AND app_name IS NOT NULL)) AND (generation = 0 OR COALESCE(jkt, '') = COALESCE(",
            $jkt,
            ", '')) AND NOT EXISTS
                (SELECT 1 FROM apps WHERE apps.api_key = grants.api_key
                   AND (grants.created_at + session_longest <= ",
            $now,
            " OR (bound_tokens_only AND COALESCE(grants.jkt, ",
            $jkt,
            ") IS NULL)))
             RETURNING ",
            $first_column,
            grant_columns!()
        )
    };
}

const ROTATIONS: &str = rotation!(
    "next.id",
    "next.replaced",
    "next.signer",
    "next.now",
    "next.latest",
    "next.longest",
    "next.thumbprint",
    "next.client",
    "next.client_name",
    "next.is_unregistered",
    " FROM unnest($1::BYTEA[], $2::BIGINT[], $3::BIGINT[], $4::BIGINT[], $5::BIGINT[], $6::BIGINT[], $7::TEXT[],
                  $8::TEXT[], $9::TEXT[], $10::BOOLEAN[]) WITH ORDINALITY
         AS next (id, replaced, signer, now, latest, longest, thumbprint, client, client_name, is_unregistered,
                  position)",
    "next.position, "
);

/// The statement of [`Store::mark_used`].
macro_rules! use_of_generation {
    ($id:literal, $generation:literal, $source:literal, $returning:literal) => {
        concat!(
            "UPDATE grants SET generation_used = TRUE",
            $source,
            " WHERE grant_id = ",
            $id,
            " AND generation = ",
            $generation,
            " AND NOT generation_used",
            $returning
        )
    };
}

const USES_OF_GENERATIONS: &str = use_of_generation!(
    "used.id",
    "used.newest",
    " FROM unnest($1::BYTEA[], $2::BIGINT[]) WITH ORDINALITY AS used (id, newest, position)",
    " RETURNING used.position"
);

impl Store {
    /// Rotates the grant, if it belongs to `holder`, from the generation `next.from` to the next one, and returns the
    /// new state. Of several concurrent callers, one succeeds, and all others get `None`, whatever the reason. The
    /// grant expires at `next.expires_at`, or at its absolute end or by the app's own limits if that is earlier. After
    /// its absolute end it cannot be rotated. If the app only takes bound tokens, it needs a key.
    /// Rotating generation 0 is the exchange of the code.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn rotate(
        &self,
        id: GrantId,
        holder: Holder<'_>,
        next: Succession<'_>,
    ) -> Result<Option<Grant>, StoreError> {
        let (api_key, app_name) = match holder {
            Holder::Registered(api_key) => (Some(api_key), None),
            Holder::Named(app_name) => (None, Some(app_name)),
            Holder::Unregistered => (None, None),
        };
        let update = sql(rotation!("$1", "$2", "$3", "$4", "$5", "$6", "$7", "$8", "$9", "$10", "", ""))
            .in_batches(ROTATIONS)
            .bind(&id.0[..])
            .bind(next.from)
            .bind(next.key)
            .bind(next.at)
            .bind(next.expires_at)
            .bind(next.longest)
            .bind(next.jkt)
            .bind(api_key)
            .bind(app_name)
            .bind(matches!(holder, Holder::Unregistered));
        let mut rows = self.database.write(update).await?.rows.into_iter();
        rows.next().map(|mut row| Grant::read(id, &mut row)).transpose()
    }

    /// Records that an access token of `generation` was used, so the response with it has arrived.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn mark_used(&self, id: GrantId, generation: u32) -> Result<(), StoreError> {
        let update = sql(use_of_generation!("$1", "$2", "", "")).in_batches(USES_OF_GENERATIONS);
        self.database.write(update.bind(&id.0[..]).bind(generation)).await?;
        Ok(())
    }
}
