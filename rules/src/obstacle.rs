//! Why one leaf of a rule denies playback.

use crate::decision::Refusal;

/// One leaf that stands in the way.
#[derive(Debug)]
pub(crate) struct Obstacle {
    pub(crate) refusal: Refusal,
    /// What the listener would have to do or be, as a sentence; `None` if nothing helps.
    pub(crate) remedy: Option<String>,
}
