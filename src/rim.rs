//! The rim: performs effects, in a browser, through a host's object or natively, and decides nothing.
//!
//! With the feature `rust`, `sdk` drives the machines. Without it `exports` does, on wasm32 alone: it exports the core
//! of the npm package.

#[cfg(any(all(target_arch = "wasm32", not(feature = "rust")), all(test, not(target_arch = "wasm32"))))]
mod allocator;
#[cfg(all(target_arch = "wasm32", any(feature = "rust", feature = "host")))]
mod deferred;
#[cfg(all(target_arch = "wasm32", not(feature = "rust")))]
pub mod exports;
#[cfg(all(target_arch = "wasm32", not(feature = "rust")))]
mod flow;
#[cfg(all(target_arch = "wasm32", feature = "host", not(feature = "rust")))]
mod host;
#[cfg(target_arch = "wasm32")]
pub(crate) mod js_document;
#[cfg(target_arch = "wasm32")]
mod member;
#[cfg(all(not(target_arch = "wasm32"), feature = "native"))]
pub(crate) mod native;
#[cfg(all(target_arch = "wasm32", not(feature = "host"), not(feature = "rust")))]
pub mod steps;
#[cfg(all(target_arch = "wasm32", feature = "rust"))]
pub(crate) mod web;

// How the effects of `exports` are performed, one of two.
#[cfg(all(target_arch = "wasm32", feature = "host", not(feature = "rust")))]
use self::host as platform;
#[cfg(all(target_arch = "wasm32", not(feature = "host"), not(feature = "rust")))]
use self::steps as platform;
