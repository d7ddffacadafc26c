//! How much of a suite runs.

/// A part of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// What shows that the product works at all, for `--quick`.
    Smoke,
    /// What the product promises, each once: `cargo xtask test`.
    Essential,
    /// What CI adds to the essential tests: `--changed`.
    Rest,
    /// Everything: `--all` and `--only`.
    Whole,
}
