//! The stores of a browser, and a store of the app's own in the shape of theirs. A store may return or throw anything.

use std::io;

use gloo_storage::{LocalStorage, SessionStorage, Storage as _};
use wasm_bindgen::JsValue;

use super::window::window;
use crate::rim::member::{call, member, object};
use crate::rim::storage::{MOST_KEYS, Storage};

/// An object with the methods of the browser's `Storage`.
pub(crate) enum PageStorage {
    /// The store that all tabs of the origin share.
    Local,
    /// The store of this tab.
    Session,
    /// The app's own.
    #[cfg(feature = "js")]
    App(JsValue),
}

impl PageStorage {
    /// Returns the store if the page may use it. Checked each time, because the permission can change.
    fn store(&self) -> io::Result<JsValue> {
        let store = match self {
            Self::Local => of_browser("localStorage", LocalStorage::raw),
            Self::Session => of_browser("sessionStorage", SessionStorage::raw),
            #[cfg(feature = "js")]
            Self::App(store) => Some(store.clone()),
        };
        store.ok_or_else(|| io::ErrorKind::PermissionDenied.into())
    }

    fn call(&self, method: &str, values: &[&JsValue]) -> io::Result<JsValue> {
        call(&self.store()?, method, values).map_err(|_| io::ErrorKind::Other.into())
    }
}

/// `raw` panics if the page may not use the store, or if its global object is no `Window`, as in the tests of an app.
fn of_browser(name: &str, raw: fn() -> web_sys::Storage) -> Option<JsValue> {
    let window = window()?;
    let store = object(&window, name)?;
    Some(if web_sys::window().is_some() { raw().into() } else { store })
}

impl Storage for PageStorage {
    fn get(&self, key: &str) -> io::Result<Option<String>> {
        Ok(self.call("getItem", &[&key.into()])?.as_string())
    }

    fn set(&self, key: &str, value: &str) -> io::Result<()> {
        self.call("setItem", &[&key.into(), &value.into()]).map(|_| ())
    }

    fn remove(&self, key: &str) -> io::Result<()> {
        self.call("removeItem", &[&key.into()]).map(|_| ())
    }

    fn keys(&self, prefix: &str) -> Vec<String> {
        let mut keys = Vec::new();
        let Ok(store) = self.store() else { return keys };
        // A store of the app may return keys without end.
        let length = member(&store, "length").as_f64().unwrap_or_default();
        for place in (0_u32..).take(MOST_KEYS).take_while(|place| f64::from(*place) < length) {
            let Ok(key) = call(&store, "key", &[&place.into()]) else { break };
            let Some(key) = key.as_string() else { break };
            if key.starts_with(prefix) {
                keys.push(key);
            }
        }
        keys
    }
}
