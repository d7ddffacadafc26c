//! Splits, encodes and stores text, and protects secret text. Each module is a few bytes of wasm.

pub mod ascii_split;
pub mod percent;
pub mod record;
pub mod secret;
// With `rust` there is room for the crate `sha2`.
#[cfg(any(not(feature = "rust"), all(test, not(target_arch = "wasm32"))))]
pub(crate) mod sha256;
