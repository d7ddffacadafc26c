//! The access server from outside: real HTTP to a server on a port of its own, a clock that tests move, MaxMind's test
//! database. The stories of `whole` have the real service and a real node beside it; the others a service that does
//! what a test says.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests say what they rely on"
)]

mod support;

mod addresses;
mod creation;
mod decisions;
mod faults;
mod headers;
mod lookup;
mod operation;
mod owner;
mod program;
mod refusals;
mod shop;
mod streams;
mod tickets;
// Elsewhere the variables that name a trust store have no say.
#[cfg(target_os = "linux")]
mod tls;
mod tokens;
mod tracks;
