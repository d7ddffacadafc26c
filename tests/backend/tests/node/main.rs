//! The node from outside: real HTTP to a node on a port of its own, a clock that tests move, real files and real
//! signatures.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests say what they rely on")]

mod support;

mod accel_redirect;
mod alone;
mod audio;
mod authorities;
mod bucket;
mod cache;
mod cut_off;
mod headers;
mod listens;
mod no_right;
mod nodes_routes;
mod operation;
mod program;
mod ranges;
mod refusals;
mod service;
mod signer_cache;
mod stalled;
mod track_address;
