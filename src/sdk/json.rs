//! JSON by serde: the browser parses it there, `serde_json` natively.

#[cfg(all(feature = "openid", target_arch = "wasm32"))]
use js_sys::Object;
use serde::Serialize;
use serde::de::DeserializeOwned;
#[cfg(all(feature = "openid", target_arch = "wasm32"))]
use wasm_bindgen::JsCast as _;

use crate::error::{Code, Error};
use stagepass_core::document::Document as _;

use crate::rim::parsed::Parsed;

/// The app's own value of a login, which was passed as [`LoginOptions::app_state`](crate::LoginOptions::app_state).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppState(pub(super) String);

impl AppState {
    /// Returns the value.
    ///
    /// # Errors
    /// [`Code::BadResponse`] if it is not of this type.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Error> {
        read(&self.0).ok_or(Code::BadResponse.into())
    }

    /// Returns the value as JSON.
    pub fn as_json(&self) -> &str {
        &self.0
    }
}

/// Parses `text`. `None` if it is not the JSON of a `T`.
#[cfg(target_arch = "wasm32")]
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_wasm_bindgen::from_value(js_sys::JSON::parse(text).ok()?).ok()
}

/// Parses `text`. `None` if it is not the JSON of a `T`.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// Returns `value` as JSON, on one line. `None` if JSON cannot contain it.
#[cfg(target_arch = "wasm32")]
pub(crate) fn write<T: Serialize + ?Sized>(value: &T) -> Option<String> {
    let value = value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).ok()?;
    js_sys::JSON::stringify(&value).ok()?.as_string()
}

/// Returns `value` as JSON, on one line. `None` if JSON cannot contain it.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn write<T: Serialize + ?Sized>(value: &T) -> Option<String> {
    serde_json::to_string(value).ok()
}

/// Returns an object with the members of both, as JSON. Of a member that both have, `second` has the value. `None` if
/// one is not the JSON of an object.
#[cfg(all(feature = "openid", target_arch = "wasm32"))]
pub(super) fn merge(first: &str, second: &str) -> Option<String> {
    let object = |text: &str| js_sys::JSON::parse(text).ok()?.dyn_into::<Object>().ok();
    js_sys::JSON::stringify(&Object::assign(&object(first)?, &object(second)?)).ok()?.as_string()
}

/// Returns an object with the members of both, as JSON. Of a member that both have, `second` has the value. `None` if
/// one is not the JSON of an object.
#[cfg(all(feature = "openid", not(target_arch = "wasm32")))]
pub(super) fn merge(first: &str, second: &str) -> Option<String> {
    let object = read::<serde_json::Map<String, serde_json::Value>>;
    let mut merged = object(first)?;
    merged.extend(object(second)?);
    write(&merged)
}

/// Parses `text`, to be read member by member. `None` if it is not JSON.
pub(crate) fn document(text: &str) -> Option<Parsed> {
    Parsed::parse(text)
}
