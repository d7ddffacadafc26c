//! The time: a clock that is never set back, and how moments are written in answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use jiff::Timestamp;
use stagepass_kit::clock::Clock;

/// By how many seconds a clock may be set right without a word: machines do that by themselves.
const USUAL: i64 = 60;

/// Shows what another clock shows, or has shown: where that is set back, this one stands still until it is caught up with. So nothing that was over
/// begins again: no window of a rule, no invitation, no signature of a webhook. What has only been a mistake is over with a restart.
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
            "the machine's clock was set back: to this server time stands still until it is where it was. If it was wrong before and is right now, restart \
             the server: until then nodes refuse its signatures, which lie in the future"
        );
    } else {
        tracing::info!("the machine's clock is where it was before it was set back");
    }
}

/// A moment (Unix seconds) as answers have it: RFC 3339, in UTC.
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
    fn a_clock_that_was_set_back_before_anybody_asked_is_not_believed() {
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
