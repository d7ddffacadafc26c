//! The clock of the service and of all windows.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use stagepass_backend::clock::Clock;

/// The clock that the service and all windows of the browser go by. It stands still until it is moved.
#[derive(Debug)]
pub struct SharedClock {
    now: AtomicU64,
    uptime: AtomicU64,
    /// How far the browser's clock is off.
    skew: AtomicI64,
}

impl SharedClock {
    /// A clock that shows some evening in November 2026.
    pub fn new() -> Arc<Self> {
        let start = 1_795_200_000_000;
        Arc::new(Self { now: start.into(), uptime: start.into(), skew: AtomicI64::new(0) })
    }

    /// The time, which the service goes by, in milliseconds since 1970.
    pub fn now(&self) -> u64 {
        self.now.load(Ordering::SeqCst)
    }

    /// The time that the browser shows to pages (`Date.now()`).
    pub fn browser_time(&self) -> u64 {
        self.now().saturating_add_signed(self.skew.load(Ordering::SeqCst))
    }

    /// The time of timers, in milliseconds. It equals [`SharedClock::now`] as long as the machine never sleeps.
    pub fn uptime(&self) -> u64 {
        self.uptime.load(Ordering::SeqCst)
    }

    /// Moves the clock on by `milliseconds`.
    pub fn advance(&self, milliseconds: u64) {
        self.sleep(milliseconds);
        self.uptime.fetch_add(milliseconds, Ordering::SeqCst);
    }

    /// Moves the clock on until [`SharedClock::uptime`] is `moment`, unless it is past it already.
    pub fn advance_to(&self, moment: u64) {
        self.advance(moment.saturating_sub(self.uptime()));
    }

    /// Lets the machine sleep for `milliseconds`: timers stand still.
    pub fn sleep(&self, milliseconds: u64) {
        self.now.fetch_add(milliseconds, Ordering::SeqCst);
    }

    /// Sets the browser's clock forward by `milliseconds`, or back.
    pub fn skew_browser(&self, milliseconds: i64) {
        self.skew.fetch_add(milliseconds, Ordering::SeqCst);
    }
}

impl Clock for SharedClock {
    fn now(&self) -> i64 {
        i64::try_from(SharedClock::now(self) / 1000).unwrap_or(i64::MAX)
    }
}
