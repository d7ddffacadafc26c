//! What a node counts, and a catalogue is told.

/// How often a track has been heard on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListenCount {
    /// The track's number.
    pub track_id: u64,
    /// The day: so many after 1970-01-01, by UTC.
    pub day: i64,
    /// How often: not 0.
    pub count: u64,
}
