//! localStorage, and memory where the browser denies it.

use std::cell::RefCell;

use gloo_storage::{LocalStorage, Storage as _};
use web_sys::Storage;

use crate::effect::Outcome;

thread_local! {
    /// What localStorage did not take: good for as long as the page.
    static MEMORY: RefCell<Vec<(String, String)>> = const { RefCell::new(Vec::new()) };
}

/// localStorage, if this page may have it. Asked for each time: the permission can change while the page is open.
/// `LocalStorage::raw` panics where it is denied, so it is called only once the browser has granted it.
fn local() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()??;
    Some(LocalStorage::raw())
}

/// The value under `key`.
pub(crate) fn read(key: &str) -> Option<String> {
    let kept = MEMORY.with_borrow(|memory| memory.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone()));
    kept.or_else(|| local()?.get_item(key).ok()?)
}

/// Keeps `value` under `key`: [`Outcome::Refused`] if only for as long as the page.
pub(crate) fn write(key: &str, value: &str) -> Outcome {
    forget(key);
    if local().is_some_and(|storage| storage.set_item(key, value).is_ok()) {
        return Outcome::Done;
    }
    MEMORY.with_borrow_mut(|memory| memory.push((key.to_owned(), value.to_owned())));
    Outcome::Refused
}

/// Deletes what is under `key`.
pub(crate) fn delete(key: &str) {
    forget(key);
    if let Some(storage) = local() {
        let _ = storage.remove_item(key);
    }
}

/// The keys that begin with `prefix`.
pub(crate) fn keys(prefix: &str) -> Vec<String> {
    let mut keys: Vec<String> = MEMORY.with_borrow(|memory| memory.iter().map(|(key, _)| key.clone()).collect());
    if let Some(storage) = local() {
        let stored = 0..storage.length().unwrap_or(0);
        keys.extend(stored.filter_map(|index| storage.key(index).ok()?));
    }
    keys.retain(|key| key.starts_with(prefix));
    keys
}

fn forget(key: &str) {
    MEMORY.with_borrow_mut(|memory| memory.retain(|(name, _)| name != key));
}
