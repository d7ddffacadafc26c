//! A proxy in front of a server that records requests and responses, and injects faults.

mod faults;
mod requests;
mod upload_link;

use std::collections::BTreeSet;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, DATE, HOST, TRANSFER_ENCODING};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response};
use axum::middleware::{Next, from_fn_with_state};
use futures_util::{StreamExt as _, stream};
use reqwest::Client;
use reqwest::redirect::Policy;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::time::sleep;

use super::clock::ForwardClock;
pub use faults::Fault;
use faults::Faults;
pub use requests::{RecordedRequest, Requests};
pub use upload_link::UploadLink;

/// How long a test waits for an event.
const TIMEOUT: Duration = Duration::from_secs(20);

/// How often a condition is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Headers that are not forwarded.
const OWN: [HeaderName; 4] = [HOST, CONNECTION, CONTENT_LENGTH, TRANSFER_ENCODING];
const OWN_OF_ANSWERS: [HeaderName; 2] = [CONNECTION, TRANSFER_ENCODING];

/// A proxy in front of a server.
#[derive(Clone, Debug, Default)]
pub struct FaultProxy {
    /// The recorded requests.
    pub requests: Requests,
    /// Whether all responses have a Cross-Origin-Opener-Policy: a page and its popup cannot reference each other.
    pub isolates: bool,
    /// The server's clock, if tests set it: the header `Date` shows it.
    pub clock: Option<Arc<ForwardClock>>,
    /// Limits the speed of response bodies, in bytes per second.
    pub pace: Option<u32>,
    /// The connection of uploads.
    pub upload_link: UploadLink,
    /// The address that it adds to requests as `X-Forwarded-For`, if any.
    pub(super) comes_from: Arc<Mutex<Option<IpAddr>>>,
    pub(super) faults: Faults,
}

impl FaultProxy {
    /// Injects a fault into each `request` from now on (`POST /v1/oauth/token`).
    pub fn inject(&self, request: &str, fault: Fault) {
        self.faults.inject(request, fault, None);
    }

    /// Injects a fault into the next `times` of them.
    pub fn inject_next(&self, times: usize, request: &str, fault: Fault) {
        self.faults.inject(request, fault, Some(times));
    }

    /// Runs `errand` after the server has responded to the next such `request`, before the response is sent.
    pub fn after_next(&self, request: &str, errand: impl Future<Output = ()> + Send + 'static) {
        self.faults.after_next(request, Box::pin(errand));
    }

    /// Holds back the response to the next such `request` until the returned sender is used or dropped.
    pub fn hold_next(&self, request: &str) -> oneshot::Sender<()> {
        let (release, released) = oneshot::channel();
        self.after_next(request, async {
            let _ = released.await;
        });
        release
    }

    /// Removes all faults.
    pub fn clear_faults(&self) {
        self.faults.clear_faults();
    }

    /// Puts the proxy in front of `server`.
    pub fn wrap(&self, server: Router) -> Router {
        server.layer(from_fn_with_state(self.clone(), intercept))
    }
}

async fn intercept(State(proxy): State<FaultProxy>, mut incoming: Request, next: Next) -> Response<Body> {
    let request = format!("{} {}", incoming.method(), incoming.uri().path());
    let number = proxy.requests.add(&request, &incoming);
    if let Some(address) = *proxy.comes_from.lock().unwrap_or_else(PoisonError::into_inner) {
        let value = HeaderValue::from_str(&address.to_string()).expect("an address is ASCII");
        incoming.headers_mut().insert("x-forwarded-for", value);
    }
    if is_audio(incoming.headers()) {
        incoming = incoming.map(|body| proxy.upload_link.carry(body));
    }
    let fault = proxy.faults.begin(&request);
    let mut answer = if let Some(answer) = fault.and_then(Fault::answer) {
        answer
    } else {
        let answer = next.run(incoming).await;
        if let Some(fault) = fault { fault.apply(answer) } else { answer }
    };
    proxy.faults.end(&request).await;
    if proxy.isolates {
        answer.headers_mut().insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    }
    if let Some(clock) = &proxy.clock {
        answer.headers_mut().insert(DATE, clock.header());
    }
    let answer = proxy.requests.answer(number, answer);
    match proxy.pace {
        Some(pace) => answer.map(|body| paced(body, pace)),
        None => answer,
    }
}

/// Limits a body to `pace` bytes per second.
fn paced(body: Body, pace: u32) -> Body {
    Body::from_stream(body.into_data_stream().then(move |chunk| async move {
        let length = chunk.as_ref().map_or(0, |chunk| u32::try_from(chunk.len()).unwrap_or(u32::MAX));
        sleep(Duration::from_secs(1) * length / pace).await;
        chunk
    }))
}

/// Listens on a port of 127.0.0.1 that this program has not used before. So no test finds what a browser stored for the
/// origin of another.
pub async fn listen() -> TcpListener {
    static HAD: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());
    loop {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let port = listener.local_addr().expect("it is bound").port();
        if HAD.lock().unwrap_or_else(PoisonError::into_inner).insert(port) {
            return listener;
        }
    }
}

/// Forwards all requests to the server at `to` (an origin).
pub fn forward_to(to: String) -> Router {
    let client = Client::builder().redirect(Policy::none()).build().expect("an HTTP client");
    Router::new().fallback(ask).with_state(Arc::new(Server { to, client }))
}

struct Server {
    to: String,
    client: Client,
}

async fn ask(State(server): State<Arc<Server>>, incoming: Request) -> Response<Body> {
    let (mut head, body) = incoming.into_parts();
    let path = head.uri.path_and_query().map_or("/", |path| path.as_str());
    let length = head.headers.get(CONTENT_LENGTH).cloned();
    for name in OWN {
        head.headers.remove(name);
    }
    let request = server.client.request(head.method, format!("{}{path}", server.to));
    let answer = if is_audio(&head.headers) {
        // Streamed, so that a connection that breaks here also breaks there.
        head.headers.extend(length.map(|length| (CONTENT_LENGTH, length)));
        let body = reqwest::Body::wrap_stream(body.into_data_stream());
        match request.headers(head.headers).body(body).send().await {
            Ok(answer) => answer,
            Err(_) => return broken_connection(),
        }
    } else {
        let Ok(body) = to_bytes(body, usize::MAX).await else { return broken_connection() };
        request.headers(head.headers).body(body).send().await.expect("the server answers")
    };
    let mut response = Response::builder().status(answer.status());
    for (name, value) in answer.headers().iter().filter(|(name, _)| !OWN_OF_ANSWERS.contains(name)) {
        response = response.header(name, value);
    }
    // Streamed: a player closes a long response early.
    let body = Body::from_stream(answer.bytes_stream());
    response.body(body).expect("what the server answered is an answer")
}

/// Whether the request is a part of an upload.
fn is_audio(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).is_some_and(|content_type| content_type == "application/offset+octet-stream")
}

/// Breaks the connection without a response.
fn broken_connection() -> Response<Body> {
    let cut = stream::once(async { Err::<Vec<u8>, _>(io::Error::other("cut")) });
    Response::new(Body::from_stream(cut))
}
