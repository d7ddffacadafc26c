//! Uploads, tracks and libraries from outside: real HTTP to a service on a port of its own, real files, a clock that tests move.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests say what they rely on"
)]

mod samples;

mod apps;
mod artwork;
mod bucket;
mod checksum;
mod conformance;
mod delisting;
mod disk;
mod expiry;
mod formats;
mod hostile;
mod inspections;
mod kept_in_store;
mod library;
mod list;
mod listens;
mod paging;
mod parts;
mod pieces;
mod program;
mod quota;
mod streams;
mod termination;
mod tracks;
mod tus;
mod update;
mod with_upload;
