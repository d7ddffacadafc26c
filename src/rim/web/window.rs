//! The window of this page.

use web_sys::Window;

use crate::rim::member::object;

/// Returns the window. Not `web_sys::window()`, which checks the class of the global object: that of an app's tests has
/// another one.
pub(super) fn window() -> Option<Window> {
    object(&js_sys::global(), "window")
}
