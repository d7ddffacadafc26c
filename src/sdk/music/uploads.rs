//! Uploads by tus 1.0.

pub(crate) mod options;
mod resume_point;
pub(crate) mod send;
pub(crate) mod source;
mod tus;
mod url;
