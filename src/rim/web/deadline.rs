//! A wait that ends with a promise or after a timeout, whichever is first.

use js_sys::{Array, Function, Promise};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

use crate::rim::deferred::deferred;

/// Why a wait has no value.
pub(crate) enum Missed {
    /// The promise was rejected, with this reason.
    #[cfg_attr(not(feature = "rust"), expect(dead_code, reason = "the API for Rust apps tells it"))]
    Rejected(JsValue),
    /// The deadline came first.
    Elapsed,
}

/// A timeout, for one promise after another. Removes its timer when it is dropped.
pub(crate) struct Deadline {
    over: Promise,
    end: Function,
    timer: JsValue,
}

impl Deadline {
    /// Creates a deadline that ends in `within` milliseconds.
    pub(crate) fn new(within: u32) -> Self {
        let (over, end) = deferred();
        let timer = set_timeout(&end, within);
        Self { over, end, timer }
    }

    /// Returns a function that ends the wait: with its argument, or with `undefined` as the deadline does.
    pub(crate) fn end(&self) -> Function {
        self.end.clone()
    }

    /// Waits for the end.
    pub(crate) async fn over(&self) {
        let _ = JsFuture::from(self.over.clone()).await;
    }

    /// Awaits `promise`, which may be another value. It must not resolve to `undefined`, as the deadline does.
    pub(crate) async fn against(&self, promise: &JsValue) -> Result<JsValue, Missed> {
        match JsFuture::from(Promise::race(&Array::of2(promise, &self.over))).await {
            Ok(value) if value.is_undefined() => Err(Missed::Elapsed),
            Ok(value) => Ok(value),
            Err(reason) => Err(Missed::Rejected(reason)),
        }
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        clear_timeout(&self.timer);
    }
}

#[wasm_bindgen::prelude::wasm_bindgen]
extern "C" {
    // Without an object: windows, workers and runtimes without a window have them.
    #[wasm_bindgen(js_name = setTimeout)]
    pub(crate) fn set_timeout(callback: &Function, milliseconds: u32) -> JsValue;
    #[wasm_bindgen(js_name = clearTimeout)]
    pub(crate) fn clear_timeout(timer: &JsValue);
}
