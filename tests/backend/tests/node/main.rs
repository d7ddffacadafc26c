//! The node from outside: real HTTP to a node on a port of its own, a clock that tests move, real files and real signatures.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests say what they rely on")]

mod support;

mod audio;
mod bucket;
mod headers;
mod no_right;
mod operation;
mod program;
mod refusals;
mod service;
mod signer_cache;
mod stalled;
