//! `postMessage` and `BroadcastChannel`.

use std::collections::{BTreeMap, VecDeque};

use stagepass::effect::Message;

use super::Inside;
use super::window::origin;

#[derive(Debug, Default)]
pub(crate) struct Mail {
    opened: u64,
    boxes: BTreeMap<u64, Mailbox>,
    under_way: VecDeque<Letter>,
}

#[derive(Debug)]
struct Mailbox {
    window: usize,
    partition: usize,
    channel: String,
    /// The other window of the login, where it is known.
    peer: Option<usize>,
    inbox: VecDeque<Message>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Route {
    /// From window to window.
    Posted { from: usize, to: usize },
    /// To a mailbox, by its channel.
    Broadcast { to: u64 },
}

#[derive(Debug)]
struct Letter {
    route: Route,
    from_origin: String,
    /// The origin that the other window must have by the time it arrives; none: any.
    target_origin: Option<String>,
    text: String,
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

impl Inside {
    /// What the core's `Post` does: to the other window at the page's own origin, and on the channel.
    pub(crate) fn post(&mut self, mailbox: u64, text: &str) {
        let Some(own) = self.mail.boxes.get(&mailbox) else { return };
        let (from, partition, channel) = (own.window, own.partition, own.channel.clone());
        let own_origin = origin(self.window(from).address());
        if let Some(to) = own.peer {
            self.send(Route::Posted { from, to }, &own_origin, Some(&own_origin), text);
        }
        let has_channels = self.habits.has_channels;
        let same_channel = |(id, other): (&u64, &Mailbox)| {
            (has_channels && *id != mailbox && other.partition == partition && other.channel == channel).then_some(*id)
        };
        let others: Vec<u64> = self.mail.boxes.iter().filter_map(same_channel).collect();
        for to in others {
            self.send(Route::Broadcast { to }, &own_origin, None, text);
        }
    }

    /// What any page can do that has hold of a window: post to it, whatever its origin.
    pub(crate) fn post_to(&mut self, from: usize, to: usize, text: &str) {
        let from_origin = origin(self.window(from).address());
        self.send(Route::Posted { from, to }, &from_origin, None, text);
    }

    fn send(&mut self, route: Route, from_origin: &str, target_origin: Option<&str>, text: &str) {
        self.mail.under_way.push_back(Letter {
            route,
            from_origin: from_origin.to_owned(),
            target_origin: target_origin.map(str::to_owned),
            text: text.to_owned(),
        });
    }

    pub(crate) fn deliver(&mut self, which: usize) {
        let Some(chosen) = which.checked_rem(self.mail.under_way.len()) else { return };
        let route = self.mail.under_way.get(chosen).map(|letter| letter.route);
        let first = self.mail.under_way.iter().position(|letter| Some(letter.route) == route);
        let Some(letter) = first.and_then(|first| self.mail.under_way.remove(first)) else { return };
        match letter.route {
            Route::Posted { from, to } => self.deliver_posted(&letter, from, to),
            Route::Broadcast { to } => {
                if let Some(mailbox) = self.mail.boxes.get_mut(&to) {
                    mailbox.inbox.push_back(Message { text: letter.text, own_origin: true, from_peer: true });
                }
            }
        }
    }

    fn deliver_posted(&mut self, letter: &Letter, from: usize, to: usize) {
        let window = self.window(to);
        let here = origin(window.address());
        let is_meant_for = letter.target_origin.as_ref().is_none_or(|target| *target == here);
        if window.is_closed() || window.is_cut_off() || !is_meant_for {
            return;
        }
        for mailbox in self.mail.boxes.values_mut().filter(|mailbox| mailbox.window == to) {
            mailbox.inbox.push_back(Message {
                text: letter.text.clone(),
                own_origin: letter.from_origin == here,
                from_peer: mailbox.peer == Some(from),
            });
        }
    }
}
