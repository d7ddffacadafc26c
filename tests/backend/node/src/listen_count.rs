//! The listens that a node counts and reports to its catalogue.

use serde::Serialize;

/// The listens of a track on one day, as a node reports them to the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ListenCount {
    /// The track's ID.
    pub track_id: u64,
    /// The day, counted from 1970-01-01 in UTC.
    pub day: i64,
    /// The number of listens, not 0.
    pub count: u64,
}
