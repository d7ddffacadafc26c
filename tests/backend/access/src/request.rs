//! Parses and validates requests.

pub(crate) mod body;
pub(crate) mod details;
