//! Laws that hold for every rule, with any facts, and what a rule is.

mod amounts;
mod at_random;
mod decisions;
mod errors;
mod form;
mod schema;
