//! The access server from outside: real HTTP to a server on a port of its own, a clock that tests move, MaxMind's test
//! database, and a service that responds as a test says. The files have the names of those in `access/src`.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests say what they rely on"
)]

mod support;

mod create_track;
mod geo;
mod join;
mod my_region;
mod owner;
mod program;
mod routes;
mod shop;
mod stream;
mod tracks;
