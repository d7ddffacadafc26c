//! Uploads by tus 1.0.

pub(crate) mod entry;
mod http_date;
pub(crate) mod options;
mod pace;
mod part_size;
mod resume_point;
pub(crate) mod source;
mod tus;
pub(crate) mod url;

#[cfg(any(target_arch = "wasm32", feature = "native"))]
pub(crate) mod points;
#[cfg(any(target_arch = "wasm32", feature = "native"))]
pub(crate) mod send;
#[cfg(any(target_arch = "wasm32", feature = "native"))]
mod turn;
