//! The routes of the node, and the defaults of its responses.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Extension, Router};
use ipnet::IpNet;
use tracing::Level;

use super::cidstream::StreamRoute;
use super::stream_error::StreamError;
use super::{cidstream, openapi, waveform};
use crate::state::Node;
use stagepass_server::health::{self, Health, Part};
use stagepass_server::metrics::Metrics;
use stagepass_server::serve::{DrainMarker, EMBEDDABLE, Guard, Limits, ResponseDefaults, Routes, readable_everywhere};

/// The defaults of every response. A player requests many ranges, so requests are logged at the level `DEBUG`.
pub(super) fn response_defaults(
    write_timeout: Duration,
    trusted_proxies: &[IpNet],
    metrics: Option<Metrics>,
) -> ResponseDefaults {
    ResponseDefaults {
        headers: &HEADERS,
        level: Level::DEBUG,
        write_timeout,
        trusted_proxies: trusted_proxies.into(),
        metrics,
    }
}

/// The headers are the same for every origin (which is `null` after a redirect), so caches can share responses. Cookies
/// and Authorization headers are ignored.
static HEADERS: [(HeaderName, HeaderValue); 6] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    EMBEDDABLE,
    (header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*")),
    (
        header::ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static("content-range,etag,accept-ranges,content-length"),
    ),
];

/// Returns the rate limits of the node. Health checks have none.
pub(super) fn guard(limits: &Limits) -> Guard {
    let refuse =
        |_: &Request, rate_limited| readable_everywhere(StreamError::RateLimited(rate_limited).into_response());
    Guard::new(limits, vec!["/healthz".to_owned(), "/readyz".to_owned()], refuse)
}

pub(super) fn routes(node: Arc<Node>) -> Routes {
    Routes::from(router(Arc::clone(&node))).with_direct(StreamRoute(node))
}

fn router(node: Arc<Node>) -> Router {
    let stream_route = get(cidstream::show).options(preflight).fallback(async || StreamError::Method);
    let waveform_route = get(waveform::show).options(preflight).fallback(async || StreamError::Method);
    let routes = Router::new()
        .route("/tracks/cidstream/{cid}", stream_route)
        .route("/tracks/cidstream/{cid}/waveform", waveform_route)
        .route("/healthz", get(health::alive))
        .route("/readyz", get(ready))
        .route("/openapi.json", get(openapi::show))
        .fallback(async || StreamError::NoSuchRoute);
    routes.with_state(node)
}

async fn ready(State(node): State<Arc<Node>>, draining: Option<Extension<DrainMarker>>) -> Health {
    let ask = async || vec![Part::needed("catalog", node.catalog.check()).await];
    node.readiness.answer(draining.map(|Extension(draining)| draining), ask).await
}

/// Answers CORS preflights of any origin. tower-http's layer is not used, because it would build the constant headers
/// for each response.
async fn preflight() -> impl IntoResponse {
    const ALLOWED: [(HeaderName, &str); 4] = [
        (header::ALLOW, "GET,HEAD,OPTIONS"),
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET,HEAD"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "range,if-range,if-match,if-none-match"),
        (header::ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    (StatusCode::NO_CONTENT, ALLOWED)
}
