//! The rim: performs effects, in a browser or natively, and decides nothing. In the npm package, TypeScript does.
//!
//! With the feature `rust`, `sdk` drives the machines. Without it `exports` does, on wasm32 alone: it exports the core
//! of the npm package.

#[cfg(all(target_arch = "wasm32", feature = "rust"))]
mod deferred;
#[cfg(all(target_arch = "wasm32", not(feature = "rust")))]
mod exports;
#[cfg(all(target_arch = "wasm32", not(feature = "rust")))]
mod flow;
#[cfg(all(target_arch = "wasm32", feature = "rust"))]
pub(crate) mod js_document;
#[cfg(all(target_arch = "wasm32", feature = "rust"))]
mod member;
#[cfg(all(not(target_arch = "wasm32"), feature = "native"))]
pub(crate) mod native;
#[cfg(all(target_arch = "wasm32", not(feature = "rust")))]
mod outcome;
#[cfg(all(target_arch = "wasm32", not(feature = "rust")))]
mod values;
#[cfg(all(target_arch = "wasm32", feature = "rust"))]
pub(crate) mod web;
