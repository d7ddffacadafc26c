//! The service from outside: real HTTP to a service on a port of its own, real files, a clock that tests move. The
//! folders are those of the service's own code: a test of `POST /oauth/token` with a refresh token is in
//! `oauth/token/refresh.rs`.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests say what they rely on"
)]

mod api;
mod developer;
mod oauth;
mod pages;
mod program;
mod uploads;
