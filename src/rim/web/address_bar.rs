//! Where this page is, and where it goes.

use wasm_bindgen::JsValue;
use web_sys::Window;

use crate::effect::Outcome;

/// Sends the page to `url`; with `replace` the page that is left disappears from the history.
pub(crate) fn navigate(window: &Window, url: &str, replace: bool) -> Outcome {
    let location = window.location();
    let _ = if replace { location.replace(url) } else { location.assign(url) };
    Outcome::Done
}

/// If the address bar shows `from`, makes it show `to`. The router's own state of the entry stays.
pub(crate) fn set(window: &Window, from: &str, to: &str) -> Outcome {
    if let Ok(history) = window.history()
        && window.location().href().is_ok_and(|href| href == from)
    {
        let state = history.state().unwrap_or(JsValue::NULL);
        let _ = history.replace_state_with_url(&state, "", Some(to));
    }
    Outcome::Done
}
