//! Every address of the service, on one page.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, header};
use axum::routing::{get, post};
use tower_http::cors::{Any, CorsLayer};

use crate::serve;
use crate::service::{
    Backend, account, assets, authorize, consent, health, me, metadata, pages, pictures, revoke, sign_in, sign_out,
    tickets, token,
};

/// More than any of these requests needs.
const BODY_LIMIT: usize = 32 << 10;
const METADATA: &str = "/.well-known/oauth-authorization-server";

/// Of every answer. No Cross-Origin-Opener-Policy: it would cut the popup off from the app that opened it.
static HEADERS: [(HeaderName, HeaderValue); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
];

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
    let routes = versioned.merge(metadata).fallback(pages::not_found).layer(DefaultBodyLimit::max(BODY_LIMIT));
    serve::answering(serve::bounded(routes), &HEADERS).with_state(backend)
}

fn open_to_every_origin() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([axum::http::Method::GET, axum::http::Method::POST])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE])
        .expose_headers([header::WWW_AUTHENTICATE, header::RETRY_AFTER])
        .max_age(Duration::from_hours(24))
}
