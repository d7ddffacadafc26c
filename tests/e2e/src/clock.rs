//! The service's clock.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use axum::http::HeaderValue;
use stagepass_backend::clock::{Clock, SystemClock};

/// The machine's clock, set forward. A browser's clock cannot be set, so time passes only at the service.
#[derive(Debug, Default)]
pub struct ForwardClock(AtomicI64);

impl ForwardClock {
    /// Sets it forward by `time`, in whole seconds.
    pub fn advance(&self, time: Duration) {
        self.0.fetch_add(time.as_secs().cast_signed(), Ordering::SeqCst);
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
