//! Whether the person who went to the popup is back at this page.

use core::sync::atomic::{AtomicU32, Ordering};

use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::Window;

/// How often somebody has touched this page, or clicked in it, while a popup was out.
static TOUCHES: AtomicU32 = AtomicU32::new(0);

/// Watches for them from its making to its drop.
pub(crate) struct Person {
    window: Window,
    touches: u32,
    lost_focus: bool,
    is_back: bool,
    on_touch: Closure<dyn FnMut(JsValue) -> JsValue>,
}

impl Person {
    /// Of whom nothing has been seen yet.
    pub(crate) fn leaving(window: &Window) -> Self {
        let on_touch = Closure::new(|_| {
            TOUCHES.fetch_add(1, Ordering::Relaxed);
            JsValue::UNDEFINED
        });
        // Capturing: if the popup was opened in such an event, this window has already been told of it.
        let listener = on_touch.as_ref().unchecked_ref();
        let _ = window.add_event_listener_with_callback_and_bool("pointerdown", listener, true);
        let touches = TOUCHES.load(Ordering::Relaxed);
        Self { window: window.clone(), touches, lost_focus: false, is_back: false, on_touch }
    }

    /// Whether this window has lost the focus and has it again, or they have touched it: not every browser tells of the
    /// focus. What counts as a click now (`navigator.userActivation`) would not do: WebKit counts the one that opened the
    /// popup for five seconds.
    pub(crate) fn is_back(&mut self) -> bool {
        let has_focus = self.window.document().is_some_and(|document| document.has_focus().unwrap_or(false));
        self.is_back |= (self.lost_focus && has_focus) || TOUCHES.load(Ordering::Relaxed) != self.touches;
        self.lost_focus |= !has_focus;
        self.is_back
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        let listener = self.on_touch.as_ref().unchecked_ref();
        let _ = self.window.remove_event_listener_with_callback_and_bool("pointerdown", listener, true);
    }
}
