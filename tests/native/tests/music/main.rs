//! The REST API for Rust apps against the real service, access server and stream node.

#![cfg(feature = "native-app")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "tests say what they rely on")]

mod access;
mod link;
mod rules;
mod stage;
mod store;
mod tracks;
mod uploads;
