//! The handling of every request, around its route.

use std::convert::Infallible;
use std::panic::AssertUnwindSafe;

use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::FutureExt as _;
use tokio::time::Instant;
use tracing::{Instrument as _, Level, Span};

use super::answer_memory::AnswerBytes;
use super::context::ConnectionContext;
use super::routes::{RequestConnection, RoutedResponse};
use super::stopping::Phase;
use crate::client_address::client_address;
use crate::request_id::{RequestId, X_REQUEST_ID};

/// The longest path and query in bytes. An authorization request that is encoded twice is shorter.
const MAX_TARGET: usize = 32 << 10;

/// These are not layers on the routes, because each layer would be boxed and cloned for each request.
pub(super) async fn answer(
    request: Request,
    connection: &RequestConnection,
    served: &ConnectionContext,
) -> Result<(Response, Option<AnswerBytes>), Infallible> {
    let ConnectionContext { routes, defaults, guard, phase } = served;
    let peer = connection.peer;
    let id = RequestId::of(peer.ip(), request.headers(), &defaults.trusted_proxies);
    let span = span(&request, &id, defaults.level);
    let began = Instant::now();
    let method = request.method().clone();
    let trusted = &defaults.trusted_proxies;
    let address = client_address(peer.ip(), request.headers(), trusted).unwrap_or(peer.ip());
    let counted = defaults.metrics.as_ref().map(|metrics| (metrics, metrics.request()));
    let is_draining = *phase.borrow() > Phase::Open;
    let answer = async {
        if let Some(refusal) = guard.refusal(address, &request) {
            return Ok(refusal.into());
        }
        match refused_target(&request) {
            Some(status) => Ok(status.into_response().into()),
            None => routes.answer(request, connection, is_draining).await,
        }
    };
    let answer = AssertUnwindSafe(answer).catch_unwind().instrument(span.clone());
    let mut routed: RoutedResponse = match answer.await {
        Ok(Ok(routed)) => routed,
        // The panic was logged already.
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response().into(),
    };
    let counted_bytes = guard.count_answer(address, &method, &mut routed.response);
    let status = routed.response.status();
    if let Some((metrics, _)) = counted {
        metrics.answered(&method, routed.template(), status, began.elapsed());
    }
    let response = &mut routed.response;
    for (name, value) in defaults.headers {
        response.headers_mut().entry(name).or_insert_with(|| value.clone());
    }
    response.headers_mut().insert(&X_REQUEST_ID, id.into_header());
    if *phase.borrow() > Phase::Open {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    span.in_scope(|| log(response, began, defaults.level));
    Ok((routed.response, counted_bytes))
}

fn refused_target(request: &Request) -> Option<StatusCode> {
    let target = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
    if target > MAX_TARGET {
        return Some(StatusCode::URI_TOO_LONG);
    }
    has_control_characters(request.uri().path()).then_some(StatusCode::BAD_REQUEST)
}

/// No path has control characters, and not every database accepts NUL. Only percent-encoded ones get here.
fn has_control_characters(path: &str) -> bool {
    let encoded = path.split('%').skip(1).map(str::as_bytes);
    encoded.into_iter().any(|digits| matches!(digits, [b'0' | b'1', ..] | [b'7', b'f' | b'F', ..]))
}

/// Rate-limited requests are frequent, so they are logged at the level `DEBUG`.
fn log(response: &Response, began: Instant, level: Level) {
    let (status, latency_us) =
        (response.status().as_u16(), u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX));
    if response.status().is_server_error() {
        tracing::error!(status, latency_us, "failed");
    } else if level == Level::INFO && response.status() != StatusCode::TOO_MANY_REQUESTS {
        tracing::info!(status, latency_us, "answered");
    } else {
        tracing::debug!(status, latency_us, "answered");
    }
}

/// Logs the path only: queries contain codes, states and signatures, and headers contain tokens.
fn span(request: &Request, id: &RequestId, level: Level) -> Span {
    let (id, method, path) = (id.as_str(), request.method(), request.uri().path());
    if level == Level::INFO {
        tracing::info_span!("request", id, %method, path)
    } else {
        tracing::debug_span!("request", id, %method, path)
    }
}
