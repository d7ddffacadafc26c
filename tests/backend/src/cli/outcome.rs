//! What a command comes to.

/// Nothing more to say, or why it failed.
pub(super) type Outcome = Result<(), Box<dyn std::error::Error>>;
