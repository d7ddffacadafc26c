//! The packed package in the hands of those who use it: the app of `tests/packaging`, as each tool builds or serves it, and a person who signs in to it.
//!
//! What it is built of, and that it is built anew from the package: `cargo xtask test --only packaging`. Which browser, and where its driver is: see
//! [`stagepass_native_tests::e2e`].

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod built;
mod loaded;
mod server;
mod story;

mod bundled;
mod served;
