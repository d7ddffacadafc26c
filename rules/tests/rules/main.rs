//! What a rule is, what it decides and what it says, with the crate's public API.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests say what they rely on")]

mod laws;
mod recipes;
mod sentences;
mod table;
