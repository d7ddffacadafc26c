//! Methods of the browser's objects. Each method of `web-sys` would be an import of its own.

use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::RequestInit;

use crate::rim::member::member;

/// Calls this method.
///
/// # Errors
/// What it throws, or that there is none.
pub(crate) fn call(object: &JsValue, method: &str, values: &[&JsValue]) -> Result<JsValue, JsValue> {
    let list = Array::new();
    for value in values {
        list.push(value);
    }
    Reflect::apply(member(object, method).unchecked_ref::<Function>(), object, &list)
}

/// Calls the `fetch` of an object, such as the window. What it returns that is no promise is made one.
///
/// # Errors
/// What it throws, or that there is none.
pub(crate) fn fetch(object: &JsValue, url: &str, init: &RequestInit) -> Result<Promise, JsValue> {
    call(object, "fetch", &[&url.into(), init]).map(|answer| Promise::resolve(&answer))
}

/// Calls `method`, which is `addEventListener` or `removeEventListener`. The listener captures: it receives also the
/// event that the page handles now.
pub(crate) fn listen(target: &JsValue, method: &str, event: &str, listener: &JsValue) {
    let _ = call(target, method, &[&event.into(), listener, &JsValue::TRUE]);
}

/// Returns what an exception says.
#[cfg(feature = "rust")]
pub(crate) fn said(reason: &JsValue) -> String {
    let text = reason.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    text.unwrap_or_else(|| "the browser refuses".to_owned())
}
