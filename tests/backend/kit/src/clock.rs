//! Clocks, replaceable in tests.

use std::fmt::Debug;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A clock. Everything that expires uses one.
pub trait Clock: Debug + Send + Sync {
    /// Seconds since the Unix epoch.
    fn now(&self) -> i64;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl SystemClock {
    /// Returns the time since the Unix epoch, precisely. For timestamps that nothing depends on.
    pub fn since_epoch() -> Duration {
        #[expect(clippy::disallowed_methods, reason = "this is the clock that everybody else is handed")]
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH);
        since_epoch.unwrap_or_default()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> i64 {
        i64::try_from(Self::since_epoch().as_secs()).unwrap_or(i64::MAX)
    }
}

/// A clock that only moves on demand, for tests.
#[derive(Debug)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// Returns a clock that shows `now`, in seconds since the Unix epoch.
    pub fn at(now: i64) -> Self {
        Self(AtomicI64::new(now))
    }

    /// Advances the clock by `seconds`.
    pub fn advance(&self, seconds: i64) {
        self.0.fetch_add(seconds, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }
}
