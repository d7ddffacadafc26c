//! Stores, and memory for values that a store rejects.

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::Storage;

use super::method::call;
use crate::effect::Outcome;
use crate::rim::member::member;

/// How many keys of a store are read. A browser's store of 5 MB has fewer.
const MOST_KEYS: f64 = 100_000.0;

#[wasm_bindgen]
extern "C" {
    type Keys;

    // web-sys converts the key to a `String`, and here it would be converted back.
    #[wasm_bindgen(method, catch)]
    fn key(this: &Keys, index: u32) -> Result<JsValue, JsValue>;
}

thread_local! {
    /// Values that no store accepted, by key, for the life of the page.
    static MEMORY: Object = Object::new();
}

fn memory() -> Object {
    MEMORY.with(Object::clone)
}

/// Returns the value of `key`.
pub(crate) fn read(store: Option<Storage>, key: &str) -> Option<String> {
    let kept = Reflect::get(&memory(), &JsValue::from_str(key));
    kept.ok().and_then(|value| value.as_string()).or_else(|| call(store?.as_ref(), "getItem", &[key])?.as_string())
}

/// Stores `value` under `key`. [`Outcome::Refused`] if it ends with the page.
pub(crate) fn write(store: Option<Storage>, key: &str, value: &str) -> Outcome {
    forget(key);
    if store.is_some_and(|store| call(&store, "setItem", &[key, value]).is_some()) {
        return Outcome::Done;
    }
    let _ = Reflect::set(&memory(), &JsValue::from_str(key), &JsValue::from_str(value));
    Outcome::Refused
}

/// Deletes the value of `key`.
pub(crate) fn delete(store: Option<Storage>, key: &str) -> Outcome {
    forget(key);
    if let Some(store) = store {
        call(&store, "removeItem", &[key]);
    }
    Outcome::Done
}

/// Returns the keys with this `prefix`.
pub(crate) fn keys(stores: &[Option<Storage>], prefix: &str) -> Vec<String> {
    let names = Object::keys(&memory());
    for store in stores.iter().flatten() {
        // An app's own store may return keys without end.
        let length = member(store, "length").as_f64().unwrap_or_default().min(MOST_KEYS);
        let mut index = 0;
        while f64::from(index) < length
            && let Some(name) = store.unchecked_ref::<Keys>().key(index).ok().filter(JsValue::is_string)
        {
            names.push(&name);
            index += 1;
        }
    }
    let mut keys = Vec::new();
    while let Some(key) = names.shift().as_string() {
        if key.starts_with(prefix) {
            keys.push(key);
        }
    }
    keys
}

fn forget(key: &str) {
    let _ = Reflect::delete_property(&memory(), &JsValue::from_str(key));
}
