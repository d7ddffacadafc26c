//! The stores of a browser.

use std::io;

use wasm_bindgen::JsValue;

use super::send::said;
use super::window;
use crate::rim::member::object;
use crate::sdk::storage::{MOST_KEYS, Storage};

/// One of the browser's two stores, by the name of the window's member.
pub(super) struct BrowserStorage(pub(super) &'static str);

impl BrowserStorage {
    /// Returns the store if the page may use it. Read each time, because the permission can change.
    fn store(&self) -> io::Result<web_sys::Storage> {
        let store = window().and_then(|window| object(&window, self.0));
        store.ok_or_else(|| io::ErrorKind::PermissionDenied.into())
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
