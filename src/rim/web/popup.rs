//! The window in which the person meets the service, as its opener sees it.

use core::sync::atomic::{AtomicU32, Ordering};

use js_sys::Reflect;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::Window;

use super::focus_watch::FocusWatch;
use crate::effect::{Outcome, PopupLook};

/// What the facade did in the click, before the core was there.
pub(crate) enum PopupAttempt {
    /// Nothing: the core opens the window itself.
    NotYet,
    /// It opened a blank window, to be sent on.
    Blank(Window),
    /// It tried, and the browser refused.
    Refused,
}

impl From<JsValue> for PopupAttempt {
    fn from(popup: JsValue) -> Self {
        if popup.is_undefined() {
            Self::NotYet
        } else if popup.is_null() {
            Self::Refused
        } else {
            Self::Blank(popup.unchecked_into())
        }
    }
}

/// The popup of one login.
pub(crate) struct Popup {
    opened: PopupAttempt,
    features: String,
    /// Which of this page's popups it is.
    number: u32,
    focus_watch: Option<FocusWatch>,
}

/// How many popups this page has opened.
static OPENED: AtomicU32 = AtomicU32::new(0);

impl Popup {
    /// A popup that is opened with these `window.open` features.
    pub(crate) fn new(opened: PopupAttempt, features: String) -> Self {
        Self { opened, features, number: 0, focus_watch: None }
    }

    /// Opens it at `url`, synchronously: a browser forgives an await between the click and this for a moment at most.
    pub(crate) fn open(&mut self, window: &Window, url: &str) -> Outcome {
        let outcome = self.open_at(window, url);
        if matches!(outcome, Outcome::Done) {
            self.number = OPENED.fetch_add(1, Ordering::Relaxed) + 1;
            self.focus_watch = Some(FocusWatch::new(window));
        }
        outcome
    }

    fn open_at(&mut self, window: &Window, url: &str) -> Outcome {
        match &self.opened {
            PopupAttempt::Refused => Outcome::Refused,
            PopupAttempt::Blank(popup) => {
                if popup.closed().unwrap_or(true) {
                    return Outcome::Closed;
                }
                // The blank page must not be what Back leads to.
                if popup.location().replace(url).is_ok() { Outcome::Done } else { Outcome::Refused }
            }
            PopupAttempt::NotYet => match window.open_with_url_and_target_and_features(url, "_blank", &self.features) {
                Ok(Some(popup)) => {
                    self.opened = PopupAttempt::Blank(popup);
                    Outcome::Done
                }
                // No window, or no `window.open` at all, as inside some apps.
                Ok(None) | Err(_) => Outcome::Refused,
            },
        }
    }

    /// How it looks now.
    pub(crate) fn look(&mut self, now: u64) -> PopupLook {
        let focus_came_back = self.focus_watch.as_mut().is_some_and(FocusWatch::is_back);
        let superseded = OPENED.load(Ordering::Relaxed) != self.number;
        let closed = self.window().is_none_or(|popup| popup.closed().unwrap_or(true));
        PopupLook { closed, focus_came_back, superseded, now }
    }

    /// The window itself, once it is open.
    pub(crate) fn window(&self) -> Option<Window> {
        match &self.opened {
            PopupAttempt::Blank(popup) => Some(popup.clone()),
            PopupAttempt::NotYet | PopupAttempt::Refused => None,
        }
    }
}

/// Closes a window, if there is one and it lets itself be closed.
pub(crate) fn close(window: Option<&Window>) -> Outcome {
    if let Some(window) = window {
        let _ = window.close();
    }
    Outcome::Done
}

/// The window that opened this one, if it is not cut off.
pub(crate) fn opener(window: &Window) -> Option<Window> {
    Reflect::get(window, &JsValue::from_str("opener")).ok().filter(JsValue::is_object).map(JsValue::unchecked_into)
}
