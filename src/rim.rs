//! The rim: performs effects, in a browser or through a host's object, and decides nothing. Only the rim is compiled
//! only for wasm32.

#[cfg(any(target_arch = "wasm32", test))]
mod allocator;
#[cfg(target_arch = "wasm32")]
mod deferred;
#[cfg(target_arch = "wasm32")]
pub mod exports;
#[cfg(all(target_arch = "wasm32", feature = "host"))]
mod host;
#[cfg(target_arch = "wasm32")]
mod js_document;
#[cfg(target_arch = "wasm32")]
mod member;
#[cfg(all(not(target_arch = "wasm32"), feature = "native"))]
pub(crate) mod native;
#[cfg(all(target_arch = "wasm32", not(feature = "host")))]
mod web;

// The part that performs effects, one of two.
#[cfg(all(target_arch = "wasm32", feature = "host"))]
use self::host as platform;
#[cfg(all(target_arch = "wasm32", not(feature = "host")))]
use self::web as platform;
