//! What a proxy has seen of its requests and responses.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use axum::body::{Body, HttpBody as _};
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, REFERER};
use axum::http::{HeaderMap, Response};
use futures_util::StreamExt as _;
use tokio::time::{sleep, timeout};

use super::{POLL_INTERVAL, TIMEOUT};

/// The recorded requests.
#[derive(Clone, Debug, Default)]
pub struct Requests(Arc<Mutex<Vec<RecordedRequest>>>);

/// A request and its response.
#[derive(Clone, Debug)]
pub struct RecordedRequest {
    /// `METHOD /path`.
    pub request: String,
    /// When it came.
    pub at: SystemTime,
    /// When the response began.
    pub answered_at: Option<SystemTime>,
    /// The status of the response, 0 before there is one.
    pub answered: u16,
    /// The bytes of the request as HTTP/1.1: head and body.
    pub sent: u64,
    /// The bytes of the response so far, likewise.
    pub received: u64,
    /// Its `Referer`, empty if there is none.
    referrer: String,
    /// Its `Upload-Offset`, if any.
    offset: Option<u64>,
}

impl Requests {
    /// Counts the requests that equal `request` (`POST /v1/oauth/token`).
    pub fn count(&self, request: &str) -> usize {
        self.lock().iter().filter(|seen| seen.request == request).count()
    }

    /// Waits until `count` of them have arrived, with or without a response.
    pub async fn wait_for(&self, request: &str, count: usize) {
        let waited = timeout(TIMEOUT, async {
            while self.count(request) < count {
                sleep(POLL_INTERVAL).await;
            }
        });
        waited.await.unwrap_or_else(|_| panic!("waited in vain for {count} of {request}: {:?}", self.all()));
    }

    /// Counts the requests that begin with `request` and have this status.
    pub fn answered(&self, request: &str, status: u16) -> usize {
        self.lock().iter().filter(|seen| seen.request.starts_with(request) && seen.answered == status).count()
    }

    /// Returns all requests in order, each with the status of its response.
    pub fn all(&self) -> Vec<(String, u16)> {
        self.lock().iter().map(|seen| (seen.request.clone(), seen.answered)).collect()
    }

    /// Returns all records in order.
    pub fn records(&self) -> Vec<RecordedRequest> {
        self.lock().clone()
    }

    /// Returns each request that has a `Referer`, with that.
    pub fn referrers(&self) -> Vec<(String, String)> {
        let seen = self.lock();
        let with_referrer = seen.iter().filter(|seen| !seen.referrer.is_empty());
        with_referrer.map(|seen| (seen.request.clone(), seen.referrer.clone())).collect()
    }

    /// Returns the `Upload-Offset` of each part of an upload, in order.
    pub fn offsets(&self) -> Vec<u64> {
        self.lock().iter().filter_map(|seen| seen.offset).collect()
    }

    /// Records a request, and returns its number.
    pub(super) fn add(&self, request: &str, incoming: &Request) -> usize {
        let headers = incoming.headers();
        let referrer = headers.get(REFERER).map_or("", |referrer| referrer.to_str().unwrap_or("not even text"));
        let number = |name: &str| headers.get(name).and_then(|number| number.to_str().ok()?.parse::<u64>().ok());
        let target = incoming.uri().path_and_query().map_or("/", |target| target.as_str());
        let line = format!("{} {target} HTTP/1.1\r\n", incoming.method());
        let record = RecordedRequest {
            request: request.to_owned(),
            at: now(),
            answered_at: None,
            answered: 0,
            sent: head(&line, headers) + number(CONTENT_LENGTH.as_str()).unwrap_or_default(),
            received: 0,
            referrer: referrer.to_owned(),
            offset: number("upload-offset"),
        };
        let mut requests = self.lock();
        requests.push(record);
        requests.len() - 1
    }

    /// Records the response. Counts the bytes of a body of unknown length as they pass.
    pub(super) fn answer(&self, request: usize, answer: Response<Body>) -> Response<Body> {
        let status = answer.status();
        let head = head(&format!("HTTP/1.1 {status}\r\n"), answer.headers());
        let declared = answer.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        let length = declared.or_else(|| answer.body().size_hint().exact());
        self.change(request, |seen| {
            seen.answered_at = Some(now());
            seen.answered = status.as_u16();
            seen.received = head + length.unwrap_or_default();
        });
        if length.is_some() {
            return answer;
        }
        let requests = self.clone();
        answer.map(|body| {
            Body::from_stream(body.into_data_stream().inspect(move |chunk| {
                let length = chunk.as_ref().map_or(0, |chunk| chunk.len() as u64);
                requests.change(request, |seen| seen.received += length);
            }))
        })
    }

    fn change(&self, request: usize, change: impl FnOnce(&mut RecordedRequest)) {
        if let Some(seen) = self.lock().get_mut(request) {
            change(seen);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<RecordedRequest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn now() -> SystemTime {
    #[expect(clippy::disallowed_methods, reason = "it is compared with a browser's clock, which is the system's")]
    SystemTime::now()
}

/// Returns the bytes of a head in HTTP/1.1, with its first line.
fn head(line: &str, headers: &HeaderMap) -> u64 {
    let fields = headers.iter().map(|(name, value)| name.as_str().len() + ": \r\n".len() + value.len());
    (line.len() + fields.sum::<usize>() + "\r\n".len()) as u64
}
