//! From nothing to a service, as an operator goes: `init`, `all`, `check`, the settings file.
// Elsewhere, 127.0.0.1 is the only loopback address.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests say what they rely on")]

mod check;
mod deployment;
mod init;
mod proxy;
