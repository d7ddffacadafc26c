//! Members of JavaScript's objects. Each getter of `web-sys` would be an import of its own.

use js_sys::Reflect;
#[cfg(any(feature = "rust", feature = "host"))]
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;

/// Returns this member. `undefined` if there is none or it cannot be read.
pub(crate) fn member(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &JsValue::from_str(name)).unwrap_or_default()
}

/// Returns this member if it is an object.
#[cfg(any(feature = "rust", feature = "host"))]
pub(crate) fn object<T: JsCast>(parent: &JsValue, name: &str) -> Option<T> {
    Some(member(parent, name)).filter(JsValue::is_object).map(JsValue::unchecked_into)
}
