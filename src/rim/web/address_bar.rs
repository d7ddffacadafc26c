//! The URL of this page, and navigation.

use web_sys::{History, Window};

use super::method::call;
use crate::rim::member::{member, object};
use crate::sdk::parsed::Outcome;

/// Returns the URL of this page. Empty if it cannot be read.
pub(crate) fn href(window: &Window) -> String {
    member(&member(window, "location"), "href").as_string().unwrap_or_default()
}

/// Navigates the page to `url`. With `replace`, the current page is removed from the history.
pub(crate) fn navigate(window: &Window, url: &str, replace: bool) -> Outcome {
    call(&member(window, "location"), if replace { "replace" } else { "assign" }, &[url]);
    Outcome::Done
}

/// Makes the address bar show `to` if it shows `from`. Keeps the router's state of the history entry.
pub(crate) fn set(window: &Window, from: &str, to: &str) -> Outcome {
    if let Some(history) = object::<History>(window, "history")
        && href(window) == from
    {
        let _ = history.replace_state_with_url(&member(&history, "state"), "", Some(to));
    }
    Outcome::Done
}
