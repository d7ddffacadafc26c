//! The speed of an upload.

use core::time::Duration;
use std::collections::VecDeque;

/// The window of the speed, in milliseconds.
const WINDOW: u64 = 8_000;

/// How long bytes must move before a speed is reported, in milliseconds. At first they only fill a buffer.
const MIN_SPAN: u64 = 500;

/// Measures the speed of the last seconds.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    /// Times in milliseconds, with the bytes sent until then.
    seen: VecDeque<(u64, u64)>,
}

/// The speed in bytes per second, and the remaining time at this speed.
pub(crate) type Speed = (Option<u64>, Option<Duration>);

impl Pace {
    /// Returns the speed after `sent` of `total` bytes at this time, in milliseconds. The first call sets the start.
    ///
    /// Bytes that are sent again are no progress, and restart the measurement.
    pub(crate) fn measure(&mut self, now: u64, sent: u64, total: u64) -> Speed {
        // A clock that is set back restarts it, too.
        if self.seen.back().is_some_and(|&(at, before)| sent < before || now < at) {
            self.seen.clear();
        }
        self.seen.push_back((now, sent));
        // An older one stays, so that a pause longer than the window counts in full.
        while self.seen.get(1).is_some_and(|&(at, _)| at.saturating_add(WINDOW) <= now) {
            self.seen.pop_front();
        }
        let Some(&(first_at, first_sent)) = self.seen.front() else { return (None, None) };
        let span = now - first_at;
        if span < MIN_SPAN {
            return (None, None);
        }
        let bytes_per_second = (sent - first_sent).saturating_mul(1_000) / span;
        let left = total.saturating_sub(sent);
        let time_left = (bytes_per_second > 0).then(|| Duration::from_secs(left.div_ceil(bytes_per_second)));
        (Some(bytes_per_second), time_left)
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    #[test]
    fn the_speed_is_that_of_the_last_seconds() {
        let mut pace = Pace::default();
        assert_eq!(pace.measure(0, 100, 1_000), (None, None));
        assert_eq!(pace.measure(499, 110, 1_000), (None, None));
        assert_eq!(pace.measure(1_000, 200, 1_000), (Some(100), Some(Duration::from_secs(8))));
        // A pause lowers it.
        assert_eq!(pace.measure(2_000, 200, 1_000), (Some(50), Some(Duration::from_secs(16))));
        // Ten seconds later, the start no longer counts.
        assert_eq!(pace.measure(12_000, 400, 1_000), (Some(20), Some(Duration::from_secs(30))));
    }

    #[test]
    fn resent_bytes_or_clock_set_back_restarts_measurement() {
        let mut pace = Pace::default();
        pace.measure(0, 500, 1_000);
        assert_eq!(pace.measure(1_000, 300, 1_000), (None, None));
        assert_eq!(pace.measure(2_000, 400, 1_000), (Some(100), Some(Duration::from_secs(6))));
        assert_eq!(pace.measure(100, 500, 1_000), (None, None));
    }

    #[test]
    fn without_progress_the_remaining_time_is_unknown() {
        let mut pace = Pace::default();
        pace.measure(0, 500, 1_000);
        assert_eq!(pace.measure(1_000, 500, 1_000), (Some(0), None));
    }
}
