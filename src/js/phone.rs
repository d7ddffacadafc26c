//! What a call on a phone has: the app's platform, which performs all effects. It also hears the signal.

use stagepass_core::error::{Code, Error};
use wasm_bindgen::JsValue;

use crate::rim::host::Host;
use crate::rim::member::object;
use crate::rim::platform::Abort;
use crate::rim::storage::Stores;

/// What performs the effects of a call.
pub(super) struct Rim {
    pub(super) platform: Host,
    /// None: the app's platform stores.
    pub(super) stores: Option<Stores>,
    /// None: the app's platform hears the signal.
    pub(super) abort: Option<Box<Abort>>,
}

impl Rim {
    /// Reads `options.host` and `options.signal`.
    ///
    /// # Errors
    /// [`Code::Unsupported`] without a host.
    pub(super) fn new(options: &JsValue) -> Result<Self, Error> {
        let host = object(options, "host").ok_or(Code::Unsupported)?;
        Ok(Self { platform: Host::new(host, object(options, "signal")), stores: None, abort: None })
    }

    /// A login opens no popup.
    ///
    /// # Errors
    /// As above.
    pub(super) fn for_login(options: &JsValue) -> Result<Self, Error> {
        Self::new(options)
    }
}

/// Returns the URL of the page: there is none.
pub(super) fn page() -> String {
    String::new()
}
