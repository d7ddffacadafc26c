//! Waiting that ends: for a promise, a deadline, or the caller's abort, whichever is first.

use js_sys::{Array, Function, Promise};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::AbortSignal;

use crate::effect::Outcome;

/// A deadline and an abort, for one promise after another. What it set up goes with it.
pub(crate) struct Race {
    signal: Option<AbortSignal>,
    over: Promise,
    end: Function,
    timer: JsValue,
}

/// How a race ended, if not with the promise's value.
pub(crate) enum Lost {
    /// The promise was rejected.
    Rejected,
    /// The deadline came, or the abort.
    Over(Outcome),
}

/// A promise, and the function that resolves it with its first argument.
pub(crate) fn deferred() -> (Promise, Function) {
    let mut end = JsValue::UNDEFINED;
    let promise = Promise::new(&mut |resolve, _| end = resolve.into());
    (promise, end.unchecked_into())
}

/// Whichever of the two settles first.
pub(crate) fn first(one: &Promise, other: &Promise) -> Promise {
    Promise::race(&[one, other].into_iter().collect::<Array>())
}

impl Race {
    /// Against a deadline this far away (milliseconds) and the caller's signal.
    pub(crate) fn new(within: u32, signal: Option<AbortSignal>) -> Self {
        let (over, end) = deferred();
        if let Some(signal) = &signal {
            if signal.aborted() {
                let _ = end.call0(&JsValue::UNDEFINED);
            }
            let _ = signal.add_event_listener_with_callback("abort", &end);
        }
        let timer = set_timeout(&end, within);
        Self { signal, over, end, timer }
    }

    /// The value of `promise`, which must not be `undefined`.
    pub(crate) async fn run(&self, promise: &Promise) -> Result<JsValue, Lost> {
        let value = JsFuture::from(first(promise, &self.over)).await;
        if self.signal.as_ref().is_some_and(AbortSignal::aborted) {
            return Err(Lost::Over(Outcome::Aborted));
        }
        match value {
            // The timer resolves with nothing.
            Ok(value) if value.is_undefined() => Err(Lost::Over(Outcome::Elapsed)),
            Ok(value) => Ok(value),
            Err(_) => Err(Lost::Rejected),
        }
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
    fn set_timeout(callback: &Function, milliseconds: u32) -> JsValue;
    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(timer: &JsValue);
}
