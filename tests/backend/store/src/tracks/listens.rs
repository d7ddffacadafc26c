//! How often tracks were listened to.

use std::collections::BTreeMap;

use crate::database::Statement;
use crate::{Store, StoreError, sql};

/// More listens of one track on one day are none: nothing that a node says makes a sum overflow.
const MOST: i64 = 1 << 32;

/// For how many seconds the key of a report is kept. A report tells of the 30 days before and of the day after it arrives: after 32 days the service refuses
/// it, so it never counts twice.
pub(crate) const REPORTS_KEPT: i64 = 32 * 24 * 60 * 60;

/// What a report of listens is known by: 128 bits of a hash.
pub type ReportKey = [u8; 16];

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
        let statements: Vec<_> = statements_of(listens, None).collect();
        if !statements.is_empty() {
            self.database.transaction(statements).await?;
        }
        Ok(())
    }

    /// Adds listens as [`Store::add_listens`] does, unless a report with this key has been added before: by whichever service that uses the database, and
    /// also at this very moment. The key is forgotten by the sweep, 32 days after `now`.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn add_report(&self, key: ReportKey, listens: &[(i64, i64, i64)], now: i64) -> Result<(), StoreError> {
        // PostgreSQL lets the second of two inserts wait for what becomes of the first, so the statements after it see whether that was counted.
        let note = sql("INSERT INTO listen_reports (report_key, counted, received_at) VALUES ($1, FALSE, $2)
             ON CONFLICT (report_key) DO NOTHING");
        let counted = sql("UPDATE listen_reports SET counted = TRUE WHERE report_key = $1");
        let first = std::iter::once(note.bind(&key[..]).bind(now));
        let last = std::iter::once(counted.bind(&key[..]));
        self.database.transaction(first.chain(statements_of(listens, Some(key))).chain(last).collect()).await?;
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

/// What adds up these listens; with a report's key, only while that report has not been counted.
fn statements_of(listens: &[(i64, i64, i64)], report: Option<ReportKey>) -> impl Iterator<Item = Statement> {
    // In one order, whoever adds: of two who had each begun with what the other is to add next, one would have to give way.
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
