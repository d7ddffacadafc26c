//! Detects whether the user has returned from the popup to this page.

use core::sync::atomic::{AtomicU32, Ordering};

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;
use web_sys::Window;

use super::method::listen;
use crate::rim::member::{call, member};

/// How often the user has touched or clicked this page while a popup was open.
static TOUCHES: AtomicU32 = AtomicU32::new(0);

/// Watches the focus and the pointer of this page until it is dropped.
pub(crate) struct FocusWatch {
    window: Window,
    touches: u32,
    lost_focus: bool,
    is_back: bool,
    on_touch: Closure<dyn FnMut(JsValue) -> JsValue>,
}

impl FocusWatch {
    /// Starts to watch `window`.
    pub(crate) fn new(window: &Window) -> Self {
        let on_touch = Closure::new(|_| {
            TOUCHES.fetch_add(1, Ordering::Relaxed);
            JsValue::UNDEFINED
        });
        // Capturing: if the popup was opened in such an event, this window has already received it.
        listen(window, "addEventListener", "pointerdown", on_touch.as_ref());
        let touches = TOUCHES.load(Ordering::Relaxed);
        Self { window: window.clone(), touches, lost_focus: false, is_back: false, on_touch }
    }

    /// Returns whether this window lost the focus and has regained it, or the user has touched it. Not every browser
    /// reports the focus. `navigator.userActivation` is no alternative: WebKit reports the click that opened the popup
    /// for five seconds.
    pub(crate) fn is_back(&mut self) -> bool {
        let has_focus = call(&member(&self.window, "document"), "hasFocus", &[]).is_ok_and(|focus| focus.is_truthy());
        self.is_back |= (self.lost_focus && has_focus) || TOUCHES.load(Ordering::Relaxed) != self.touches;
        self.lost_focus |= !has_focus;
        self.is_back
    }
}

impl Drop for FocusWatch {
    fn drop(&mut self) {
        listen(&self.window, "removeEventListener", "pointerdown", self.on_touch.as_ref());
    }
}
