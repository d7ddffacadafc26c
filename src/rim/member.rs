//! Members of JavaScript's objects. Each getter of `web-sys` would be an import of its own.

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
