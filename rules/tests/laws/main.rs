//! Laws that hold for every rule, with any facts, and what a rule is.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests say what they rely on")]

mod amounts;
mod at_random;
mod decisions;
mod errors;
mod form;
mod schema;
