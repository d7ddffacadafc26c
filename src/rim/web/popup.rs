//! The popup in which the user signs in, as its opener sees it.

use core::sync::atomic::{AtomicU32, Ordering};

use js_sys::Array;
use stagepass_core::effect::PopupLook;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::Window;

use super::focus_watch::FocusWatch;
use crate::rim::member::{call, member};
use crate::rim::parsed::Outcome;

/// Whether the popup was opened.
#[derive(Clone, Debug, Default)]
pub(crate) enum PopupAttempt {
    /// Not yet.
    #[default]
    NotYet,
    /// It is open.
    Open(Window),
    /// The browser blocked it. No other is opened.
    Blocked,
}

/// The popup of one login.
pub(crate) struct Popup {
    opened: PopupAttempt,
    /// Whether the caller, the npm package or an app in Rust, has opened it without a URL.
    is_adopted: bool,
    features: JsValue,
    /// The number of this popup on this page.
    number: u32,
    focus_watch: Option<FocusWatch>,
}

/// The number of popups that this page has opened.
static OPENED: AtomicU32 = AtomicU32::new(0);

impl Popup {
    /// Creates a popup that opens with these `window.open` features, unless the app has opened it.
    pub(crate) fn new(opened: PopupAttempt, features: JsValue) -> Self {
        let is_adopted = matches!(opened, PopupAttempt::Open(_));
        Self { opened, is_adopted, features, number: 0, focus_watch: None }
    }

    /// Opens it at `url`, synchronously, because a browser tolerates only a short await between the click and this.
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
            PopupAttempt::Open(popup) => {
                if is_closed(popup) {
                    return Outcome::Closed;
                }
                // Back must not lead to the blank page.
                match call(&member(popup, "location"), "replace", &[&url.into()]) {
                    Ok(_) => Outcome::Done,
                    Err(_) => Outcome::Refused,
                }
            }
            PopupAttempt::Blocked => Outcome::Refused,
            PopupAttempt::NotYet => {
                self.opened = open(window, url, &self.features);
                if let PopupAttempt::Open(_) = self.opened { Outcome::Done } else { Outcome::Refused }
            }
        }
    }

    /// Returns its current state.
    pub(crate) fn look(&mut self, now: u64) -> PopupLook {
        let focus_came_back = self.focus_watch.as_mut().is_some_and(FocusWatch::is_back);
        let superseded = OPENED.load(Ordering::Relaxed) != self.number;
        let closed = self.window().is_none_or(|popup| is_closed(&popup));
        PopupLook { closed, focus_came_back, superseded, now }
    }

    /// Returns the window, once it is open.
    pub(crate) fn window(&self) -> Option<Window> {
        match &self.opened {
            PopupAttempt::Open(popup) => Some(popup.clone()),
            PopupAttempt::NotYet | PopupAttempt::Blocked => None,
        }
    }
}

impl Drop for Popup {
    /// Closes a window of the caller that the login has not used. One with the service's page belongs to the machine.
    fn drop(&mut self) {
        if let PopupAttempt::Open(popup) = &self.opened
            && self.is_adopted
            && is_blank(popup)
        {
            close(Some(popup));
        }
    }
}

/// Opens a window at this URL. Without one, it is blank.
pub(crate) fn open(window: &Window, url: &str, features: &JsValue) -> PopupAttempt {
    match call(window, "open", &[&url.into(), &"_blank".into(), features]).ok().filter(JsValue::is_object) {
        Some(popup) => PopupAttempt::Open(popup.unchecked_into()),
        // No window, or no `window.open`, as inside some apps.
        None => PopupAttempt::Blocked,
    }
}

/// Returns the popup's features: centred over this window, on any screen.
pub(crate) fn features(window: &Window) -> JsValue {
    const WIDTH: f64 = 480.0;
    const HEIGHT: f64 = 720.0;
    let number = |name| member(window, name).as_f64().unwrap_or_default();
    let left = (number("screenX") + (number("outerWidth") - WIDTH) / 2.0).round();
    let top = (number("screenY") + (number("outerHeight") - HEIGHT) / 2.0).round();
    let features = Array::new();
    for (name, number) in [("popup,width=", WIDTH), (",height=", HEIGHT), (",left=", left), (",top=", top)] {
        features.push(&name.into());
        features.push(&number.into());
    }
    // Not `format!`: Rust's formatting of floats would be a tenth of what a page loads.
    features.join("").into()
}

/// Closes a window, if there is one and it allows it.
pub(crate) fn close(window: Option<&Window>) -> Outcome {
    if let Some(window) = window {
        let _ = call(window, "close", &[]);
    }
    Outcome::Done
}

/// Returns whether a window shows no page. The URL of a page of another origin cannot be read.
fn is_blank(popup: &Window) -> bool {
    member(&member(popup, "location"), "href") == "about:blank"
}

fn is_closed(popup: &Window) -> bool {
    member(popup, "closed").as_bool().unwrap_or(true)
}
