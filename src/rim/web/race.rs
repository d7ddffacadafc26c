//! Waiting that ends: for a promise, a deadline, or the caller's abort, whichever is first.

use js_sys::{Array, Function, Promise};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::AbortSignal;

/// A deadline and an abort, for one promise after another. What it set up goes with it.
pub(crate) struct Race {
    signal: Option<AbortSignal>,
    over: Promise,
    end: Function,
    timer: JsValue,
}

/// A promise, and the function that resolves it with its first argument.
pub(crate) fn deferred() -> (Promise, Function) {
    let mut end = JsValue::UNDEFINED;
    let promise = Promise::new(&mut |resolve, _| end = resolve.into());
    (promise, end.unchecked_into())
}

impl Race {
    /// Against a deadline this far away (milliseconds) and the caller's signal.
    pub(crate) fn new(within: u32, signal: Option<&AbortSignal>) -> Self {
        let (over, end) = deferred();
        if let Some(signal) = signal {
            if signal.aborted() {
                let _ = end.call0(&JsValue::UNDEFINED);
            }
            let _ = signal.add_event_listener_with_callback("abort", &end);
        }
        let timer = set_timeout(&end, within);
        Self { signal: signal.cloned(), over, end, timer }
    }

    /// Ends the race: with a value for its winner's, with `undefined` as the deadline does.
    pub(crate) fn end(&self) -> Function {
        self.end.clone()
    }

    /// Settles as the race's end does.
    pub(crate) fn over(&self) -> Promise {
        self.over.clone()
    }

    /// Settles as `promise` does, if that is first. `promise` must not come to `undefined`: the deadline does.
    pub(crate) fn against(&self, promise: &Promise) -> Promise {
        Promise::race(&Array::of2(promise, &self.over))
    }
}

impl Drop for Race {
    fn drop(&mut self) {
        clear_timeout(&self.timer);
        if let Some(signal) = &self.signal {
            let _ = signal.remove_event_listener_with_callback("abort", &self.end);
        }
    }
}

#[wasm_bindgen::prelude::wasm_bindgen]
extern "C" {
    // Of no object: windows and workers have them, and so have runtimes without a window.
    #[wasm_bindgen(js_name = setTimeout)]
    pub(crate) fn set_timeout(callback: &Function, milliseconds: u32) -> JsValue;
    #[wasm_bindgen(js_name = clearTimeout)]
    pub(crate) fn clear_timeout(timer: &JsValue);
}
