//! Why one condition of a rule denies playback.

use crate::decision::Refusal;

/// Why one condition of a rule denies playback, and what the user can do about it.
#[derive(Debug)]
pub(crate) struct DenialReason {
    pub(crate) refusal: Refusal,
    /// What the user can do, as a sentence. `None` if nothing helps.
    pub(crate) remedy: Option<String>,
}
