//! Support for the tests in `tests/flow` and `tests/schedules`, and for `tests/e2e`. `tests/app` and `tests/music` have
//! their own: they call the Rust API of native apps.
//!
//! | where | what |
//! |---|---|
//! | [`clock`] | one clock for service and browser |
//! | [`effect`] | the core's outcomes, with documents that `serde_json` parses |
//! | [`service`], [`stub_server`] | the real service in this process; a server with one fixed response |
//! | [`stand_in`] | services of another make, and one that does no more than the specification says |
//! | [`user`] | a user who goes through the service's pages |
//! | [`model_service`] | a model of the service's token rules, in memory |
//! | [`network`] | sends the core's requests, counts them, and injects faults |
//! | [`browser`], [`flow`] | the model browser: windows, storage, locks, messages; a machine of the core that runs in a window |
//! | [`fixture`] | a service, a registered app, a user and their browser |

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "test support: a test stops if its setup fails"
)]

pub mod browser;
pub mod clock;
pub mod effect;
pub mod fixture;
pub mod flow;
pub mod model_service;
pub mod network;
pub mod service;
pub mod stand_in;
pub mod stub_server;
pub mod user;
