//! Counters of attempts. Each counter is one row, and each attempt is one statement. So services that share a database
//! share the counters, and a restart does not reset them.

use crate::{Store, StoreError, sql};

/// The state of a counter after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TryCounter {
    /// When the window began, in Unix seconds.
    pub since: i64,
    /// The number of attempts in it, including this one.
    pub count: i64,
}

impl Store {
    /// Counts an attempt at `now`. If the window is older than `window` seconds, this attempt begins the next one.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn count_try(&self, key: &[u8], now: i64, window: i64) -> Result<TryCounter, StoreError> {
        let count = sql("INSERT INTO tries (tries_key, since, count) VALUES ($1, $2, 1)
             ON CONFLICT (tries_key) DO UPDATE
             SET count = CASE WHEN tries.since <= $3 THEN 1 ELSE tries.count + 1 END,
                 since = CASE WHEN tries.since <= $3 THEN excluded.since ELSE tries.since END
             RETURNING since, count");
        let count = count.bind(key).bind(now).bind(now.saturating_sub(window));
        let mut row = self.database.write_one(count).await?;
        Ok(TryCounter { since: row.take()?, count: row.take()? })
    }

    /// Resets the counters `forgotten`, and subtracts one attempt from each of the counters `taken_back`.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn take_tries_back(&self, forgotten: &[[u8; 32]], taken_back: &[[u8; 32]]) -> Result<(), StoreError> {
        let forget = |key: &[u8; 32]| sql("DELETE FROM tries WHERE tries_key = $1").bind(&key[..]);
        let undo = |key: &[u8; 32]| {
            sql("UPDATE tries SET count = count - 1 WHERE tries_key = $1 AND count > 0").bind(&key[..])
        };
        let statements = forgotten.iter().map(forget).chain(taken_back.iter().map(undo)).collect();
        self.database.transaction(statements).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DatabaseAddress;

    #[tokio::test]
    async fn window_starts_at_first_attempt_and_expires() {
        let store = Store::open(&DatabaseAddress::Memory).await.unwrap();
        let (key, other) = ([1; 32], [2; 32]);
        for count in 1..=3 {
            assert_eq!(store.count_try(&key, 100 + count, 60).await.unwrap(), TryCounter { since: 101, count });
        }
        assert_eq!(store.count_try(&other, 110, 60).await.unwrap().count, 1);
        assert_eq!(store.count_try(&key, 160, 60).await.unwrap(), TryCounter { since: 101, count: 4 });
        assert_eq!(store.count_try(&key, 161, 60).await.unwrap(), TryCounter { since: 161, count: 1 });
    }

    #[tokio::test]
    async fn taken_back_attempts_are_not_counted() {
        let store = Store::open(&DatabaseAddress::Memory).await.unwrap();
        let (key, other) = ([1; 32], [2; 32]);
        for _ in 0..3 {
            store.count_try(&key, 100, 60).await.unwrap();
            store.count_try(&other, 100, 60).await.unwrap();
        }
        store.take_tries_back(&[key], &[other, [3; 32]]).await.unwrap();
        assert_eq!(store.count_try(&key, 100, 60).await.unwrap().count, 1);
        assert_eq!(store.count_try(&other, 100, 60).await.unwrap().count, 3);
    }
}
