//! What differs between a browser, which has one thread, and a native app: how a value is shared, and whether a future
//! may move to another thread.

#[cfg(target_arch = "wasm32")]
pub(crate) use std::rc::Rc as Shared;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use std::sync::Arc as Shared;

/// `Send` natively. Every type in a browser.
#[cfg(all(feature = "rust", not(target_arch = "wasm32")))]
pub trait MaybeSend: Send {}
#[cfg(all(feature = "rust", not(target_arch = "wasm32")))]
impl<T: Send + ?Sized> MaybeSend for T {}
/// `Send` natively. Every type in a browser.
#[cfg(all(feature = "rust", target_arch = "wasm32"))]
pub trait MaybeSend {}
#[cfg(all(feature = "rust", target_arch = "wasm32"))]
impl<T: ?Sized> MaybeSend for T {}

/// `Sync` natively. Every type in a browser.
#[cfg(all(feature = "rust", not(target_arch = "wasm32")))]
pub trait MaybeSync: Sync {}
#[cfg(all(feature = "rust", not(target_arch = "wasm32")))]
impl<T: Sync + ?Sized> MaybeSync for T {}
/// `Sync` natively. Every type in a browser.
#[cfg(all(feature = "rust", target_arch = "wasm32"))]
pub trait MaybeSync {}
#[cfg(all(feature = "rust", target_arch = "wasm32"))]
impl<T: ?Sized> MaybeSync for T {}
