//! Members and methods of JavaScript's objects. Each getter and method of `web-sys` would be an import of its own.

use js_sys::{Array, Function, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// Returns this member. `undefined` if there is none or it cannot be read.
pub(crate) fn member(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &JsValue::from_str(name)).unwrap_or_default()
}

/// Returns this member if it is an object.
pub(crate) fn object<T: JsCast>(parent: &JsValue, name: &str) -> Option<T> {
    Some(member(parent, name)).filter(JsValue::is_object).map(JsValue::unchecked_into)
}

/// Calls this method with texts. `None` if there is none or it throws.
pub(crate) fn call(object: &JsValue, method: &str, texts: &[&str]) -> Option<JsValue> {
    let list = Array::new();
    for text in texts {
        list.push(&JsValue::from_str(text));
    }
    apply(object, method, &list)
}

/// Calls `method`, which is `addEventListener` or `removeEventListener`. The listener captures: it receives also the
/// event that the page handles now.
pub(crate) fn listen(target: &JsValue, method: &str, event: &str, listener: &JsValue) {
    apply(target, method, &Array::of3(&JsValue::from_str(event), listener, &JsValue::TRUE));
}

fn apply(object: &JsValue, method: &str, arguments: &Array) -> Option<JsValue> {
    Reflect::apply(member(object, method).unchecked_ref::<Function>(), object, arguments).ok()
}
