//! Members of JavaScript's objects. Each getter and method of `web-sys` would be an import of its own.

use js_sys::{Array, Function, Reflect};
#[cfg(any(feature = "host", feature = "openid"))]
use stagepass_core::text::decimal;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
extern "C" {
    // That of `js-sys` takes a name that is an object of JavaScript, which two more imports make and drop.
    #[wasm_bindgen(js_namespace = Reflect, js_name = get, catch)]
    fn get(object: &JsValue, name: &str) -> Result<JsValue, JsValue>;
}

/// Returns this member. `undefined` if there is none or it cannot be read.
pub(crate) fn member(object: &JsValue, name: &str) -> JsValue {
    get(object, name).unwrap_or_default()
}

/// Returns this member if it is an object.
pub(crate) fn object<T: JsCast>(parent: &JsValue, name: &str) -> Option<T> {
    Some(member(parent, name)).filter(JsValue::is_object).map(JsValue::unchecked_into)
}

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

/// Returns the items of a list. None if it is no list, and an item that cannot be read is `undefined`.
#[cfg(any(feature = "host", feature = "openid"))]
pub(crate) fn items(list: &JsValue) -> impl Iterator<Item = JsValue> {
    let length = list.dyn_ref::<Array>().map_or(0, Array::length);
    (0..length).map(|place| member(list, &decimal::write(place.into())))
}
