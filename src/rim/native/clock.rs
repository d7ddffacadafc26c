//! The system's clock.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the time, in milliseconds since 1970.
#[expect(clippy::disallowed_methods, reason = "this is the clock of a native app")]
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
