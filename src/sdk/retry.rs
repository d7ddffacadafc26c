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
        let requested = response.and_then(|(_, headers)| retry_after(headers, now)).unwrap_or_default();
        let wait = (self.delay * (1.0 + jitter / 2.0)).max(requested);
        self.delay *= 2.0;
        (now + wait <= self.until).then_some(wait)
    }
}

/// Returns the delay of `Retry-After` in milliseconds: in seconds, or until a date (RFC 9110 section 10.2.3).
fn retry_after(headers: &HeaderMap, now: f64) -> Option<f64> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if text.bytes().all(|byte| byte.is_ascii_digit())
        && let Ok(seconds) = text.parse::<f64>()
    {
        return Some(seconds * 1000.0);
    }
    #[expect(clippy::cast_precision_loss, reason = "a date of the calendar in milliseconds is exact")]
    let until = http_date::parse(text)? as f64;
    Some((until - now).max(0.0))
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use http::HeaderValue;
    use serde::Deserialize;

    use super::*;

    /// Sunday, 6 November 1994, 08:49:37 GMT.
    const NOW: u64 = 784_111_777_000;

    #[derive(Deserialize)]
    struct Row {
        name: String,
        method: String,
        answers: Vec<Answer>,
        waits: Vec<f64>,
        end: serde_json::Value,
    }

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Answer {
        Network(String),
        #[serde(rename_all = "camelCase")]
        Response {
            status: u16,
            retry_after: Option<String>,
            retry_after_in: Option<i64>,
        },
    }

    impl Answer {
        fn response(&self) -> Option<(StatusCode, HeaderMap)> {
            let (status, retry_after, retry_after_in) = match self {
                Self::Response { status, retry_after, retry_after_in } => (status, retry_after, retry_after_in),
                Self::Network(text) => {
                    assert_eq!(text, "network");
                    return None;
                }
            };
            let date = retry_after_in.map(|seconds| {
                let time = 8 * 3600 + 49 * 60 + 37 + seconds;
                format!("Sun, 06 Nov 1994 {:02}:{:02}:{:02} GMT", time / 3600, time / 60 % 60, time % 60)
            });
            let written = retry_after.clone().or(date).map(|text| (RETRY_AFTER, HeaderValue::try_from(text).unwrap()));
            Some((StatusCode::from_u16(*status).unwrap(), HeaderMap::from_iter(written)))
        }
    }

    /// The facade follows these vectors too. After its answers, a request succeeds.
    #[test]
    #[expect(clippy::cast_precision_loss, reason = "a date of the calendar in milliseconds is exact")]
    fn requests_are_retried_as_the_vectors_say() {
        let rows: Vec<Row> = serde_json::from_str(include_str!("../../tests/vectors/retry.json")).unwrap();
        assert!(rows.len() > 30);
        for Row { name, method, answers, waits, end } in rows {
            let mut retries = Retries::new(&method.parse().unwrap(), NOW as f64 + 30_000.0);
            let responses: Vec<_> = answers.iter().map(Answer::response).collect();
            let next = |response: &Option<(StatusCode, HeaderMap)>| {
                retries.next(response.as_ref().map(|(status, headers)| (*status, headers)), NOW as f64, 0.0)
            };
            let waited: Vec<_> = responses.iter().map_while(next).collect();
            assert_eq!(waited, waits, "{name}");
            let ended: serde_json::Value = match responses.get(waited.len()) {
                None => 200.into(),
                Some(None) => "network".into(),
                Some(Some((status, _))) => status.as_u16().into(),
            };
            assert_eq!(ended, end, "{name}");
        }
    }

    #[test]
    fn waits_differ_from_one_call_to_the_next() {
        assert_eq!(Retries::new(&Method::GET, 30_000.0).next(None, 0.0, 1.0), Some(750.0));
    }
}
