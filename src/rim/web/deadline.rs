//! A wait that ends with a promise, after a timeout, or when the caller aborts, whichever is first.

use js_sys::{Array, Function, Promise};
use wasm_bindgen::JsValue;
use web_sys::AbortSignal;

use super::method::listen;
use crate::rim::deferred::deferred;

/// A timeout and an abort signal, for one promise after another. Removes its timer and listener when it is dropped.
pub(crate) struct Deadline {
    signal: Option<AbortSignal>,
    over: Promise,
    end: Function,
    timer: JsValue,
}

impl Deadline {
    /// Creates a deadline that ends in `within` milliseconds, or when `signal` aborts.
    pub(crate) fn new(within: u32, signal: Option<&AbortSignal>) -> Self {
        let (over, end) = deferred();
        if let Some(signal) = signal {
            if signal.aborted() {
                let _ = end.call0(&JsValue::UNDEFINED);
            }
            listen(signal, "addEventListener", "abort", &end);
        }
        let timer = set_timeout(&end, within);
        Self { signal: signal.cloned(), over, end, timer }
    }

    /// Returns a function that ends the wait: with its argument, or with `undefined` as the deadline does.
    pub(crate) fn end(&self) -> Function {
        self.end.clone()
    }

    /// Resolves when the wait ends.
    pub(crate) fn over(&self) -> Promise {
        self.over.clone()
    }

    /// Settles as `promise` does, if that is before the deadline. `promise` must not resolve to `undefined`, as the
    /// deadline does.
    pub(crate) fn against(&self, promise: &Promise) -> Promise {
        Promise::race(&Array::of2(promise, &self.over))
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        clear_timeout(&self.timer);
        if let Some(signal) = &self.signal {
            listen(signal, "removeEventListener", "abort", &self.end);
        }
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
