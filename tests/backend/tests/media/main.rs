//! Uploads, tracks and libraries from outside: real HTTP to a service on a port of its own, real files, a clock that tests move.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests say what they rely on"
)]

#[expect(dead_code, reason = "the stories use the rest of it")]
#[path = "../stories/support/mod.rs"]
mod support;

mod scene;

mod apps;
mod bucket;
mod formats;
mod library;
mod pieces;
mod program;
mod streams;
mod tracks;
mod tus;
