//! The URL of this page, and navigation.

use wasm_bindgen::JsValue;
use web_sys::Window;

use crate::effect::Outcome;

/// Navigates the page to `url`. With `replace`, the current page is removed from the history.
pub(crate) fn navigate(window: &Window, url: &str, replace: bool) -> Outcome {
    let location = window.location();
    let _ = if replace { location.replace(url) } else { location.assign(url) };
    Outcome::Done
}

/// Makes the address bar show `to` if it shows `from`. Keeps the router's state of the history entry.
pub(crate) fn set(window: &Window, from: &str, to: &str) -> Outcome {
    if let Ok(history) = window.history()
        && window.location().href().is_ok_and(|href| href == from)
    {
        let state = history.state().unwrap_or(JsValue::NULL);
        let _ = history.replace_state_with_url(&state, "", Some(to));
    }
    Outcome::Done
}
