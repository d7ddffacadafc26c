//! A server of another site, which allows every origin and records all requests.

use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_MAX_AGE,
};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::IntoResponse as _;
use axum::response::Response;

use super::fault_proxy::{self, FaultProxy};
use super::server::Server;

/// The server. It stops when dropped.
#[derive(Debug)]
pub struct ForeignServer {
    /// Its origin.
    pub origin: String,
    requests: RecordedRequests,
    _server: Server,
}

/// The requests, as `METHOD /path`, with their headers. They include CORS preflights.
type RecordedRequests = Arc<Mutex<Vec<(String, HeaderMap)>>>;

impl ForeignServer {
    /// Starts the server.
    pub async fn start() -> Self {
        Self::behind(FaultProxy::default()).await
    }

    /// Starts a server whose pages have `Cross-Origin-Opener-Policy: same-origin`.
    pub async fn start_isolated() -> Self {
        Self::behind(FaultProxy { isolates: true, ..FaultProxy::default() }).await
    }

    async fn behind(proxy: FaultProxy) -> Self {
        let listener = fault_proxy::listen().await;
        let origin = format!("http://{}", listener.local_addr().expect("it is bound"));
        let requests = RecordedRequests::default();
        let router = Router::new().fallback(record).with_state(requests.clone());
        Self { origin, requests, _server: Server::start(listener, proxy.wrap(router)) }
    }

    /// Returns the recorded requests.
    pub fn requests(&self) -> Vec<(String, HeaderMap)> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

async fn record(State(requests): State<RecordedRequests>, request: Request) -> Response {
    let is_preflight = request.method() == Method::OPTIONS;
    let what = format!("{} {}", request.method(), request.uri().path());
    requests.lock().unwrap_or_else(PoisonError::into_inner).push((what, request.headers().clone()));
    let leave = [
        (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (ACCESS_CONTROL_ALLOW_METHODS, "*"),
        (ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type"),
        (ACCESS_CONTROL_MAX_AGE, "0"),
    ];
    if is_preflight { (StatusCode::NO_CONTENT, leave).into_response() } else { (leave, "{}").into_response() }
}
