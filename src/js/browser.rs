//! What a call in a browser has: the page, its stores, and the signal that aborts it.

use core::ops::Deref;

use stagepass_core::error::{Code, Error};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;

use super::input;
use crate::rim::member::object;
use crate::rim::platform::Abort;
use crate::rim::storage::Stores;
use crate::rim::web::method::{fetch, listen};
use crate::rim::web::{self, Page, PageStorage};
use crate::shared::Shared;

/// What a call is driven with: the platform and the stores of `crate::rim`, and its abort.
pub(super) struct Rim {
    pub(super) platform: Page,
    pub(super) stores: Option<Stores>,
    pub(super) abort: Option<AbortOnSignal>,
}

impl Rim {
    /// Reads what each call's options have: `signal`, `storage` (the app's own), and `dpop`, which sends requests with
    /// proofs.
    ///
    /// # Errors
    /// [`Code::Unsupported`] without a window.
    pub(super) fn new(options: &JsValue) -> Result<Self, Error> {
        let mut platform = Page::new().ok_or(Code::Unsupported)?;
        if let Some(dpop) = object::<JsValue>(options, "dpop") {
            platform = platform.with_proofs(move |url, init| fetch(&dpop, url, init));
        }
        let custom = object(options, "storage").map(|store| Shared::new(PageStorage::App(store)) as _);
        let stores = Stores { custom, ..web::stores() };
        Ok(Self { platform, stores: Some(stores), abort: object(options, "signal").map(AbortOnSignal::new) })
    }

    /// Reads the window of a login besides.
    ///
    /// # Errors
    /// As above.
    pub(super) fn for_login(options: &JsValue) -> Result<Self, Error> {
        let rim = Self::new(options)?;
        Ok(Self { platform: rim.platform.with_popup(input::popup(options)), ..rim })
    }
}

/// Returns the URL of this page.
pub(super) fn page() -> String {
    web::address()
}

/// Aborts a call when its signal fires, as long as the call lasts.
pub(super) struct AbortOnSignal {
    abort: Abort,
    signal: JsValue,
    on_abort: Closure<dyn FnMut(JsValue) -> JsValue>,
}

impl AbortOnSignal {
    fn new(signal: JsValue) -> Self {
        let abort = Abort::default();
        let on_abort = Closure::new({
            let abort = abort.clone();
            move |_| {
                abort.abort();
                JsValue::UNDEFINED
            }
        });
        listen(&signal, "addEventListener", "abort", on_abort.as_ref());
        Self { abort, signal, on_abort }
    }
}

impl Deref for AbortOnSignal {
    type Target = Abort;

    fn deref(&self) -> &Abort {
        &self.abort
    }
}

impl Drop for AbortOnSignal {
    fn drop(&mut self) {
        listen(&self.signal, "removeEventListener", "abort", self.on_abort.as_ref());
    }
}
