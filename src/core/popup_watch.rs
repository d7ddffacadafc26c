//! Decides when a popup counts as closed.
//!
//! `window.closed` is unreliable. If the service's page has a Cross-Origin-Opener-Policy, the popup looks closed to its
//! opener 50 to 600 ms after it opened, while it is open. And a popup that has just handed over its response closes
//! before the response arrives.
//!
//! The rim observes the popup (`rim/web/popup.rs`, `rim/web/focus_watch.rs`), and `Login::check_popup`
//! (`client/login.rs`) decides with this module. It also ends a login that a newer one has superseded. Before it gives
//! up, it reads the session, which the popup may have stored.
//!
//! Two cases need no decision: a blank popup that is closed before the core has loaded (`Outcome::Closed`), and the
//! browser inside a phone's app (`pkg-template/src/native/login/show.ts`).

use crate::effect::PopupLook;

/// If a popup looks closed within so many milliseconds of opening, it may have been cut off instead.
const CUT_OFF_WITHIN: u64 = 3_000;

/// How long it must look closed before it counts as closed, in milliseconds, because a response may still arrive.
const BELIEVED_AFTER: u64 = 1_000;

/// Watches one popup.
#[derive(Debug)]
pub struct PopupWatch {
    opened_at: u64,
    seen_open: u64,
    closed_since: Option<u64>,
}

impl PopupWatch {
    /// Watches a popup that was opened at this time (milliseconds since 1970).
    pub fn new(opened_at: u64) -> Self {
        Self { opened_at, seen_open: opened_at, closed_since: None }
    }

    /// Returns whether the popup counts as closed by the user, after this look at it.
    ///
    /// If it was last seen open within three seconds of opening: only if our window lost the focus to it and has
    /// regained it. Later: after it has looked closed for a second. The time when it was first seen *closed* is no use:
    /// an opener that is busy when the popup is cut off looks too late.
    pub fn believes_closed(&mut self, look: PopupLook) -> bool {
        if !look.closed {
            self.closed_since = None;
            self.seen_open = look.now;
            return false;
        }
        let since = *self.closed_since.get_or_insert(look.now);
        let cut_off = self.seen_open.saturating_sub(self.opened_at) < CUT_OFF_WITHIN;
        look.now.saturating_sub(since) >= BELIEVED_AFTER && (!cut_off || look.focus_came_back)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(closed: bool, focus_came_back: bool, now: u64) -> PopupLook {
        PopupLook { closed, focus_came_back, superseded: false, now }
    }

    #[test]
    fn closed_later_is_believed_after_a_second() {
        let mut watch = PopupWatch::new(0);
        assert!(!watch.believes_closed(look(false, false, 3_900)));
        assert!(!watch.believes_closed(look(true, false, 4_000)));
        assert!(!watch.believes_closed(look(true, false, 4_999)));
        assert!(watch.believes_closed(look(true, false, 5_000)));
    }

    /// It looks closed within three seconds of opening.
    #[test]
    fn cut_off_popup_is_open_until_focus_returns() {
        let mut watch = PopupWatch::new(0);
        assert!(!watch.believes_closed(look(true, false, 300)));
        assert!(!watch.believes_closed(look(true, false, 600_000)));
        assert!(watch.believes_closed(look(true, true, 600_250)));
    }

    #[test]
    fn looking_open_again_starts_anew() {
        let mut watch = PopupWatch::new(0);
        assert!(!watch.believes_closed(look(true, false, 4_000)));
        assert!(!watch.believes_closed(look(false, false, 4_500)));
        assert!(!watch.believes_closed(look(true, false, 5_100)));
        assert!(watch.believes_closed(look(true, false, 6_100)));
    }
}
