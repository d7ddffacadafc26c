//! `GET {base}/tracks/{id}/listens`: how often a track was listened to, for its owner.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use jiff::Timestamp;
use serde::Serialize;

use crate::api::caller::Reader;
use crate::api::tracks::refusal::TrackError;
use crate::api::tracks::track_visibility;
use crate::state::Backend;
use stagepass_store::TrackListens;

/// The most days in a response.
const DAYS: u32 = 30;
const SECONDS_OF_A_DAY: i64 = 24 * 60 * 60;

/// `{"data": …}`
#[derive(Serialize)]
pub(crate) struct ListensResponse {
    data: Listens,
}

/// How often a track was listened to.
#[derive(Serialize)]
pub(crate) struct Listens {
    /// The number of all listens.
    total: i64,
    /// The last 30 days with listens, newest first.
    days: Vec<Day>,
}

/// The listens of a day.
#[derive(Serialize)]
struct Day {
    /// The date in UTC: `2026-11-22`.
    date: String,
    /// The number of listens.
    listens: i64,
}

pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    Reader(user): Reader,
    Path(id): Path<String>,
) -> Result<Json<ListensResponse>, TrackError> {
    let track = track_visibility::own(&backend, &user, &id).await?;
    Ok(Json(ListensResponse { data: backend.store.listens_of(track.track_id, DAYS).await?.into() }))
}

impl From<TrackListens> for Listens {
    fn from(TrackListens { total, days }: TrackListens) -> Self {
        let day = |(day, listens)| Some(Day { date: date(day)?, listens });
        Self { total, days: days.into_iter().filter_map(day).collect() }
    }
}

/// Returns the date of the day this many days after 1 January 1970. `None` if it is out of range.
fn date(day: i64) -> Option<String> {
    let midnight = Timestamp::from_second(day.checked_mul(SECONDS_OF_A_DAY)?).ok()?;
    Some(midnight.strftime("%Y-%m-%d").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates_in_utc() {
        // `date -u -d @$((86400 * 20779)) +%F` prints the same.
        for (day, expected) in [(0, "1970-01-01"), (59, "1970-03-01"), (20_779, "2026-11-22"), (-1, "1969-12-31")] {
            assert_eq!(date(day).as_deref(), Some(expected));
        }
        assert_eq!((date(i64::MAX), date(i64::MAX / SECONDS_OF_A_DAY)), (None, None));
    }
}
