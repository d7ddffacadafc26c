//! `/uploads`, and what becomes of their bytes.

mod bucket;
mod checksum;
mod conformance;
mod create_with_bytes;
pub(crate) mod disk;
mod expiry;
mod formats;
mod hostile;
mod inspections;
mod list;
mod parts;
mod pieces;
mod quota;
mod resume_after_kill;
mod samples;
mod terminate;
mod tus;
