//! `/uploads`, and what becomes of their bytes.

mod bucket;
mod checksum;
mod conformance;
mod create_with_bytes;
mod disk;
mod expiry;
mod formats;
mod hostile;
mod inspections;
mod kept_in_store;
mod list;
mod parts;
mod pieces;
mod quota;
mod samples;
mod terminate;
mod tus;
