//! The URL of this page, and navigation.

use wasm_bindgen::JsValue;
use web_sys::Window;

use crate::rim::member::{call, member, object};
use crate::rim::parsed::Outcome;

/// Returns the URL of this page. Empty if it cannot be read.
pub(crate) fn href(window: &Window) -> String {
    member(&member(window, "location"), "href").as_string().unwrap_or_default()
}

/// Navigates the page to `url`. With `replace`, the current page is removed from the history.
pub(crate) fn navigate(window: &Window, url: &str, replace: bool) -> Outcome {
    let _ = call(&member(window, "location"), if replace { "replace" } else { "assign" }, &[&url.into()]);
    Outcome::Done
}

/// Makes the address bar show `to` if it shows `from`. Keeps the router's state of the history entry.
pub(crate) fn set(window: &Window, from: &str, to: &str) -> Outcome {
    if let Some(history) = object::<JsValue>(window, "history")
        && href(window) == from
    {
        let _ = call(&history, "replaceState", &[&member(&history, "state"), &"".into(), &to.into()]);
    }
    Outcome::Done
}
