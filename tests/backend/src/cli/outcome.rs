//! What a command comes to.

/// Its result, or why it failed.
pub(crate) type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;
