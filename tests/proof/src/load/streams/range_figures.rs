//! The results of the ranges that listeners requested.

use serde::{Deserialize, Serialize};

/// Ranges, and how long they took.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct RangeFigures {
    /// Ranges that arrived, each byte the right one.
    pub(crate) count: u64,
    /// Those that did not.
    pub(crate) failures: u64,
    /// The 50th and the 99th percentile and the longest, in milliseconds.
    pub(crate) milliseconds: [f64; 3],
}
