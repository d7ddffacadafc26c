//! The packed package in bundlers and frameworks: the app of `tests/consumers/packaging`, as each tool builds or serves
//! it, and a login in it.
//!
//! `cargo xtask test --only packaging` builds the package and the apps. [`stagepass_e2e_tests`] explains how to choose
//! the browser and its driver.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod built;
mod loaded;
mod server;
mod story;

mod bundled;
mod callback_page;
mod served;
