//! `postMessage` and `BroadcastChannel`.

use std::collections::{BTreeMap, VecDeque};

use crate::effect::Message;

#[derive(Debug, Default)]
pub(crate) struct Messages {
    pub(super) opened: u64,
    pub(super) inboxes: BTreeMap<u64, Inbox>,
    pub(super) in_flight: VecDeque<SentMessage>,
}

#[derive(Debug)]
pub(super) struct Inbox {
    pub(super) window: usize,
    pub(super) partition: usize,
    pub(super) channel: String,
    /// The other window of the login, if known.
    pub(super) peer: Option<usize>,
    pub(super) received: VecDeque<Message>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// From window to window.
    Posted { from: usize, to: usize },
    /// To an inbox, by its channel.
    Broadcast { to: u64 },
}

#[derive(Debug)]
pub(super) struct SentMessage {
    pub(super) route: Route,
    pub(super) from_origin: String,
    /// The origin that the other window must have on arrival. `None`: any.
    pub(super) target_origin: Option<String>,
    pub(super) text: String,
}

impl Messages {
    pub(crate) fn in_flight(&self) -> usize {
        self.in_flight.len()
    }

    pub(crate) fn open(&mut self, window: usize, partition: usize, channel: &str, peer: Option<usize>) -> u64 {
        self.opened += 1;
        let inbox = Inbox { window, partition, channel: channel.to_owned(), peer, received: VecDeque::new() };
        self.inboxes.insert(self.opened, inbox);
        self.opened
    }

    pub(crate) fn take(&mut self, inbox: u64) -> Option<Message> {
        self.inboxes.get_mut(&inbox)?.received.pop_front()
    }

    pub(crate) fn close(&mut self, inbox: u64) {
        self.inboxes.remove(&inbox);
    }

    pub(crate) fn close_window(&mut self, window: usize) {
        self.inboxes.retain(|_, inbox| inbox.window != window);
    }
}
