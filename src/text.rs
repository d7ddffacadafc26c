//! Splitting, encoding and storing text, and text that must stay secret: a few bytes of wasm each.

pub mod ascii_split;
pub mod percent;
pub mod record;
pub mod secret;
