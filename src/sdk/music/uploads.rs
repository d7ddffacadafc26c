//! Uploads by tus 1.0.

pub(crate) mod entry;
pub(crate) mod options;
mod pace;
mod part_size;
pub(crate) mod points;
mod resume_point;
pub(crate) mod send;
pub(crate) mod source;
mod turn;
mod tus;
pub(crate) mod url;
