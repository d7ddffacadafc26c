//! Web Locks, granted in the order of requests.

use std::collections::{BTreeMap, VecDeque};

/// A request for a lock, granted or pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticket {
    window: usize,
    number: u64,
}

/// All locks of a browser.
#[derive(Debug, Default)]
pub(super) struct Locks {
    requests: u64,
    /// By partition and name. The first request holds the lock.
    lines: BTreeMap<(usize, String), VecDeque<Ticket>>,
}

impl Locks {
    /// Requests the lock `name`.
    pub(super) fn ask(&mut self, partition: usize, name: &str, window: usize) -> Ticket {
        self.requests += 1;
        let ticket = Ticket { window, number: self.requests };
        self.lines.entry((partition, name.to_owned())).or_default().push_back(ticket);
        ticket
    }

    /// Whether this request is granted.
    pub(super) fn is_held_by(&self, ticket: Ticket) -> bool {
        self.lines.values().any(|line| line.front() == Some(&ticket))
    }

    /// Releases a lock, or withdraws the request.
    pub(super) fn leave(&mut self, ticket: Ticket) {
        self.leave_where(|other| *other == ticket);
    }

    /// Releases all locks of a window, when its page is unloaded.
    pub(super) fn leave_window(&mut self, window: usize) {
        self.leave_where(|ticket| ticket.window == window);
    }

    fn leave_where(&mut self, is_leaving: impl Fn(&Ticket) -> bool) {
        for line in self.lines.values_mut() {
            line.retain(|ticket| !is_leaving(ticket));
        }
        self.lines.retain(|_, line| !line.is_empty());
    }
}
