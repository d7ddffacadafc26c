//! What stands in front of the service: passes everything on, and counts it.

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CONNECTION, CONTENT_LENGTH, HOST, TRANSFER_ENCODING};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, Uri};
use reqwest::Client;
use reqwest::redirect::Policy;
use tokio::net::TcpListener;

/// Headers that are between two neighbours, and not passed on.
const OWN: [HeaderName; 4] = [HOST, CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING];

/// The requests that came by, as `METHOD /path`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Requests(Arc<Mutex<Vec<String>>>);

impl Requests {
    /// How many were like `request` (`POST /v1/oauth/token`).
    pub(crate) fn count(&self, request: &str) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().filter(|seen| *seen == request).count()
    }

    fn add(&self, method: &Method, uri: &Uri) {
        let seen = format!("{method} {}", uri.path());
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(seen);
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
    let router = Router::new().fallback(pass_on).with_state(counter);
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
    counter.requests.add(&method, &uri);
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    for name in OWN {
        headers.remove(name);
    }
    let asked = counter.client.request(method, format!("{}{path}", counter.to)).headers(headers).body(body);
    let answer = asked.send().await.expect("the service answers");
    let mut response = Response::builder().status(answer.status());
    for (name, value) in answer.headers().iter().filter(|(name, _)| !OWN.contains(name)) {
        response = response.header(name, value);
    }
    if counter.isolates {
        response = response.header("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    }
    let body = answer.bytes().await.expect("the service answers in full");
    response.body(Body::from(body)).expect("what the service answered is an answer")
}
