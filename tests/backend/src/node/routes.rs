//! The node's one address, and what every answer of it says.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::routing::get;
use tower_http::cors::{Any, CorsLayer};

use super::refusal::Refused;
use super::{Node, stream};
use crate::serve;

/// Of every answer.
static HEADERS: [(HeaderName, HeaderValue); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("cross-origin")),
];

pub(super) fn routes(node: Arc<Node>) -> Router {
    let routes = Router::new()
        .route("/tracks/cidstream/{cid}", get(stream::show).fallback(async || Refused::Method))
        .fallback(async || Refused::NoSuchRoute);
    serve::answering(serve::in_time(routes).layer(open_to_every_origin()), &HEADERS).with_state(node)
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
