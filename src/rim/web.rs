//! The `Platform` of a browser: each effect is one simple action on the page. No step of the protocol is decided here.
//!
//! One [`Page`] serves one flow and owns all that the flow opens: listeners, channel, timers and lock.

mod address_bar;
#[cfg(feature = "rust")]
mod builder;
mod deadline;
#[cfg(feature = "dpop")]
mod dpop;
#[cfg(feature = "rust")]
mod environment;
mod focus_watch;
mod http;
mod lock;
pub(crate) mod method;
mod peer_channel;
mod popup;
#[cfg(feature = "rust")]
mod send;
mod storage;
mod window;

use stagepass_core::dpop::Dpop;
use stagepass_core::effect::{Effect, Request};
#[cfg(any(feature = "js", feature = "dpop"))]
use wasm_bindgen::JsValue;
use web_sys::{RequestInit, Window};

use self::deadline::{Deadline, Missed};
use self::http::Fetch;
use self::lock::Lock;
use self::peer_channel::PeerChannel;
use self::popup::Popup;
use self::window::window;
use crate::rim::member::object;
use crate::rim::parsed::Outcome;
use crate::rim::platform::Platform;
use crate::rim::storage::Stores;
use crate::rim::web::method::fetch;
use crate::shared::Shared;

#[cfg(feature = "rust")]
pub(crate) use self::environment::Browser;
pub(crate) use self::popup::PopupAttempt;
pub(crate) use self::storage::PageStorage;

fn random() -> Outcome {
    let mut random = Box::new([0; 48]);
    if getrandom::fill(random.as_mut_slice()).is_ok() { Outcome::Random(random) } else { Outcome::Refused }
}

/// Sends a request with a proof (DPoP, RFC 9449). Its `init` has the members `dpop` (the number of the core's `Dpop`)
/// and `key` (the name of the key). The promise resolves to null if there can be no key.
type SendProven = Box<Fetch>;

/// Returns the stores of this page.
pub(crate) fn stores() -> Stores {
    Stores {
        local: Some(Shared::new(PageStorage::Local)),
        session: Some(Shared::new(PageStorage::Session)),
        ..Stores::default()
    }
}

/// Returns the URL of this page. Empty if there is no page.
pub(crate) fn address() -> String {
    window().map(|window| address_bar::href(&window)).unwrap_or_default()
}

/// This page, as one flow uses it.
pub(crate) struct Page {
    window: Window,
    send_proven: Option<SendProven>,
    popup: Option<Popup>,
    peer_channel: Option<PeerChannel>,
    lock: Option<Lock>,
}

impl Page {
    /// Creates the page of a flow. `None` without a window.
    pub(crate) fn new() -> Option<Self> {
        Some(Self { window: window()?, send_proven: None, popup: None, peer_channel: None, lock: None })
    }

    /// Returns the page for a flow that opens a popup.
    pub(crate) fn with_popup(mut self, opened: PopupAttempt) -> Self {
        let features = popup::features(&self.window);
        self.popup = Some(Popup::new(opened, features));
        self
    }

    /// Returns the page for a flow whose requests can have proofs, which `send` adds.
    #[cfg(any(feature = "js", feature = "dpop"))]
    pub(crate) fn with_proofs(
        mut self,
        send: impl Fn(&str, &RequestInit) -> Result<JsValue, JsValue> + 'static,
    ) -> Self {
        self.send_proven = Some(Box::new(send));
        self
    }

    fn popup_window(&self) -> Option<Window> {
        self.popup.as_ref().and_then(Popup::window)
    }

    async fn receive(&mut self, within: u32) -> Outcome {
        let Some(peer_channel) = &self.peer_channel else { return Outcome::Elapsed };
        if let Some(message) = peer_channel.take() {
            return Outcome::Message(message);
        }
        let deadline = Deadline::new(within);
        peer_channel.wake(&deadline);
        deadline.over().await;
        // A message that arrived at the moment of the timeout counts.
        peer_channel.take().map_or(Outcome::Elapsed, Outcome::Message)
    }

    async fn lock(&mut self, name: &str, within: u32) -> Outcome {
        let deadline = Deadline::new(within);
        let Some((lock, granted)) = Lock::ask(&self.window, name, &deadline) else { return Outcome::Refused };
        let lock = self.lock.insert(lock);
        match deadline.against(&granted).await {
            Ok(value) => lock.hear(&value),
            Err(Missed::Rejected(_)) => Outcome::Refused,
            Err(Missed::Elapsed) => Outcome::Elapsed,
        }
    }

    async fn send(&self, request: &Request) -> Outcome {
        let window = self.window.clone();
        let plain = move |url: &str, init: &RequestInit| fetch(&window, url, init);
        let fetch: &Fetch = match (request.proof.dpop, &self.send_proven) {
            (Dpop::Never, _) => &plain,
            (_, Some(send)) => &**send,
            (_, None) => return Outcome::Refused,
        };
        http::send(request, fetch).await
    }
}

impl Platform for Page {
    /// An effect that needs no wait is done at the first poll, so a login opens its popup inside the click.
    async fn perform(&mut self, effect: Effect) -> Outcome {
        match effect {
            Effect::Now => Outcome::Now(now()),
            Effect::Random => random(),
            // `Stores` performs these.
            Effect::Read { .. } | Effect::Write { .. } | Effect::Delete { .. } | Effect::Keys { .. } => {
                Outcome::Refused
            }
            Effect::OpenPopup { url } => match &mut self.popup {
                Some(popup) => popup.open(&self.window, &url),
                None => Outcome::Refused,
            },
            Effect::LookAtPopup => match &mut self.popup {
                Some(popup) => Outcome::Popup(popup.look(now())),
                None => Outcome::Refused,
            },
            Effect::ClosePopup => popup::close(self.popup_window().as_ref()),
            Effect::CloseSelf => popup::close(Some(&self.window)),
            Effect::Navigate { url, replace } => address_bar::navigate(&self.window, &url, replace),
            Effect::SetAddress { from, to } => address_bar::set(&self.window, &from, &to),
            Effect::Listen { channel } => {
                let peer = self.popup_window().or_else(|| object(&self.window, "opener"));
                self.peer_channel = Some(PeerChannel::open(&self.window, &channel, peer));
                Outcome::Done
            }
            Effect::Post { text, origin } => {
                if let Some(peer_channel) = &self.peer_channel {
                    peer_channel.post(&text, origin.as_deref());
                }
                Outcome::Done
            }
            Effect::Unlock => {
                if let Some(lock) = self.lock.take() {
                    lock.let_go_later();
                }
                Outcome::Done
            }
            Effect::Receive { within } => self.receive(within).await,
            Effect::Lock { name, within } => self.lock(&name, within).await,
            Effect::Http(request) => self.send(&request).await,
        }
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
