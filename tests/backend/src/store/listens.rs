//! How often tracks were listened to.

use std::collections::BTreeMap;

use super::{Store, StoreError, sql};

/// More listens of one track on one day are none: nothing that a node says makes a sum overflow.
const MOST: i64 = 1 << 32;

/// How often a track was listened to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrackListens {
    /// Ever.
    pub total: i64,
    /// The last days on which there were any, newest first: days since 1970 in UTC, and how many listens.
    pub days: Vec<(i64, i64)>,
}

impl Store {
    /// Adds listens: `(track_id, day, count)`, the day in days since 1970 (UTC). All of them, or none if this fails; those of tracks that are not there
    /// are left out.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn add_listens(&self, listens: &[(i64, i64, i64)]) -> Result<(), StoreError> {
        // In one order, whoever adds: of two who had each begun with what the other is to add next, one would have to give way.
        let mut sums: BTreeMap<(i64, i64), i64> = BTreeMap::new();
        for (track_id, day, count) in listens.iter().filter(|(_, _, count)| (1..=MOST).contains(count)) {
            let sum = sums.entry((*track_id, *day)).or_default();
            *sum = sum.saturating_add(*count).min(MOST);
        }
        let add = sql("INSERT INTO track_listens (track_id, day, listens)
             SELECT track_id, $2, $3 FROM tracks WHERE track_id = $1 AND deleted_at IS NULL
             ON CONFLICT (track_id, day) DO UPDATE SET listens = track_listens.listens + excluded.listens");
        let add = |((track_id, day), count)| add.clone().bind(track_id).bind(day).bind(count);
        let statements: Vec<_> = sums.into_iter().map(add).collect();
        if !statements.is_empty() {
            self.database.transaction(statements).await?;
        }
        Ok(())
    }

    /// How often a track was listened to: in all, and on each of the last `days` days on which it was.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn listens_of(&self, track_id: i64, days: u32) -> Result<TrackListens, StoreError> {
        // PostgreSQL's sums of BIGINT are of another type.
        let select =
            sql("SELECT CAST((SELECT SUM(listens) FROM track_listens WHERE track_id = $1) AS BIGINT), day, listens
             FROM track_listens WHERE track_id = $1 ORDER BY day DESC LIMIT $2");
        let mut found = TrackListens::default();
        for mut row in self.database.read(select.bind(track_id).bind(days)).await? {
            found.total = row.take()?;
            found.days.push((row.take()?, row.take()?));
        }
        Ok(found)
    }
}
