//! Methods that several of the browser's objects have.

use wasm_bindgen::JsValue;
use web_sys::RequestInit;

use crate::rim::member::call;

/// Calls the `fetch` of an object, such as the window.
///
/// # Errors
/// What it throws, or that there is none.
pub(crate) fn fetch(object: &JsValue, url: &str, init: &RequestInit) -> Result<JsValue, JsValue> {
    call(object, "fetch", &[&url.into(), init])
}

/// Calls `method`, which is `addEventListener` or `removeEventListener`. The listener captures: it receives also the
/// event that the page handles now.
pub(crate) fn listen(target: &JsValue, method: &str, event: &str, listener: &JsValue) {
    let _ = call(target, method, &[&event.into(), listener, &JsValue::TRUE]);
}

/// Returns what an exception says.
#[cfg(feature = "rust")]
pub(crate) fn exception_message(reason: &JsValue) -> String {
    use wasm_bindgen::JsCast as _;

    let text = reason.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    text.unwrap_or_else(|| "the browser refuses".to_owned())
}
