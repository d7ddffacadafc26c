//! The rim: performs effects, in a browser or through a host's object, and decides nothing. Only it is compiled for wasm32 alone.

#[cfg(any(target_arch = "wasm32", test))]
mod allocator;
#[cfg(target_arch = "wasm32")]
pub mod exports;
#[cfg(all(target_arch = "wasm32", feature = "host"))]
mod host;
#[cfg(target_arch = "wasm32")]
mod js_document;
#[cfg(all(target_arch = "wasm32", not(feature = "host")))]
mod web;

// What performs effects: one of the two.
#[cfg(all(target_arch = "wasm32", feature = "host"))]
use self::host as platform;
#[cfg(all(target_arch = "wasm32", not(feature = "host")))]
use self::web as platform;
