//! What one client may take of a server, from outside: real connections, some of which behave as none should.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests say what they rely on"
)]

mod wire;

mod addresses;
mod apps;
mod connections;
mod program;
mod servers;
mod sizes;
mod times;
