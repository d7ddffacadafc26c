//! A clock that never goes back, and the format of times in responses.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use jiff::Timestamp;
use stagepass_kit::clock::Clock;

/// By how many seconds a clock may go back without an error. Machines correct their clocks by such amounts.
const USUAL: i64 = 60;

/// A clock that never goes back. If the underlying clock is set back, this one stands still until the other has caught
/// up. So nothing that has ended starts again: no time window of a rule, no invitation, no signature of a webhook. A
/// restart resets it, so that a clock that was wrong can be corrected.
#[derive(Debug)]
pub(super) struct SteadyClock {
    clock: Arc<dyn Clock>,
    latest: AtomicI64,
    is_behind: AtomicBool,
}

impl SteadyClock {
    pub(super) fn over(clock: Arc<dyn Clock>) -> Self {
        let latest = AtomicI64::new(clock.now());
        Self { clock, latest, is_behind: AtomicBool::new(false) }
    }
}

impl Clock for SteadyClock {
    fn now(&self) -> i64 {
        let shown = self.clock.now();
        let latest = self.latest.fetch_max(shown, Ordering::SeqCst).max(shown);
        let behind = latest.saturating_sub(shown);
        if self.is_behind.swap(behind > USUAL, Ordering::SeqCst) != (behind > USUAL) {
            log_change(behind);
        }
        latest
    }
}

fn log_change(behind: i64) {
    if behind > USUAL {
        tracing::error!(
            seconds = behind,
            "the machine's clock was set back: time stands still for this server until the clock has caught up. If the clock was wrong before and is right now, restart \
             the server: until then nodes refuse its signatures, because they are in the future"
        );
    } else {
        tracing::info!("the machine's clock has caught up after it was set back");
    }
}

/// Formats a time (Unix seconds) for a response: RFC 3339, in UTC.
pub(crate) fn rfc3339(at: i64) -> String {
    Timestamp::from_second(at).unwrap_or(Timestamp::UNIX_EPOCH).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stagepass_kit::clock::ManualClock;

    #[test]
    fn goes_on_and_stands_still_but_never_back() {
        let machine = Arc::new(ManualClock::at(1_000));
        let clock = SteadyClock::over(machine.clone());
        for (moved, expected) in [(0, 1_000), (10, 1_010), (-1, 1_010), (-5_000, 1_010), (5_000, 1_010), (2, 1_011)] {
            machine.advance(moved);
            assert_eq!(clock.now(), expected, "moved by {moved}");
        }
    }

    #[test]
    fn clock_set_back_before_first_read_is_ignored() {
        let machine = Arc::new(ManualClock::at(1_000));
        let clock = SteadyClock::over(machine.clone());
        machine.advance(-500);
        assert_eq!(clock.now(), 1_000);
    }

    #[test]
    fn moments() {
        assert_eq!(rfc3339(1_800_000_000), "2027-01-15T08:00:00Z");
        assert_eq!(rfc3339(i64::MAX), "1970-01-01T00:00:00Z", "no row makes it panic");
    }
}
