//! The node's one address, and what every answer of it says.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{Any, CorsLayer};
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::{DefaultOnResponse, TraceLayer};
use tracing::{Level, Span};

use super::refusal::Refused;
use super::{Node, stream};

/// How long an answer may take to begin.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

pub(super) fn routes(node: Arc<Node>) -> Router {
    Router::new()
        .route("/tracks/cidstream/{cid}", get(stream::show).fallback(async || Refused::Method))
        .fallback(async || Refused::NoSuchRoute)
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
        .with_state(node)
}

/// After a redirect the browser says `Origin: null` and sends no credentials; none are looked at.
fn open_to_every_origin() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD])
        .allow_headers([header::RANGE, header::IF_RANGE, header::IF_NONE_MATCH])
        .expose_headers([header::CONTENT_RANGE, header::ETAG, header::ACCEPT_RANGES, header::CONTENT_LENGTH])
        // The answer is the same for every origin: shared caches need to know of none.
        .vary([])
        .max_age(Duration::from_hours(24))
}

/// The path and no more: the query holds the signature.
fn span(request: &Request) -> Span {
    tracing::info_span!("request", method = %request.method(), path = request.uri().path())
}

async fn with_security_headers(mut response: Response) -> Response {
    const ALWAYS: [(HeaderName, HeaderValue); 4] = [
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("cross-origin")),
    ];
    response.headers_mut().extend(ALWAYS);
    response
}
