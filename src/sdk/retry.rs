//! When a request is sent again.

use http::header::RETRY_AFTER;
use http::{HeaderMap, Method, StatusCode};

use super::http_date;

/// The delay before the first retry, in milliseconds. The second and last retry waits twice as long.
const FIRST_DELAY: f64 = 500.0;

/// The retries of one request: at most two, of GET and HEAD alone, after a network failure or if the service is busy.
#[derive(Debug)]
pub(super) struct Retries {
    left: u8,
    delay: f64,
    /// No retry starts after this time, in milliseconds since 1970.
    until: f64,
}

impl Retries {
    /// Starts to count, for a request of this method that may take until this time.
    pub(super) fn new(method: &Method, until: f64) -> Self {
        let left = if matches!(*method, Method::GET | Method::HEAD) { 2 } else { 0 };
        Self { left, delay: FIRST_DELAY, until }
    }

    /// Returns how long to wait before the next retry, in milliseconds. `None` if there is none: after this response,
    /// or without a response. `jitter` is a random number from 0 to 1.
    pub(super) fn next(&mut self, response: Option<(StatusCode, &HeaderMap)>, now: f64, jitter: f64) -> Option<f64> {
        let is_busy = |status| matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
        if response.is_some_and(|(status, _)| !is_busy(status)) {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        let asked = response.and_then(|(_, headers)| retry_after(headers, now)).unwrap_or_default();
        let wait = (self.delay * (1.0 + jitter / 2.0)).max(asked);
        self.delay *= 2.0;
        (now + wait <= self.until).then_some(wait)
    }
}

/// Returns the delay of `Retry-After` in milliseconds: in seconds, or until a date (RFC 9110 section 10.2.3).
fn retry_after(headers: &HeaderMap, now: f64) -> Option<f64> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse::<u32>() {
        return Some(f64::from(seconds) * 1000.0);
    }
    #[expect(clippy::cast_precision_loss, reason = "a date of the calendar in milliseconds is exact")]
    let until = http_date::parse(text)? as f64;
    Some((until - now).max(0.0))
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use http::HeaderValue;

    use super::*;

    const BUSY: StatusCode = StatusCode::SERVICE_UNAVAILABLE;

    #[test]
    fn a_get_is_sent_three_times_at_most() {
        let mut retries = Retries::new(&Method::GET, 30_000.0);
        assert_eq!(retries.next(None, 0.0, 0.0), Some(500.0));
        assert_eq!(retries.next(Some((BUSY, &HeaderMap::new())), 0.0, 1.0), Some(1_500.0));
        assert_eq!(retries.next(None, 0.0, 0.0), None);
    }

    #[test]
    fn what_changes_something_is_sent_once() {
        for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
            assert_eq!(Retries::new(&method, 30_000.0).next(None, 0.0, 0.0), None, "{method}");
        }
    }

    #[test]
    fn other_statuses_are_returned() {
        for status in [StatusCode::OK, StatusCode::UNAUTHORIZED, StatusCode::INTERNAL_SERVER_ERROR] {
            let mut retries = Retries::new(&Method::GET, 30_000.0);
            assert_eq!(retries.next(Some((status, &HeaderMap::new())), 0.0, 0.0), None, "{status}");
        }
    }

    #[test]
    fn the_service_may_ask_for_a_longer_delay_within_the_timeout() {
        for (seconds, expected) in [("3", Some(3_000.0)), ("0", Some(500.0)), ("31", None), ("soon", Some(500.0))] {
            let headers = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_static(seconds))]);
            let mut retries = Retries::new(&Method::GET, 30_000.0);
            assert_eq!(retries.next(Some((BUSY, &headers)), 0.0, 0.0), expected, "{seconds}");
        }
    }

    #[test]
    fn the_longer_delay_may_end_at_a_date() {
        let now = 784_111_777_000.0;
        for (date, expected) in [
            ("Sun, 06 Nov 1994 08:49:40 GMT", Some(3_000.0)),
            ("Sun, 06 Nov 1994 08:49:00 GMT", Some(500.0)),
            ("Sun, 06 Nov 1994 08:50:37 GMT", None),
        ] {
            let headers = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_static(date))]);
            let mut retries = Retries::new(&Method::GET, now + 30_000.0);
            assert_eq!(retries.next(Some((BUSY, &headers)), now, 0.0), expected, "{date}");
        }
    }
}
