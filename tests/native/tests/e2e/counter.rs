//! What stands in front of a server: passes everything on, and counts it.

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::{CONNECTION, CONTENT_LENGTH, HOST, TRANSFER_ENCODING};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, Uri};
use reqwest::Client;
use reqwest::redirect::Policy;
use tokio::net::TcpListener;

/// Headers that are between two neighbours, and not passed on.
const OWN: [HeaderName; 4] = [HOST, CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING];
const OWN_OF_ANSWERS: [HeaderName; 2] = [CONNECTION, TRANSFER_ENCODING];

/// The requests that came by, as `METHOD /path`, and what they were answered with: 0 as long as they were not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Requests(Arc<Mutex<Vec<(String, u16)>>>);

impl Requests {
    /// How many were like `request` (`POST /v1/oauth/token`).
    pub(crate) fn count(&self, request: &str) -> usize {
        self.lock().iter().filter(|(seen, _)| seen == request).count()
    }

    /// How many began with `request` and were answered so.
    pub(crate) fn answered(&self, request: &str, status: u16) -> usize {
        self.lock().iter().filter(|(seen, answered)| seen.starts_with(request) && *answered == status).count()
    }

    /// Counts it as it comes, and says which it was.
    fn add(&self, method: &Method, uri: &Uri) -> usize {
        let mut requests = self.lock();
        requests.push((format!("{method} {}", uri.path()), 0));
        requests.len() - 1
    }

    fn answer(&self, request: usize, status: u16) {
        if let Some((_, answered)) = self.lock().get_mut(request) {
            *answered = status;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(String, u16)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Clone)]
struct Counter {
    to: String,
    client: Client,
    requests: Requests,
    isolates: bool,
}

/// Serves what `to` (an origin) serves, at `listener`. With `isolates` its pages have a Cross-Origin-Opener-Policy.
pub(crate) async fn serve(listener: TcpListener, to: String, requests: Requests, isolates: bool) {
    let client = Client::builder().redirect(Policy::none()).build().expect("an HTTP client");
    let counter = Counter { to, client, requests, isolates };
    let router = Router::new().fallback(pass_on).layer(DefaultBodyLimit::disable()).with_state(counter);
    axum::serve(listener, router).await.expect("it serves until it is dropped");
}

/// A port of this machine's that only IPv4 reaches.
pub(crate) async fn listen() -> TcpListener {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port")
}

async fn pass_on(
    State(counter): State<Counter>,
    method: Method,
    uri: Uri,
    mut headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let request = counter.requests.add(&method, &uri);
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    for name in OWN {
        headers.remove(name);
    }
    let asked = counter.client.request(method, format!("{}{path}", counter.to)).headers(headers).body(body);
    let answer = asked.send().await.expect("the server answers");
    counter.requests.answer(request, answer.status().as_u16());
    let mut response = Response::builder().status(answer.status());
    for (name, value) in answer.headers().iter().filter(|(name, _)| !OWN_OF_ANSWERS.contains(name)) {
        response = response.header(name, value);
    }
    if counter.isolates {
        response = response.header("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    }
    // As it comes: a player leaves a long answer when it has heard enough.
    let body = Body::from_stream(answer.bytes_stream());
    response.body(body).expect("what the server answered is an answer")
}
