//! localStorage, and memory where the browser denies it.

use gloo_storage::{LocalStorage, Storage as _};
use js_sys::{Array, Map};
use wasm_bindgen::JsValue;
use web_sys::Storage;

use crate::effect::Outcome;

thread_local! {
    /// What localStorage did not take: good for as long as the page.
    static MEMORY: Map = Map::new();
}

/// localStorage, if this page may have it. Asked for each time: the permission can change while the page is open.
/// `LocalStorage::raw` panics where it is denied, so it is called only once the browser has granted it.
fn local() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()??;
    Some(LocalStorage::raw())
}

/// The value under `key`.
pub(crate) fn read(key: &str) -> Option<String> {
    let kept = MEMORY.with(|memory| memory.get(&JsValue::from_str(key)).as_string());
    kept.or_else(|| local()?.get_item(key).ok()?)
}

/// Keeps `value` under `key`: [`Outcome::Refused`] if only for as long as the page.
pub(crate) fn write(key: &str, value: &str) -> Outcome {
    forget(key);
    if local().is_some_and(|storage| storage.set_item(key, value).is_ok()) {
        return Outcome::Done;
    }
    MEMORY.with(|memory| memory.set(&JsValue::from_str(key), &JsValue::from_str(value)));
    Outcome::Refused
}

/// Deletes what is under `key`.
pub(crate) fn delete(key: &str) -> Outcome {
    forget(key);
    if let Some(storage) = local() {
        let _ = storage.remove_item(key);
    }
    Outcome::Done
}

/// The keys that begin with `prefix`.
pub(crate) fn keys(prefix: &str) -> Vec<String> {
    let keys = MEMORY.with(|memory| Array::from(&memory.keys()));
    if let Some(storage) = local() {
        for index in 0..storage.length().unwrap_or(0) {
            keys.push(&storage.key(index).ok().flatten().into());
        }
    }
    let keys = (0..keys.length()).filter_map(|index| keys.get(index).as_string());
    keys.filter(|key| key.starts_with(prefix)).collect()
}

fn forget(key: &str) {
    MEMORY.with(|memory| memory.delete(&JsValue::from_str(key)));
}
