//! A promise that the rim itself resolves.

use js_sys::{Function, Promise};
use wasm_bindgen::{JsCast as _, JsValue};

/// Returns a promise, and the function that resolves it with its first argument.
///
/// Not `Promise.withResolvers`: browsers from before 2024 lack it.
pub(crate) fn deferred() -> (Promise, Function) {
    let mut resolve = JsValue::UNDEFINED;
    let promise = Promise::new(&mut |first, _| resolve = first.into());
    // The constructor has called the closure (ECMA-262 section 27.2.3.1).
    (promise, resolve.unchecked_into())
}
