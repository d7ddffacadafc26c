//! The service's clock.

use std::sync::atomic::{AtomicI64, Ordering};

use stagepass_backend::clock::{Clock, SystemClock};

/// The machine's clock, set forward. Browsers have a clock that nobody can set: so time passes at the service alone.
#[derive(Debug, Default)]
pub struct ForwardClock(AtomicI64);

impl ForwardClock {
    /// Sets it forward by `seconds` more.
    pub fn advance(&self, seconds: i64) {
        self.0.fetch_add(seconds, Ordering::SeqCst);
    }
}

impl Clock for ForwardClock {
    fn now(&self) -> i64 {
        SystemClock.now() + self.0.load(Ordering::SeqCst)
    }
}
