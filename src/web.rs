//! The browser as host: each effect is one plain act on the page. Nothing is decided here.
//!
//! One [`Page`] serves one flow and owns all that the flow opens: listeners, channel, timers and lock go with it.

mod address_bar;
mod document;
mod http;
mod lock;
mod mailbox;
mod popup;
mod race;
mod storage;

use core::future::Future;
use core::pin::Pin;

use web_sys::{AbortSignal, Storage, Window};

use self::lock::Lock;
use self::mailbox::Mailbox;
use self::popup::Popup;
use crate::effect::{Area, Effect, Outcome};

pub(crate) use self::popup::Opened;

/// What came of an effect: at once, or after a while.
pub(crate) enum Performed {
    Now(Outcome),
    Later(Pin<Box<dyn Future<Output = Outcome>>>),
}

fn random() -> Outcome {
    let mut random = [0; 48];
    if getrandom::fill(&mut random).is_ok() { Outcome::Random(random) } else { Outcome::Refused }
}

/// The address of this page; empty where there is none.
pub(crate) fn address() -> String {
    web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default()
}

/// This page, as one flow uses it.
pub(crate) struct Page {
    window: Window,
    signal: Option<AbortSignal>,
    own_store: Option<Storage>,
    popup: Option<Popup>,
    mailbox: Option<Mailbox>,
    lock: Option<Lock>,
}

impl Page {
    /// For a flow that `signal` can abort, of an app that may have a store of its own. `None` where there is no window.
    pub(crate) fn new(signal: Option<AbortSignal>, own_store: Option<Storage>) -> Option<Self> {
        let window = web_sys::window()?;
        Some(Self { window, signal, own_store, popup: None, mailbox: None, lock: None })
    }

    /// For a flow that opens a popup.
    pub(crate) fn with_popup(mut self, opened: Opened, features: String) -> Self {
        self.popup = Some(Popup::new(opened, features));
        self
    }

    /// Whether the caller has aborted the flow.
    pub(crate) fn is_aborted(&self) -> bool {
        self.signal.as_ref().is_some_and(AbortSignal::aborted)
    }

    /// Performs `effect`. What is done at once is done when this returns: a login opens its window inside the click.
    pub(crate) fn perform(&mut self, effect: &Effect) -> Performed {
        Performed::Now(match effect {
            Effect::Now => Outcome::Now(now()),
            Effect::Random => random(),
            Effect::Read { area, key } => Outcome::Text(storage::read(self.store(*area), key)),
            Effect::Write { area, key, value } => storage::write(self.store(*area), key, value),
            Effect::Delete { area, key } => storage::delete(self.store(*area), key),
            Effect::Keys { prefix } => {
                let areas = [Area::Local, Area::Session, Area::Custom];
                Outcome::Keys(storage::keys(areas.into_iter().filter_map(|area| self.store(area)), prefix))
            }
            Effect::OpenPopup { url } => match &mut self.popup {
                Some(popup) => popup.open(&self.window, url),
                None => Outcome::Refused,
            },
            Effect::LookAtPopup => match &mut self.popup {
                Some(popup) => Outcome::Popup(popup.look(&self.window, now())),
                None => Outcome::Refused,
            },
            Effect::ClosePopup => popup::close(self.popup_window().as_ref()),
            Effect::CloseSelf => popup::close(Some(&self.window)),
            Effect::Navigate { url, replace } => address_bar::navigate(&self.window, url, *replace),
            Effect::SetAddress { from, to } => address_bar::set(&self.window, from, to),
            Effect::Listen { channel } => {
                let peer = self.popup_window().or_else(|| popup::opener(&self.window));
                self.mailbox = Some(Mailbox::open(&self.window, channel, peer));
                Outcome::Done
            }
            Effect::Post { text } => {
                if let Some(mailbox) = &self.mailbox {
                    mailbox.post(text);
                }
                Outcome::Done
            }
            Effect::Unlock => {
                self.lock = None;
                Outcome::Done
            }
            Effect::Receive { within } => return self.receive(*within),
            Effect::Lock { name, within } => {
                let (lock, granted) = lock::request(&self.window, name, *within, self.signal.clone());
                self.lock = lock;
                return Performed::Later(Box::pin(granted));
            }
            Effect::Http(request) => {
                return Performed::Later(Box::pin(http::send(&self.window, request, self.signal.clone())));
            }
        })
    }

    /// Where an area is kept, if this page may have it. Asked for each time: the permission can change while it is open.
    fn store(&self, area: Area) -> Option<Storage> {
        match area {
            Area::Local => storage::local(&self.window),
            Area::Session => self.window.session_storage().ok()?,
            Area::Memory => None,
            Area::Custom => self.own_store.clone(),
        }
    }

    fn popup_window(&self) -> Option<Window> {
        self.popup.as_ref().and_then(Popup::window)
    }

    fn receive(&self, within: u32) -> Performed {
        let Some(mailbox) = &self.mailbox else { return Performed::Now(Outcome::Elapsed) };
        match mailbox.take() {
            Some(message) => Performed::Now(Outcome::Message(message)),
            None => Performed::Later(Box::pin(mailbox.receive(within, self.signal.clone()))),
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
