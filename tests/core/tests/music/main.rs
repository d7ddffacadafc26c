//! The REST API for Rust apps against the real service, access server and stream node.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests say what they rely on")]

mod access;
mod link;
mod sign_out;
mod stage;
mod store;
mod tickets;
mod tracks;
mod uploads;
