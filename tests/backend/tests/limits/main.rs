//! What one client may take of a server, from outside: real connections, some of which behave as none should.
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

mod wire;

mod addresses;
mod apps;
mod connections;
mod program;
mod servers;
mod sizes;
mod times;
