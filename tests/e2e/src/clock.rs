//! Clocks of the servers: one for the service, one for the access server and the node.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use axum::http::HeaderValue;
use stagepass_backend::clock::{Clock, SystemClock};

/// The machine's clock, set forward. A browser's clock cannot be set, so time passes only at the servers.
#[derive(Debug, Default)]
pub struct ForwardClock(AtomicI64);

impl ForwardClock {
    /// Sets it forward by `time`, in whole seconds.
    pub fn advance(&self, time: Duration) {
        self.0.fetch_add(time.as_secs().cast_signed(), Ordering::SeqCst);
    }

    /// Sets it to this instant, in Unix seconds.
    pub fn go_to(&self, instant: i64) {
        self.0.store(instant - SystemClock.now(), Ordering::SeqCst);
    }

    /// Returns its time as the header `Date`.
    pub(super) fn header(&self) -> HeaderValue {
        let now = UNIX_EPOCH + Duration::from_secs(self.now().cast_unsigned());
        HeaderValue::from_str(&httpdate::fmt_http_date(now)).expect("a date is ASCII")
    }
}

impl Clock for ForwardClock {
    fn now(&self) -> i64 {
        SystemClock.now() + self.0.load(Ordering::SeqCst)
    }
}
