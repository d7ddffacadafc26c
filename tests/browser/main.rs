//! The Rust API in a real browser, against a real service: `cargo xtask test --only browser`.
//!
//! These tests check what only the page itself can see: when `window.open` is called, which message is posted to which
//! window, what is stored. What a user does in a popup or on the service's pages is tested by `tests/e2e/tests/e2e`.
#![cfg(target_arch = "wasm32")]
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod adopted_window;
mod callback;
#[cfg(feature = "dpop")]
mod dpop;
mod fetch;
mod login;
mod music;
mod old_browsers;
#[cfg(feature = "openid")]
mod openid;
mod page;
mod popup;
mod session;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
