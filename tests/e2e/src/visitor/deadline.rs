//! The end of a wait.

use std::time::Duration;

use tokio::time::{Instant, sleep};

/// How long the user waits for anything.
const TIMEOUT: Duration = Duration::from_secs(30);

/// How often a condition is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A deadline for an event.
pub(super) struct Deadline<'a> {
    what: &'a str,
    until: Instant,
}

impl<'a> Deadline<'a> {
    pub(super) fn with(what: &'a str) -> Self {
        Self { what, until: Instant::now() + TIMEOUT }
    }

    /// Waits before the next check. Panics after the deadline.
    pub(super) async fn pause(&self) {
        assert!(Instant::now() < self.until, "waited in vain for {}", self.what);
        sleep(POLL_INTERVAL).await;
    }
}
