//! `postMessage` and `BroadcastChannel`.

use std::collections::{BTreeMap, VecDeque};

use stagepass::effect::Message;

#[derive(Debug, Default)]
pub(crate) struct Mail {
    pub(super) opened: u64,
    pub(super) boxes: BTreeMap<u64, Mailbox>,
    pub(super) under_way: VecDeque<Letter>,
}

#[derive(Debug)]
pub(super) struct Mailbox {
    pub(super) window: usize,
    pub(super) partition: usize,
    pub(super) channel: String,
    /// The other window of the login, where it is known.
    pub(super) peer: Option<usize>,
    pub(super) inbox: VecDeque<Message>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// From window to window.
    Posted { from: usize, to: usize },
    /// To a mailbox, by its channel.
    Broadcast { to: u64 },
}

#[derive(Debug)]
pub(super) struct Letter {
    pub(super) route: Route,
    pub(super) from_origin: String,
    /// The origin that the other window must have by the time it arrives; none: any.
    pub(super) target_origin: Option<String>,
    pub(super) text: String,
}

impl Mail {
    pub(crate) fn under_way(&self) -> usize {
        self.under_way.len()
    }

    pub(crate) fn open(&mut self, window: usize, partition: usize, channel: &str, peer: Option<usize>) -> u64 {
        self.opened += 1;
        let mailbox = Mailbox { window, partition, channel: channel.to_owned(), peer, inbox: VecDeque::new() };
        self.boxes.insert(self.opened, mailbox);
        self.opened
    }

    pub(crate) fn take(&mut self, mailbox: u64) -> Option<Message> {
        self.boxes.get_mut(&mailbox)?.inbox.pop_front()
    }

    pub(crate) fn close(&mut self, mailbox: u64) {
        self.boxes.remove(&mailbox);
    }

    pub(crate) fn close_window(&mut self, window: usize) {
        self.boxes.retain(|_, mailbox| mailbox.window != window);
    }
}
