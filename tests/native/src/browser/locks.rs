//! Web Locks: whoever asked first has the lock, the others wait in line.

use std::collections::{BTreeMap, VecDeque};

/// One request for a lock, granted or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticket {
    window: usize,
    number: u64,
}

/// All locks of a browser.
#[derive(Debug, Default)]
pub(super) struct Locks {
    asked: u64,
    /// By partition and name. The first in line holds the lock.
    lines: BTreeMap<(usize, String), VecDeque<Ticket>>,
}

impl Locks {
    /// Asks for the lock `name`.
    pub(super) fn ask(&mut self, partition: usize, name: &str, window: usize) -> Ticket {
        self.asked += 1;
        let ticket = Ticket { window, number: self.asked };
        self.lines.entry((partition, name.to_owned())).or_default().push_back(ticket);
        ticket
    }

    /// Whether this request has its lock.
    pub(super) fn is_held_by(&self, ticket: Ticket) -> bool {
        self.lines.values().any(|line| line.front() == Some(&ticket))
    }

    /// Lets go of a lock that is held, or asks for it no longer.
    pub(super) fn leave(&mut self, ticket: Ticket) {
        self.leave_where(|other| *other == ticket);
    }

    /// What happens to a page's locks when the page goes.
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
