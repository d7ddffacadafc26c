//! The rim: performs effects, in a browser or natively, and decides nothing.
//!
//! `drive` is the loop: it performs the effects of storage on [`storage::Stores`], and all others by a
//! [`platform::Platform`].

// Natively without the feature `native`, only tests use what a platform needs.
#![cfg_attr(not(any(target_arch = "wasm32", feature = "native")), expect(dead_code, reason = "used with a platform"))]

#[cfg(all(target_arch = "wasm32", any(feature = "rust", feature = "js")))]
mod deferred;
#[cfg(any(target_arch = "wasm32", feature = "native"))]
pub(crate) mod drive;
#[cfg(all(target_arch = "wasm32", feature = "host", not(feature = "js")))]
pub(crate) mod host;
#[cfg(target_arch = "wasm32")]
pub(crate) mod js_document;
#[cfg(target_arch = "wasm32")]
pub(crate) mod member;
#[cfg(all(not(target_arch = "wasm32"), feature = "native"))]
pub(crate) mod native;
pub(crate) mod parsed;
#[cfg(any(target_arch = "wasm32", feature = "native"))]
pub(crate) mod platform;
pub(crate) mod storage;
#[cfg(all(target_arch = "wasm32", any(feature = "rust", feature = "js")))]
pub(crate) mod web;
