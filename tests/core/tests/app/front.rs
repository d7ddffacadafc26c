//! A proxy in front of the service, with the time of the service's clock in `Date`. It records how requests are
//! authorized.

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, OnceLock};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, CONTENT_LENGTH, DATE, HOST, TRANSFER_ENCODING};
use axum::http::{HeaderValue, Response};
use stagepass_backend::clock::{Clock as _, ManualClock};
use tokio::net::TcpListener;

/// The time at which the clocks of test services start: Fri, 15 Jan 2027 08:00:00 GMT.
const START: i64 = 1_800_000_000;

/// The proxy. Clones are the same one.
#[derive(Clone)]
pub(crate) struct Front {
    pub(crate) origin: String,
    /// The service's origin and its clock, once it has started.
    service: Arc<OnceLock<(String, Arc<ManualClock>)>>,
    seen: Arc<Mutex<Vec<Seen>>>,
    has_date: bool,
    http: reqwest::Client,
}

/// A request.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// Method and path.
    pub(crate) line: String,
    /// The scheme of its access token. Empty: none.
    pub(crate) scheme: String,
    pub(crate) proof: Option<String>,
}

impl Front {
    /// Starts the proxy. Without a date, a client cannot learn the service's time.
    pub(crate) async fn start(has_date: bool) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let front = Self {
            origin: format!("http://{}", listener.local_addr().unwrap()),
            service: Arc::default(),
            seen: Arc::default(),
            has_date,
            http: reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap(),
        };
        let router = Router::new().fallback(forward).with_state(front.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        front
    }

    /// Forwards to this service.
    pub(crate) fn lead_to(&self, origin: String, clock: Arc<ManualClock>) {
        assert!(self.service.set((origin, clock)).is_ok());
    }

    /// Returns the requests with access tokens and those of tokens, since the last call.
    pub(crate) fn seen(&self) -> Vec<Seen> {
        let seen = std::mem::take(&mut *self.seen.lock().unwrap());
        let is_of_app =
            |seen: &Seen| !seen.scheme.is_empty() || ["token", "revoke"].iter().any(|end| seen.line.ends_with(end));
        seen.into_iter().filter(is_of_app).collect()
    }

    /// Returns the methods and paths of those requests, each of which must have a proof.
    pub(crate) fn proven(&self) -> Vec<String> {
        let seen = self.seen();
        assert!(seen.iter().all(|seen| seen.proof.is_some() && seen.scheme != "Bearer"), "{seen:?}");
        seen.into_iter().map(|seen| seen.line).collect()
    }
}

async fn forward(State(front): State<Front>, request: Request) -> Response<Body> {
    let (head, body) = request.into_parts();
    let text = |name| head.headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    front.seen.lock().unwrap().push(Seen {
        line: format!("{} {}", head.method, head.uri.path()),
        scheme: text("authorization").and_then(|value| value.split(' ').next()).unwrap_or_default().to_owned(),
        proof: text("dpop").map(str::to_owned),
    });
    let (origin, clock) = front.service.get().unwrap();
    let mut headers = head.headers;
    for own in [HOST, CONNECTION, CONTENT_LENGTH] {
        headers.remove(own);
    }
    let body = to_bytes(body, 8 << 20).await.unwrap();
    let sent = front.http.request(head.method, format!("{origin}{}", head.uri)).headers(headers).body(body);
    let answer = sent.send().await.unwrap();
    let (status, mut headers) = (answer.status(), answer.headers().clone());
    for own in [CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING] {
        headers.remove(own);
    }
    headers.insert(DATE, if front.has_date { date(clock) } else { HeaderValue::from_static("unknown") });
    let mut response = Response::new(Body::from(answer.bytes().await.unwrap()));
    (*response.status_mut(), *response.headers_mut()) = (status, headers);
    response
}

/// Returns the time of a clock that was advanced by less than 16 hours.
fn date(clock: &ManualClock) -> HeaderValue {
    let since = clock.now() - START;
    assert!((0..16 * 3_600).contains(&since), "another day");
    let (hours, minutes, seconds) = (8 + since / 3_600, since / 60 % 60, since % 60);
    HeaderValue::try_from(format!("Fri, 15 Jan 2027 {hours:02}:{minutes:02}:{seconds:02} GMT")).unwrap()
}
