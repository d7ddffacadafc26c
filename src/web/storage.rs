//! Stores, and memory for what a store does not take.

use gloo_storage::{LocalStorage, Storage as _};
use js_sys::{Array, Map};
use wasm_bindgen::JsValue;
use web_sys::{Storage, Window};

use crate::effect::Outcome;

thread_local! {
    /// What no store took: good for as long as the page.
    static MEMORY: Map = Map::new();
}

/// localStorage, if this page may have it. `LocalStorage::raw` panics where it is denied, so it is called only once the
/// browser has granted it.
pub(crate) fn local(window: &Window) -> Option<Storage> {
    window.local_storage().ok()??;
    Some(LocalStorage::raw())
}

/// The value under `key`.
pub(crate) fn read(store: Option<Storage>, key: &str) -> Option<String> {
    let kept = MEMORY.with(|memory| memory.get(&JsValue::from_str(key)).as_string());
    kept.or_else(|| store?.get_item(key).ok()?)
}

/// Keeps `value` under `key`: [`Outcome::Refused`] if only for as long as the page.
pub(crate) fn write(store: Option<Storage>, key: &str, value: &str) -> Outcome {
    forget(key);
    if store.is_some_and(|store| store.set_item(key, value).is_ok()) {
        return Outcome::Done;
    }
    MEMORY.with(|memory| memory.set(&JsValue::from_str(key), &JsValue::from_str(value)));
    Outcome::Refused
}

/// Deletes what is under `key`.
pub(crate) fn delete(store: Option<Storage>, key: &str) -> Outcome {
    forget(key);
    if let Some(store) = store {
        let _ = store.remove_item(key);
    }
    Outcome::Done
}

/// The keys that begin with `prefix`.
pub(crate) fn keys(stores: impl Iterator<Item = Storage>, prefix: &str) -> Vec<String> {
    let keys = MEMORY.with(|memory| Array::from(&memory.keys()));
    for store in stores {
        for index in 0..store.length().unwrap_or(0) {
            keys.push(&store.key(index).ok().flatten().into());
        }
    }
    let keys = (0..keys.length()).filter_map(|index| keys.get(index).as_string());
    keys.filter(|key| key.starts_with(prefix)).collect()
}

fn forget(key: &str) {
    MEMORY.with(|memory| memory.delete(&JsValue::from_str(key)));
}
