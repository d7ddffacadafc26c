//! The state of a browser: windows, storage, locks, and messages in flight.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use stagepass_backend::entropy::SeededEntropy;
use stagepass_core::document::{Document as _, Json};

use super::locks::Locks;
use super::messages::{Inbox, Messages, Route, SentMessage};
use super::window_state::{ClosePolicy, PendingUnload, WindowState, origin};
use crate::clock::SharedClock;
use crate::effect::Message;
use crate::network::Network;

/// The features of a browser.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a feature of its own")]
pub struct BrowserFeatures {
    /// Whether pages can open popups.
    pub opens_popups: bool,
    /// Whether it has Web Locks.
    pub has_locks: bool,
    /// Whether it has a `BroadcastChannel`.
    pub has_channels: bool,
    /// Whether it has storage. Without it, pages store values in memory.
    pub keeps_storage: bool,
}

#[derive(Debug)]
pub(crate) struct BrowserState {
    pub(super) clock: Arc<SharedClock>,
    pub(super) seed: u64,
    pub(super) entropy: SeededEntropy,
    pub(super) network: Rc<dyn Network>,
    pub(super) features: BrowserFeatures,
    pub(super) windows: Vec<WindowState>,
    /// By partition, and whether it is the app's custom store.
    pub(super) storage: BTreeMap<(usize, bool), BTreeMap<String, String>>,
    pub(super) locks: Locks,
    pub(super) messages: Messages,
}

impl Drop for BrowserState {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("to have the same random octets again: STAGEPASS_TEST_SEED={}", self.seed);
        }
    }
}

impl BrowserState {
    pub(crate) fn window(&self, id: usize) -> &WindowState {
        self.windows.get(id).expect("windows are never forgotten")
    }

    pub(crate) fn window_mut(&mut self, id: usize) -> &mut WindowState {
        self.windows.get_mut(id).expect("windows are never forgotten")
    }

    /// Opens a window, which takes the focus.
    pub(crate) fn open(&mut self, address: &str, partition: usize, opener: Option<usize>) -> usize {
        self.windows.iter_mut().for_each(|window| window.has_focus = false);
        self.windows.push(WindowState {
            address: address.to_owned(),
            partition,
            opener,
            document: 0,
            memory: BTreeMap::new(),
            session_storage: BTreeMap::new(),
            leaving: None,
            has_focus: true,
            is_closed: false,
            is_cut_off: false,
            // A script cannot close a tab that the user has opened.
            closes: if opener.is_some() { ClosePolicy::ByScript } else { ClosePolicy::ByUserOnly },
        });
        self.windows.len() - 1
    }

    /// Whether `opener` has opened another window after this one.
    pub(crate) fn has_opened_since(&self, opener: usize, window: usize) -> bool {
        self.windows.iter().skip(window + 1).any(|newer| newer.opener == Some(opener))
    }

    pub(crate) fn load(&mut self, id: usize, address: &str) {
        self.unload(id);
        self.window_mut(id).show(address);
    }

    pub(crate) fn close(&mut self, id: usize) {
        self.unload(id);
        let window = self.window_mut(id);
        (window.is_closed, window.has_focus) = (true, false);
        if let Some(opener) = window.opener {
            self.window_mut(opener).has_focus = true;
        }
    }

    /// Navigates or closes the window, if its script has requested that.
    pub(crate) fn leave(&mut self, id: usize) {
        match self.window_mut(id).leaving.take() {
            Some(PendingUnload::To(address)) => self.load(id, &address),
            Some(PendingUnload::Close) => self.close(id),
            None => {}
        }
    }

    fn unload(&mut self, id: usize) {
        let window = self.window_mut(id);
        window.document += 1;
        window.memory.clear();
        window.leaving = None;
        self.locks.leave_window(id);
        self.messages.close_window(id);
    }
}

impl BrowserState {
    /// Performs the core's `Post`: to the other window at the page's own origin, and on the channel.
    pub(crate) fn post(&mut self, inbox: u64, text: &str, target: Option<&str>) {
        let Some(own) = self.messages.inboxes.get(&inbox) else { return };
        let (from, partition, channel) = (own.window, own.partition, own.channel.clone());
        let own_origin = origin(self.window(from).address());
        if let Some(to) = own.peer {
            self.send(Route::Posted { from, to }, &own_origin, Some(target.unwrap_or(&own_origin)), text);
        }
        let has_channels = self.features.has_channels;
        let same_channel = |(id, other): (&u64, &Inbox)| {
            (has_channels && *id != inbox && other.partition == partition && other.channel == channel).then_some(*id)
        };
        let others: Vec<u64> = self.messages.inboxes.iter().filter_map(same_channel).collect();
        for to in others {
            self.send(Route::Broadcast { to }, &own_origin, None, text);
        }
    }

    /// Posts to a window of any origin.
    pub(crate) fn post_to(&mut self, from: usize, to: usize, text: &str) {
        let from_origin = origin(self.window(from).address());
        self.send(Route::Posted { from, to }, &from_origin, None, text);
    }

    fn send(&mut self, route: Route, from_origin: &str, target_origin: Option<&str>, text: &str) {
        self.messages.in_flight.push_back(SentMessage {
            route,
            from_origin: from_origin.to_owned(),
            target_origin: target_origin.map(str::to_owned),
            text: text.to_owned(),
        });
    }

    pub(crate) fn deliver(&mut self, which: usize) {
        let Some(chosen) = which.checked_rem(self.messages.in_flight.len()) else { return };
        let route = self.messages.in_flight.get(chosen).map(|message| message.route);
        let first = self.messages.in_flight.iter().position(|message| Some(message.route) == route);
        let Some(message) = first.and_then(|first| self.messages.in_flight.remove(first)) else { return };
        match message.route {
            Route::Posted { from, to } => self.deliver_posted(&message, from, to),
            Route::Broadcast { to } => {
                if let Some(inbox) = self.messages.inboxes.get_mut(&to) {
                    inbox.received.push_back(received(&message, true, true));
                }
            }
        }
    }

    fn deliver_posted(&mut self, message: &SentMessage, from: usize, to: usize) {
        let window = self.window(to);
        let here = origin(window.address());
        let is_meant_for = message.target_origin.as_ref().is_none_or(|target| *target == here);
        if window.is_closed() || window.is_cut_off() || !is_meant_for {
            return;
        }
        for inbox in self.messages.inboxes.values_mut().filter(|inbox| inbox.window == to) {
            inbox.received.push_back(received(message, message.from_origin == here, inbox.peer == Some(from)));
        }
    }
}

/// Returns the message as the core gets it. A text that is JSON stands for an object.
fn received(SentMessage { text, from_origin, .. }: &SentMessage, own_origin: bool, from_peer: bool) -> Message {
    let members = Json::parse(text).or_else(|| Json::parse("null")).expect("null is JSON");
    Message { text: text.clone(), members, origin: from_origin.clone(), own_origin, from_peer }
}
