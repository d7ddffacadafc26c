//! Methods of the browser's objects. Each method of `web-sys` would be an import of its own.

use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{RequestInit, Window};

use crate::rim::member::member;

/// Calls this method with texts. `None` if there is none or it throws.
pub(crate) fn call(object: &JsValue, method: &str, texts: &[&str]) -> Option<JsValue> {
    let list = Array::new();
    for text in texts {
        list.push(&JsValue::from_str(text));
    }
    apply(object, method, &list).ok()
}

/// Calls `fetch`. What is no promise is made one.
///
/// # Errors
/// What it throws, or that there is none.
pub(crate) fn fetch(window: &Window, url: &str, init: &RequestInit) -> Result<Promise, JsValue> {
    apply(window, "fetch", &Array::of2(&JsValue::from_str(url), init)).map(|answer| Promise::resolve(&answer))
}

/// Calls `method`, which is `addEventListener` or `removeEventListener`. The listener captures: it receives also the
/// event that the page handles now.
pub(crate) fn listen(target: &JsValue, method: &str, event: &str, listener: &JsValue) {
    let _ = apply(target, method, &Array::of3(&JsValue::from_str(event), listener, &JsValue::TRUE));
}

fn apply(object: &JsValue, method: &str, arguments: &Array) -> Result<JsValue, JsValue> {
    Reflect::apply(member(object, method).unchecked_ref::<Function>(), object, arguments)
}
