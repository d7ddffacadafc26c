//! Whole sign-ins by a person's clicks, in a real browser: the demo as built, the service's real pages.
//!
//! Which browser, where the drivers are and where the built demo is: see [`stagepass_e2e_tests`].

#![expect(clippy::unwrap_used, reason = "tests")]

mod diagnose;
mod engine;
mod example_apps;
mod login;
mod react;
mod service;
mod session;
mod setups;
mod tracks;
