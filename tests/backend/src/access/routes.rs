//! The access server's addresses, and what every answer of it says.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use axum::routing::{get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{Any, CorsLayer};
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::{DefaultOnResponse, TraceLayer};
use tracing::{Level, Span};

use super::error_answer::AccessError;
use super::{AccessServer, create_track, my_region, stream, ticket};

/// More than any of these requests needs.
const BODY_LIMIT: usize = 32 << 10;
/// Longer than the deadlines of all the calls that an answer may take.
const REQUEST_TIMEOUT: Duration = Duration::from_mins(1);

pub(super) fn routes(server: Arc<AccessServer>) -> Router {
    Router::new()
        .route("/create-track", post(create_track::create).fallback(async || AccessError::Method))
        .route("/stream/{track_id}", get(stream::show).fallback(async || AccessError::Method))
        .route("/my-region", get(my_region::show).fallback(async || AccessError::Method))
        .fallback(async || AccessError::NoSuchRoute)
        .layer(axum::middleware::from_fn(ticket::refuse_access_tokens))
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(CatchPanicLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, REQUEST_TIMEOUT))
        .layer(open_to_every_origin())
        .layer(axum::middleware::map_response(with_security_headers))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(span)
                .on_response(DefaultOnResponse::new().level(Level::INFO))
                .on_request(()),
        )
        .with_state(server)
}

/// What a caller proves itself with is in the request, never in a cookie.
fn open_to_every_origin() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE])
        .max_age(Duration::from_hours(24))
}

/// The path and no more: headers hold tickets.
fn span(request: &Request) -> Span {
    tracing::info_span!("request", method = %request.method(), path = request.uri().path())
}

/// An address with a signature in it is for one caller, now: nobody keeps it or passes it on as a referrer.
async fn with_security_headers(mut response: Response) -> Response {
    const ALWAYS: [(HeaderName, HeaderValue); 4] = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("cross-origin")),
    ];
    response.headers_mut().extend(ALWAYS);
    response
}
