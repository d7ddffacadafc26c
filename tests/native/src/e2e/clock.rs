//! Clocks of servers: the service's, and one that the access server and the node have together.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use stagepass_backend::clock::{Clock, SystemClock};

/// The machine's clock, set forward. Browsers have a clock that nobody can set: so time passes at the service alone.
#[derive(Debug, Default)]
pub struct ForwardClock(AtomicI64);

impl ForwardClock {
    /// Sets it forward by so much more, in whole seconds.
    pub fn advance(&self, time: Duration) {
        self.0.fetch_add(time.as_secs().cast_signed(), Ordering::SeqCst);
    }

    /// Sets it so that it shows this instant now, in Unix seconds.
    pub fn go_to(&self, instant: i64) {
        self.0.store(instant - SystemClock.now(), Ordering::SeqCst);
    }
}

impl Clock for ForwardClock {
    fn now(&self) -> i64 {
        SystemClock.now() + self.0.load(Ordering::SeqCst)
    }
}
