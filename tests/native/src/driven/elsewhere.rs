//! A server of somebody else's, which lets everybody in and keeps whatever it is told.

use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_MAX_AGE,
};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::IntoResponse as _;
use axum::response::Response;

use super::front::{self, Front};
use super::server::Server;

/// It. It stops when dropped.
#[derive(Debug)]
pub struct Elsewhere {
    /// Its origin.
    pub origin: String,
    heard: ListenCount,
    _server: Server,
}

/// The requests, as `METHOD /path`, with their headers. Those by which browsers ask for leave are among them.
type ListenCount = Arc<Mutex<Vec<(String, HeaderMap)>>>;

impl Elsewhere {
    /// Starts one.
    pub async fn start() -> Self {
        Self::behind(Front::default()).await
    }

    /// Starts one whose pages have a Cross-Origin-Opener-Policy of `same-origin`.
    pub async fn start_isolated() -> Self {
        Self::behind(Front { isolates: true, ..Front::default() }).await
    }

    async fn behind(front: Front) -> Self {
        let listener = front::listen().await;
        let origin = format!("http://{}", listener.local_addr().expect("it is bound"));
        let heard = ListenCount::default();
        let router = Router::new().fallback(hear).with_state(heard.clone());
        Self { origin, heard, _server: Server::start(listener, front.before(router)) }
    }

    /// What it has heard.
    pub fn heard(&self) -> Vec<(String, HeaderMap)> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

async fn hear(State(heard): State<ListenCount>, request: Request) -> Response {
    let is_asked_for_leave = request.method() == Method::OPTIONS;
    let what = format!("{} {}", request.method(), request.uri().path());
    heard.lock().unwrap_or_else(PoisonError::into_inner).push((what, request.headers().clone()));
    let leave = [
        (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (ACCESS_CONTROL_ALLOW_METHODS, "*"),
        (ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type"),
        (ACCESS_CONTROL_MAX_AGE, "0"),
    ];
    if is_asked_for_leave { (StatusCode::NO_CONTENT, leave).into_response() } else { (leave, "{}").into_response() }
}
