//! Listens of tracks.

use std::collections::BTreeMap;

use crate::database::Statement;
use crate::{Store, StoreError, sql};

/// The most listens of a track on one day, so that no report of a node makes a sum overflow.
const MOST: i64 = 1 << 32;

/// How long the key of a report is kept, in seconds. A report contains listens of the last 30 days and of the next day.
/// After 32 days the service refuses it, so it never counts twice.
pub(crate) const REPORTS_KEPT: i64 = 32 * 24 * 60 * 60;

/// The key of a report of listens: 128 bits of a hash.
pub type ReportKey = [u8; 16];

/// The listens of a track.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrackListens {
    /// In total.
    pub total: i64,
    /// The last days with listens, newest first: days since 1970 in UTC, and the number of listens.
    pub days: Vec<(i64, i64)>,
}

impl Store {
    /// Adds listens: `(track_id, day, count)`, with the day in days since 1970 (UTC). Adds all of them or, if this
    /// fails, none. Unknown tracks are ignored.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn add_listens(&self, listens: &[(i64, i64, i64)]) -> Result<(), StoreError> {
        let statements: Vec<_> = statements_of(listens, None).collect();
        if !statements.is_empty() {
            self.database.transaction(statements).await?;
        }
        Ok(())
    }

    /// Adds listens like [`Store::add_listens`], unless a report with this key was added before, even concurrently by
    /// another service with this database. The sweep deletes the key 32 days after `now`.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn add_report(&self, key: ReportKey, listens: &[(i64, i64, i64)], now: i64) -> Result<(), StoreError> {
        // In PostgreSQL, the second of two inserts waits for the first one to commit. So the following statements see
        // whether the report was counted.
        let note = sql("INSERT INTO listen_reports (report_key, counted, received_at) VALUES ($1, FALSE, $2)
             ON CONFLICT (report_key) DO NOTHING");
        let counted = sql("UPDATE listen_reports SET counted = TRUE WHERE report_key = $1");
        let first = std::iter::once(note.bind(&key[..]).bind(now));
        let last = std::iter::once(counted.bind(&key[..]));
        self.database.transaction(first.chain(statements_of(listens, Some(key))).chain(last).collect()).await?;
        Ok(())
    }

    /// Returns the listens of a track: in total, and on each of the last `days` days with listens.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn listens_of(&self, track_id: i64, days: u32) -> Result<TrackListens, StoreError> {
        // In PostgreSQL, a sum of BIGINT has another type.
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

/// Returns the statements that add these listens. With a report's key, only if the report was not counted yet.
fn statements_of(listens: &[(i64, i64, i64)], report: Option<ReportKey>) -> impl Iterator<Item = Statement> {
    // Always in the same order, so that two concurrent reports cannot deadlock.
    let mut sums: BTreeMap<(i64, i64), i64> = BTreeMap::new();
    for (track_id, day, count) in listens.iter().filter(|(_, _, count)| (1..=MOST).contains(count)) {
        let sum = sums.entry((*track_id, *day)).or_default();
        *sum = sum.saturating_add(*count).min(MOST);
    }
    sums.into_iter().map(move |((track_id, day), count)| {
        sql("INSERT INTO track_listens (track_id, day, listens)
             SELECT track_id, $2, $3 FROM tracks WHERE track_id = $1 AND deleted_at IS NULL
               AND ($4 OR EXISTS (SELECT 1 FROM listen_reports WHERE report_key = $5 AND NOT counted))
             ON CONFLICT (track_id, day) DO UPDATE SET listens = track_listens.listens + excluded.listens")
        .bind(track_id)
        .bind(day)
        .bind(count)
        .bind(report.is_none())
        .bind(report.as_ref().map_or(&[][..], |key| &key[..]))
    })
}
