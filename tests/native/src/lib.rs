//! What the stories in `tests/flow` and `tests/e2e` are made of.
//!
//! | where | what |
//! |---|---|
//! | [`clock`] | one clock for service and browser |
//! | [`service`], [`stub_server`] | the real service in this process; what may stand in its place |
//! | [`user`] | a user who goes through the service's pages |
//! | [`model_service`] | the service's rules for tokens, in memory |
//! | [`network`] | the core's requests: real, counted, with faults |
//! | [`browser`], [`flow`] | windows, storage, locks, messages; a machine of the core's at work in a window |
//! | [`fixture`] | all of that, set up |
//! | `e2e` | with the feature `e2e`: real browsers, driven |

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "test support: what can't be set up must stop the test, loudly"
)]

pub mod browser;
pub mod clock;
#[cfg(feature = "e2e")]
pub mod e2e;
pub mod fixture;
pub mod flow;
pub mod model_service;
pub mod network;
pub mod service;
pub mod stub_server;
pub mod user;
