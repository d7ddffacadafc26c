//! One clock for everybody.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use stagepass_backend::clock::Clock;

/// The clock that the service and all windows of the browser go by. It stands still until it is moved.
#[derive(Debug)]
pub struct SharedClock(AtomicU64);

impl SharedClock {
    /// A clock that shows some evening in November 2026.
    pub fn new() -> Arc<Self> {
        Arc::new(Self(AtomicU64::new(1_795_200_000_000)))
    }

    /// The time in milliseconds since 1970.
    pub fn now(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }

    /// Moves the clock on by `milliseconds`.
    pub fn advance(&self, milliseconds: u64) {
        self.0.fetch_add(milliseconds, Ordering::SeqCst);
    }

    /// Moves the clock on to `moment`, unless it is past it already.
    pub fn advance_to(&self, moment: u64) {
        self.0.fetch_max(moment, Ordering::SeqCst);
    }
}

impl Clock for SharedClock {
    fn now(&self) -> i64 {
        i64::try_from(SharedClock::now(self) / 1000).unwrap_or(i64::MAX)
    }
}
