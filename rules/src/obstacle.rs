//! Why one condition of a rule denies playback.

use crate::decision::Refusal;

/// One condition that stands in the way.
#[derive(Debug)]
pub(crate) struct Obstacle {
    pub(crate) refusal: Refusal,
    /// What the listener would have to do or be, as a sentence; `None` if nothing helps.
    pub(crate) remedy: Option<String>,
}
