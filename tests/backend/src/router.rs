//! Every address of the service, on one page.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use axum::routing::{get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{Any, CorsLayer};
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::{DefaultOnResponse, TraceLayer};
use tracing::{Level, Span};

use crate::service::{
    Backend, account, assets, authorize, consent, health, me, metadata, pages, pictures, revoke, sign_in, sign_out,
    tickets, token,
};

/// More than any of these requests needs.
const BODY_LIMIT: usize = 32 << 10;
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
const METADATA: &str = "/.well-known/oauth-authorization-server";

pub(crate) fn routes(backend: Arc<Backend>) -> Router {
    // For a person with a browser: never readable by another origin.
    let pages = Router::new()
        .route("/oauth/authorize", get(authorize::show))
        .route("/oauth/consent", post(consent::decide))
        .route("/sign-in", get(sign_in::show).post(sign_in::submit))
        .route("/sign-out", post(sign_out::submit))
        .route("/account", get(account::show))
        .route("/assets/pages.css", get(assets::css))
        .route("/assets/consent.js", get(assets::js))
        .route("/assets/mark.svg", get(assets::mark));

    // For apps, from any origin: what they prove themselves with is in the request, never in a cookie.
    let api = Router::new()
        .route("/oauth/token", post(token::issue))
        .route("/oauth/revoke", post(revoke::revoke))
        .route("/me", get(me::show))
        .route("/tickets", post(tickets::issue))
        .route("/tickets/verify", post(tickets::verify))
        .layer(open_to_every_origin());

    let public =
        Router::new().route("/pictures/{picture_id}/{size}", get(pictures::show)).route("/healthz", get(health::show));

    // RFC 8414 §3.1: the well-known part stands before the issuer's path.
    let base = backend.base_url.path().to_owned();
    let metadata = Router::new().route(&format!("{METADATA}{base}"), get(metadata::show)).layer(open_to_every_origin());

    let versioned = pages.merge(api).merge(public);
    let versioned = if base.is_empty() { versioned } else { Router::new().nest(&base, versioned) };
    versioned
        .merge(metadata)
        .fallback(pages::not_found)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(CatchPanicLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, REQUEST_TIMEOUT))
        .layer(axum::middleware::map_response(with_security_headers))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(span)
                .on_response(DefaultOnResponse::new().level(Level::INFO))
                .on_request(()),
        )
        .with_state(backend)
}

fn open_to_every_origin() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([axum::http::Method::GET, axum::http::Method::POST])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE])
        .expose_headers([header::WWW_AUTHENTICATE, header::RETRY_AFTER])
        .max_age(Duration::from_hours(24))
}

/// The path and no more: queries hold codes and states, headers hold tokens.
fn span(request: &Request) -> Span {
    tracing::info_span!("request", method = %request.method(), path = request.uri().path())
}

/// For every answer. No Cross-Origin-Opener-Policy: it would cut the popup off from the app that opened it.
async fn with_security_headers(mut response: Response) -> Response {
    const ALWAYS: [(HeaderName, HeaderValue); 4] = [
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    for (name, value) in ALWAYS {
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}
