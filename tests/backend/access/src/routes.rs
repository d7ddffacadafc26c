//! The routes of the access server, and the defaults of its responses.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::response::IntoResponse as _;
use axum::routing::{get, post, put};
use axum::{Extension, Router};
use tower_http::cors::{Any, CorsLayer};
use tracing::Level;

use crate::decision::{EMBEDDER, SITE_TOKEN};
use crate::error_answer::{AccessError, page};
use crate::owner;
use crate::owner::groups::{self, invitations, members};
use crate::state::AccessServer;
use crate::{create_track, join, my_region, openapi, shop, stream, ticket, tracks};
use stagepass_server::health::{self, Health, Part};
use stagepass_server::metrics::Metrics;
use stagepass_server::serve::{
    self, DrainMarker, EMBEDDABLE, Guard, Limits, ResponseDefaults, WRITE_TIMEOUT, readable_everywhere,
};

/// The largest request body in bytes.
const BODY_LIMIT: usize = 32 << 10;
/// Longer than all calls to other servers during one request.
const REQUEST_TIMEOUT: Duration = Duration::from_mins(1);

/// A signed address is for one caller, so it is neither cached nor sent as a referrer.
static HEADERS: [(HeaderName, HeaderValue); 4] = [
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    EMBEDDABLE,
];

pub(super) fn response_defaults(server: &AccessServer, metrics: Option<Metrics>) -> ResponseDefaults {
    let trusted_proxies = server.trusted_proxies.as_slice().into();
    ResponseDefaults { headers: &HEADERS, level: Level::INFO, write_timeout: WRITE_TIMEOUT, trusted_proxies, metrics }
}

/// Returns the rate limits of the server. Health checks have none.
pub(super) fn guard(limits: &Limits) -> Guard {
    let refuse = |request: &Request, rate_limited| {
        readable_everywhere(page::as_requested(
            request.headers(),
            AccessError::RateLimited(rate_limited).into_response(),
        ))
    };
    Guard::new(limits, vec!["/healthz".to_owned(), "/readyz".to_owned()], refuse)
}

pub(super) fn routes(server: Arc<AccessServer>) -> Router {
    let listeners = Router::new()
        .route("/stream/{track_id}", get(stream::show))
        .route("/tracks/{track_id}/access", get(tracks::access::show))
        .route("/my-region", get(my_region::show))
        .route("/join", post(join::join));
    let owners = Router::new()
        .route("/create-track", post(create_track::create))
        .route("/tracks/{track_id}/rule", get(tracks::rule::show).put(tracks::rule::put))
        .route("/tracks/{track_id}/try", post(tracks::try_rule::simulate))
        .route("/owner/rules", get(owner::rules::list))
        .route("/owner/groups", get(groups::list))
        .route("/owner/groups/{id}", put(groups::put).delete(groups::delete))
        .route("/owner/groups/{id}/members", get(members::list))
        .route("/owner/groups/{id}/members/{user}", put(members::put).delete(members::delete))
        .route("/owner/groups/{id}/invitations", post(invitations::invite));
    let routes = listeners
        .merge(owners)
        .merge(shop::routes())
        .merge(owner::page::routes())
        .route("/healthz", get(health::alive))
        .route("/readyz", get(ready))
        .route("/openapi.json", get(openapi::show))
        .method_not_allowed_fallback(async || AccessError::Method)
        .fallback(async || AccessError::NoSuchRoute)
        .layer(axum::middleware::from_fn(ticket::refuse_access_tokens))
        .layer(axum::middleware::from_fn(page::render_html))
        .layer(DefaultBodyLimit::max(BODY_LIMIT));
    serve::in_time(routes, REQUEST_TIMEOUT).layer(open_to_every_origin()).with_state(server)
}

async fn ready(State(server): State<Arc<AccessServer>>, draining: Option<Extension<DrainMarker>>) -> Health {
    let ask = async || vec![Part::needed("database", server.rules.ping()).await];
    server.readiness.answer(draining.map(|Extension(draining)| draining), ask).await
}

/// Credentials are in the request, never in a cookie.
fn open_to_every_origin() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([header::AUTHORIZATION, header::CACHE_CONTROL, header::CONTENT_TYPE, SITE_TOKEN, EMBEDDER])
        .expose_headers([header::RETRY_AFTER])
        .max_age(Duration::from_hours(24))
}
