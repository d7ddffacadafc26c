//! The stores of a browser.

use std::io;

use gloo_storage::{LocalStorage, SessionStorage, Storage as _};
use wasm_bindgen::JsValue;

use super::send::said;
use super::window;
use crate::rim::member::object;
use crate::sdk::storage::{MOST_KEYS, Storage};

/// One of the browser's two stores.
pub(super) struct BrowserStorage {
    /// The name of the window's member.
    name: &'static str,
    raw: fn() -> web_sys::Storage,
}

impl BrowserStorage {
    /// The store that all tabs of the origin share.
    pub(super) const LOCAL: Self = Self { name: "localStorage", raw: LocalStorage::raw };
    /// The store of this tab.
    pub(super) const SESSION: Self = Self { name: "sessionStorage", raw: SessionStorage::raw };

    /// Returns the store if the page may use it. Checked each time, because the permission can change.
    fn store(&self) -> io::Result<web_sys::Storage> {
        let is_there = window().and_then(|window| object::<JsValue>(&window, self.name)).is_some();
        // `raw` panics if the page may not use it.
        is_there.then(self.raw).ok_or_else(|| io::ErrorKind::PermissionDenied.into())
    }
}

impl Storage for BrowserStorage {
    fn get(&self, key: &str) -> io::Result<Option<String>> {
        self.store()?.get_item(key).map_err(|reason| failed(&reason))
    }

    fn set(&self, key: &str, value: &str) -> io::Result<()> {
        self.store()?.set_item(key, value).map_err(|reason| failed(&reason))
    }

    fn remove(&self, key: &str) -> io::Result<()> {
        self.store()?.remove_item(key).map_err(|reason| failed(&reason))
    }

    fn keys(&self, prefix: &str) -> Vec<String> {
        let Ok(store) = self.store() else { return Vec::new() };
        let names = (0..store.length().unwrap_or_default()).map_while(|index| store.key(index).ok().flatten());
        names.take(MOST_KEYS).filter(|name| name.starts_with(prefix)).collect()
    }
}

fn failed(reason: &JsValue) -> io::Error {
    io::Error::other(said(reason))
}
