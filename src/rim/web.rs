//! The browser as host: each effect is one simple action on the page. Nothing is decided here.
//!
//! One [`Page`] serves one flow and owns all that the flow opens: listeners, channel, timers and lock.

mod address_bar;
mod browser;
mod builder;
mod deadline;
#[cfg(feature = "dpop")]
mod dpop;
mod focus_watch;
mod http;
mod lock;
mod method;
mod peer_channel;
mod popup;
mod send;
mod storage;

use js_sys::Promise;
use stagepass_core::effect::{Effect, REQUEST_DEADLINE};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{AbortSignal, Window};

use self::deadline::Deadline;
use self::http::{Call, Heard};
use self::lock::Lock;
use self::peer_channel::PeerChannel;
use self::popup::Popup;
use crate::rim::member::object;
use crate::sdk::parsed::Outcome;

pub(crate) use self::browser::Browser;
pub(crate) use self::popup::PopupAttempt;

/// The progress of an effect when [`Page::perform`] returns.
pub(crate) enum Completion {
    /// Done, with this outcome.
    Now(Outcome),
    /// Running. [`Page::settled`] receives the result of this promise.
    Later(Promise),
}

/// The effect whose promise has not settled yet.
enum PendingEffect {
    Lock,
    Message,
    Answer(Call),
}

fn random() -> Outcome {
    let mut random = Box::new([0; 48]);
    if getrandom::fill(random.as_mut_slice()).is_ok() { Outcome::Random(random) } else { Outcome::Refused }
}

/// Returns the URL of this page. Empty if there is no page.
pub(crate) fn address() -> String {
    window().map(|window| address_bar::href(&window)).unwrap_or_default()
}

#[wasm_bindgen]
extern "C" {
    // Returns the global object itself. `web_sys::window()` tries four, checks the class of what it finds, and keeps
    // it.
    #[wasm_bindgen(js_namespace = globalThis, js_name = valueOf)]
    fn global() -> JsValue;
}

fn window() -> Option<Window> {
    object(&global(), "window")
}

/// This page, as one flow uses it.
pub(crate) struct Page {
    window: Window,
    signal: Option<AbortSignal>,
    popup: Option<Popup>,
    peer_channel: Option<PeerChannel>,
    lock: Option<Lock>,
    deadline: Option<Deadline>,
    pending: Option<PendingEffect>,
}

impl Page {
    /// Creates the page of a flow that `signal` can abort. `None` without a window.
    pub(crate) fn new(signal: Option<AbortSignal>) -> Option<Self> {
        Some(Self {
            window: window()?,
            signal,
            popup: None,
            peer_channel: None,
            lock: None,
            deadline: None,
            pending: None,
        })
    }

    /// Returns the page for a flow that opens a popup.
    pub(crate) fn with_popup(mut self, opened: PopupAttempt, features: String) -> Self {
        self.popup = Some(Popup::new(opened, features));
        self
    }

    /// Returns whether the caller has aborted the flow.
    pub(crate) fn is_aborted(&self) -> bool {
        self.signal.as_ref().is_some_and(AbortSignal::aborted)
    }

    /// Performs `effect`. An effect that needs no wait is done when this returns, so a login opens its popup inside the
    /// click.
    pub(crate) fn perform(&mut self, effect: &Effect) -> Completion {
        Completion::Now(match effect {
            Effect::Now => Outcome::Now(now()),
            Effect::Random => random(),
            // The loop of `sdk` performs these.
            Effect::Read { .. } | Effect::Write { .. } | Effect::Delete { .. } | Effect::Keys { .. } => {
                Outcome::Refused
            }
            Effect::OpenPopup { url } => match &mut self.popup {
                Some(popup) => popup.open(&self.window, url),
                None => Outcome::Refused,
            },
            Effect::LookAtPopup => match &mut self.popup {
                Some(popup) => Outcome::Popup(popup.look(now())),
                None => Outcome::Refused,
            },
            Effect::ClosePopup => popup::close(self.popup_window().as_ref()),
            Effect::CloseSelf => popup::close(Some(&self.window)),
            Effect::Navigate { url, replace } => address_bar::navigate(&self.window, url, *replace),
            Effect::SetAddress { from, to } => address_bar::set(&self.window, from, to),
            Effect::Listen { channel } => {
                let peer = self.popup_window().or_else(|| object(&self.window, "opener"));
                self.peer_channel = Some(PeerChannel::open(&self.window, channel, peer));
                Outcome::Done
            }
            Effect::Post { text, origin } => {
                if let Some(peer_channel) = &self.peer_channel {
                    peer_channel.post(text, origin.as_deref());
                }
                Outcome::Done
            }
            Effect::Unlock => {
                if let Some(lock) = self.lock.take() {
                    lock.let_go_later();
                }
                Outcome::Done
            }
            Effect::Receive { within } => return self.receive(*within),
            Effect::Lock { name, within } => return self.lock(name, *within),
            Effect::Http(request) => {
                #[cfg(not(feature = "dpop"))]
                if request.proof.dpop != stagepass_core::dpop::Dpop::Never {
                    return Completion::Now(Outcome::Refused);
                }
                match Call::send(&self.window, request) {
                    Some((call, answer)) => {
                        self.deadline = Some(Deadline::new(REQUEST_DEADLINE, self.signal.as_ref()));
                        return self.wait(PendingEffect::Answer(call), &answer);
                    }
                    None => Outcome::Offline,
                }
            }
        })
    }

    /// Returns the outcome of an effect that took time: its promise was resolved or rejected.
    pub(crate) fn settled(&mut self, settled: Result<JsValue, JsValue>) -> Completion {
        let over = if self.is_aborted() {
            Some(Outcome::Aborted)
        } else if settled.as_ref().is_ok_and(JsValue::is_undefined) {
            Some(Outcome::Elapsed)
        } else {
            None
        };
        let outcome = match (self.pending.take(), over) {
            (Some(PendingEffect::Answer(call)), Some(over)) => {
                call.abort();
                over
            }
            // There is no key for the proof.
            (Some(PendingEffect::Answer(_)), None) if settled.as_ref().is_ok_and(JsValue::is_null) => Outcome::Refused,
            (Some(PendingEffect::Answer(call)), None) => match settled.map(|value| call.hear(value)) {
                Ok(Heard::More(call, body)) => return self.wait(PendingEffect::Answer(call), &body),
                Ok(Heard::Answer(answer)) => Outcome::Answer(answer),
                Ok(Heard::Nothing) | Err(_) => Outcome::Offline,
            },
            (Some(PendingEffect::Lock), None) => match (&mut self.lock, settled) {
                (Some(lock), Ok(value)) => lock.hear(&value),
                _ => Outcome::Refused,
            },
            // A message that arrived at the moment of the timeout counts.
            (Some(PendingEffect::Message), None | Some(Outcome::Elapsed)) => {
                self.peer_channel.as_ref().and_then(PeerChannel::take).map_or(Outcome::Elapsed, Outcome::Message)
            }
            (_, over) => over.unwrap_or(Outcome::Elapsed),
        };
        self.deadline = None;
        Completion::Now(outcome)
    }

    /// Ends the effect whose promise has not settled yet.
    fn abort_pending(&mut self) {
        if let Some(PendingEffect::Answer(call)) = self.pending.take() {
            call.abort();
        }
        self.deadline = None;
    }

    fn popup_window(&self) -> Option<Window> {
        self.popup.as_ref().and_then(Popup::window)
    }

    fn receive(&mut self, within: u32) -> Completion {
        let Some(peer_channel) = &self.peer_channel else { return Completion::Now(Outcome::Elapsed) };
        if let Some(message) = peer_channel.take() {
            return Completion::Now(Outcome::Message(message));
        }
        let deadline = Deadline::new(within, self.signal.as_ref());
        peer_channel.wake(&deadline);
        self.pending = Some(PendingEffect::Message);
        Completion::Later(self.deadline.insert(deadline).over())
    }

    fn lock(&mut self, name: &str, within: u32) -> Completion {
        let deadline = Deadline::new(within, self.signal.as_ref());
        let Some((lock, granted)) = Lock::ask(&self.window, name, &deadline) else {
            return Completion::Now(Outcome::Refused);
        };
        (self.lock, self.deadline) = (Some(lock), Some(deadline));
        self.pending = Some(PendingEffect::Lock);
        Completion::Later(granted)
    }

    fn wait(&mut self, pending: PendingEffect, promise: &Promise) -> Completion {
        self.pending = Some(pending);
        Completion::Later(self.deadline.as_ref().map_or_else(|| promise.clone(), |deadline| deadline.against(promise)))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "milliseconds since 1970 are a small whole number"
)]
fn now() -> u64 {
    js_sys::Date::now() as u64
}
