//! The node from outside: real HTTP to a node on a port of its own, a clock that tests move, real files and real
//! signatures. The files have the names of those in `node/src`, and `nodes` that of its folder in `service/src`.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests say what they rely on")]

mod support;

mod cache;
mod catalog;
mod cidstream;
mod listens;
mod nodes;
mod program;
mod routes;
mod track_id;
mod waveform;
