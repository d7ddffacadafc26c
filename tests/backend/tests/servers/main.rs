//! Whole servers and the program from outside: what needs several of them, and what is small.
//!
//! | module | what |
//! |---|---|
//! | `dump` | no secret is in the database |
//! | `gate` | the command `gate` |
//! | `gated` | a gated track on a service, an access server and a node |
//! | `limits` | what one client may take of a server |
//! | `operator` | `init`, `all`, `check`, the settings file |
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests say what they rely on"
)]

mod dump;
mod gate;
mod gated;
mod limits;
// Elsewhere, 127.0.0.1 is the only loopback address.
#[cfg(target_os = "linux")]
mod operator;
