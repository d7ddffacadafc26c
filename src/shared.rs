//! What differs between a browser, which has one thread, and a native app: how a value is shared, and whether a future
//! may move to another thread.
#![cfg_attr(not(feature = "rust"), expect(unreachable_pub, reason = "the API for Rust apps has them"))]

#[cfg(target_arch = "wasm32")]
pub(crate) use std::rc::Rc as Shared;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use std::sync::Arc as Shared;

/// `Send` natively. Every type in a browser.
#[cfg(not(target_arch = "wasm32"))]
pub trait MaybeSend: Send {}
#[cfg(not(target_arch = "wasm32"))]
impl<T: Send + ?Sized> MaybeSend for T {}
/// `Send` natively. Every type in a browser.
#[cfg(target_arch = "wasm32")]
pub trait MaybeSend {}
#[cfg(target_arch = "wasm32")]
impl<T: ?Sized> MaybeSend for T {}

/// `Sync` natively. Every type in a browser.
#[cfg(not(target_arch = "wasm32"))]
pub trait MaybeSync: Sync {}
#[cfg(not(target_arch = "wasm32"))]
impl<T: Sync + ?Sized> MaybeSync for T {}
/// `Sync` natively. Every type in a browser.
#[cfg(target_arch = "wasm32")]
pub trait MaybeSync {}
#[cfg(target_arch = "wasm32")]
impl<T: ?Sized> MaybeSync for T {}
