//! `/uploads`, and what becomes of their bytes.

mod bucket;
mod conformance;
pub(crate) mod disk;
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
