//! The rim in a real browser, against a real service: `cargo xtask test --only browser`.
//!
//! What a person does in a popup or on the service's pages is not seen from inside a page; `tests/native/e2e` drives that.
//! Here stands what only the page itself can see: when `window.open` is called, what is posted to whom, what is stored.
#![cfg(target_arch = "wasm32")]
#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod callback;
mod page;
mod popup;
mod session;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
