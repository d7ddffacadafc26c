//! Splits, encodes and stores text, and protects secret text. Each module is a few bytes of wasm.

pub mod ascii_split;
pub mod decimal;
pub mod percent;
pub mod record;
pub mod secret;
