//! All routes of the service.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::Response;
use axum::routing::{get, post, put};
use tower_http::cors::{Any, CorsLayer};
use tracing::Level;

use crate::api::{me, oembed, pictures, resource_metadata, tickets, tracks, users};
use crate::developer::apps as developer_apps;
use crate::dpop::possession::{DPOP, DPOP_NONCE};
use crate::nodes;
use crate::oauth::{authorize, check, consent, introspect, metadata, revoke, token};
use crate::pages::tracks as my_tracks;
use crate::pages::{
    access_servers, account, apps, assets, connected_apps, end_session, home, not_found, origin, reset_password,
    sign_in, sign_out, sign_up, track,
};
use crate::state::Backend;
use crate::texts::current;
use crate::uploads::headers::header_names as tus;
use crate::{health, openapi, uploads};
use stagepass_server::metrics::Metrics;
use stagepass_server::serve::{self, EMBEDDABLE, NOT_EMBEDDABLE, ResponseDefaults, WRITE_TIMEOUT, embeddable};

/// The largest request body in bytes, except for uploads and pictures.
const BODY_LIMIT: usize = 32 << 10;
const METADATA: &str = "/.well-known/oauth-authorization-server";

/// The defaults of every response of the service.
pub(crate) fn response_defaults(backend: &Backend, metrics: Option<Metrics>) -> ResponseDefaults {
    let trusted_proxies = backend.trusted_proxies.as_slice().into();
    ResponseDefaults { headers: &HEADERS, level: Level::INFO, write_timeout: WRITE_TIMEOUT, trusted_proxies, metrics }
}

/// There is no Cross-Origin-Opener-Policy: it would separate a popup from the app that opened it. Only the account's
/// own pages have one ([`origin::isolate`]). Pages of other origins embed only what the API and pictures respond.
static HEADERS: [(HeaderName, HeaderValue); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    NOT_EMBEDDABLE,
];

pub(crate) fn routes(backend: Arc<Backend>) -> Router {
    // Pages for browsers, also in the popup of a login. Other origins cannot read them.
    let pages = Router::new()
        .route("/", get(home::show))
        .route("/oauth/authorize", get(authorize::show))
        .route("/oauth/consent", post(consent::decide))
        .route("/sign-in", get(sign_in::show).post(sign_in::submit))
        .route("/sign-up", get(sign_up::show).post(sign_up::submit))
        .route("/sign-out", post(sign_out::submit))
        .route("/reset-password", get(reset_password::show).post(reset_password::submit))
        .merge(asset_routes());

    // Pages that no login leads to.
    let account = Router::new()
        .route("/oauth/end-session", get(end_session::show).post(end_session::submit))
        .route("/account", get(account::show))
        .route("/account/name", get(account::back).post(account::name::submit))
        .route("/account/picture/remove", get(account::back).post(account::picture::remove))
        .route("/account/password", get(account::back).post(account::password::submit))
        .route("/account/export", get(account::export::show))
        .route("/account/delete", get(account::back).post(account::deletion::submit))
        .route("/account/keep", get(account::back).post(account::deletion::keep))
        .route("/account/sign-out-everywhere", get(account::back).post(account::everywhere::submit))
        .route("/my-tracks", get(my_tracks::show))
        .route("/my-tracks/delete", get(my_tracks::back).post(my_tracks::delete))
        .route("/connected-apps", get(connected_apps::show))
        .route("/connected-apps/revoke", get(connected_apps::back).post(connected_apps::revoke))
        .merge(developer_pages(&backend))
        .layer(map_response(origin::isolate));

    let picture = Router::new()
        .route("/account/picture", get(account::back).post(account::picture::submit))
        .layer(DefaultBodyLimit::max(account::picture::BODY_LIMIT))
        .layer(map_response(origin::isolate));

    // The API of this service's own pages. It uses cookies, so it is not available to any other origin.
    let developer_apps = Router::new()
        .route("/developer-apps", get(developer_apps::list).post(developer_apps::create))
        .route(
            "/developer-apps/{api_key}",
            get(developer_apps::show).put(developer_apps::replace).delete(developer_apps::delete),
        )
        .route("/developer-apps/{api_key}/secrets", post(developer_apps::rotate))
        .route("/developer-apps/redirect-uri", get(developer_apps::check))
        .layer(DefaultBodyLimit::max(developer_apps::BODY_LIMIT));
    let in_language = from_fn_with_state(Arc::clone(&backend), current::choose);
    let own = pages.merge(account).layer(in_language.clone()).merge(developer_apps);
    let picture = picture.layer(in_language.clone());

    // The API for nodes on other machines, which sign their requests.
    let of_nodes = Router::new()
        .route("/nodes/contents/{cid}", get(nodes::contents::show))
        .route("/nodes/contents/{cid}/audio", get(nodes::audio::show))
        .route("/nodes/listens", post(nodes::listens::receive));

    // For the servers of apps, whose API secret must never be in a browser. No other origin can read it.
    let of_servers = Router::new().route("/oauth/introspect", post(introspect::introspect));

    // Artwork has its own body limit and timeout.
    let artwork =
        Router::new().route("/tracks/{id}/artwork", put(tracks::artwork::replace).delete(tracks::artwork::remove));

    let show_picture = get(pictures::show).layer(map_response(async |response| embeddable(response)));
    let public = Router::new()
        .route("/pictures/{picture_id}/{size}", show_picture)
        .route("/healthz", get(stagepass_server::health::alive))
        .route("/readyz", get(health::ready))
        .route("/openapi.json", get(openapi::show));

    let base = backend.base_url.path().to_owned();
    let metadata = metadata_routes(&base);

    let at_base =
        |routes: Router<Arc<Backend>>| if base.is_empty() { routes } else { Router::new().nest(&base, routes) };
    // An address without the base is no part of the API. A user who opens it has shortened another.
    let root = Router::new().route("/", get(home::show)).layer(in_language.clone());
    let root = if base.is_empty() { Router::new() } else { root };
    let timeout = backend.request_timeout;
    let in_time =
        |routes: Router<Arc<Backend>>| serve::in_time(routes.layer(DefaultBodyLimit::max(BODY_LIMIT)), timeout);
    let of_this_origin =
        in_time(at_base(own.merge(embed_route(&backend)).merge(of_nodes).merge(of_servers).merge(public)).merge(root))
            .merge(serve::in_time(at_base(picture), account::picture::TIMEOUT));
    // Apps can also read the response to a request that takes too long.
    let of_every_origin = in_time(at_base(api_routes(&backend)).merge(metadata))
        .merge(serve::in_time(at_base(artwork), account::picture::TIMEOUT))
        .layer(open_to_every_origin());
    let uploads = at_base(upload_routes(backend.uploads.limits.max_size));
    let challenges =
        axum::middleware::map_response_with_state(Arc::clone(&backend), resource_metadata::name_in_challenges);
    let of_every_origin = of_every_origin.merge(uploads).layer(challenges);
    let of_every_origin = of_every_origin.layer(map_response(async |response| embeddable(response)));
    // Apps of other origins can read that an address is unknown. Otherwise, a wrong path would look like a broken
    // network.
    let unknown = Router::new().fallback(not_found::show).layer(open_to_every_origin());
    let unknown = unknown.layer(map_response(async |response| embeddable(response)));
    let unknown = unknown.layer(in_language).with_state(Arc::clone(&backend));
    of_this_origin.merge(of_every_origin).fallback_service(unknown).with_state(backend)
}

/// The pages for developers, which are in English only.
fn developer_pages(backend: &Arc<Backend>) -> Router<Arc<Backend>> {
    Router::new()
        .route("/access-servers", get(access_servers::show).post(access_servers::submit))
        .route("/apps", get(apps::list))
        .route("/apps/new", get(apps::new))
        .route("/apps/{api_key}", get(apps::edit))
        .layer(from_fn_with_state(Arc::clone(backend), current::in_english))
}

/// The stylesheet, the scripts and the mark of the pages.
fn asset_routes() -> Router<Arc<Backend>> {
    Router::new()
        .route("/assets/apps.js", get(assets::apps_js))
        .route("/assets/pages.css", get(assets::css))
        .route("/assets/guard.js", get(assets::guard_js))
        .route("/assets/refused.js", get(assets::refused_js))
        .route("/assets/reset_password.js", get(assets::reset_password_js))
        .route("/assets/show_password.js", get(assets::show_password_js))
        .route("/assets/copy.js", get(assets::copy_js))
        .route("/assets/player.js", get(assets::player_js))
        .route("/assets/shown_once.js", get(assets::shown_once_js))
        .route("/assets/web_message.js", get(assets::web_message_js))
        .route("/assets/mark.svg", get(assets::mark))
}

/// The player, which pages of other sites show in a frame.
fn embed_route(backend: &Arc<Backend>) -> Router<Arc<Backend>> {
    let embeddable = async |mut response: Response| {
        response.headers_mut().insert(EMBEDDABLE.0, EMBEDDABLE.1);
        response
    };
    Router::new()
        .route("/embed/{id}", get(track::embed::show))
        .layer(map_response(embeddable))
        .layer(from_fn_with_state(Arc::clone(backend), current::choose))
}

/// The API for apps of any origin. Credentials are in the request, never in a cookie.
fn api_routes(backend: &Arc<Backend>) -> Router<Arc<Backend>> {
    // A browser gets a page in its language instead.
    let or_page = from_fn_with_state(Arc::clone(backend), track::instead_of_json);
    let in_language = from_fn_with_state(Arc::clone(backend), current::choose);
    Router::new()
        .route("/oauth/check", get(check::show))
        .route("/oauth/token", post(token::issue).head(token::allow_headers))
        .route("/oauth/revoke", post(revoke::revoke))
        .route("/me", get(me::show))
        .route("/tickets", post(tickets::issue))
        .route("/tickets/verify", post(tickets::verify))
        .route("/tracks", post(tracks::create::create))
        .route("/oembed", get(oembed::show))
        .route(
            "/tracks/{id}",
            get(tracks::show::show)
                .layer(or_page)
                .layer(in_language)
                .patch(tracks::update::update)
                .delete(tracks::delete::delete),
        )
        .route("/tracks/{id}/sites", put(tracks::sites::replace))
        .route("/tracks/{id}/listens", get(tracks::listens::show))
        .route("/tracks/{id}/stream", get(tracks::stream::show))
        .route("/users/{id}", get(users::by_number))
        .route("/users/handle/{handle}", get(users::by_handle))
        .route("/users/{id}/tracks", get(users::tracks::list))
        .route("/users/{id}/library/tracks", get(users::library::list))
        .route("/users/{id}/library/tracks/{track_id}", put(users::library::save).delete(users::library::remove))
}

/// The well-known part is in front of the path of the issuer (RFC 8414 §3.1) and of the resource (RFC 9728 §3).
fn metadata_routes(base: &str) -> Router<Arc<Backend>> {
    Router::new()
        .route(&format!("{METADATA}{base}"), get(metadata::show))
        .route(&format!("{}{base}", resource_metadata::WELL_KNOWN), get(resource_metadata::show))
}

/// An upload request has no total timeout. It ends if the client pauses for too long.
fn upload_routes(max_size: u64) -> Router<Arc<Backend>> {
    let by_id = get(uploads::show::show)
        .head(uploads::show::progress)
        .patch(uploads::append::append)
        .delete(uploads::terminate::delete)
        .post(uploads::overridden::overridden);
    let cors = open_to_every_origin()
        .allow_headers([
            header::AUTHORIZATION,
            header::CACHE_CONTROL,
            header::CONTENT_TYPE,
            DPOP,
            tus::TUS_RESUMABLE,
            tus::UPLOAD_LENGTH,
            tus::UPLOAD_METADATA,
            tus::UPLOAD_OFFSET,
            HeaderName::from_static("x-http-method-override"),
            HeaderName::from_static("x-requested-with"),
        ])
        .expose_headers([
            header::LOCATION,
            header::RETRY_AFTER,
            header::WWW_AUTHENTICATE,
            DPOP_NONCE,
            tus::TUS_EXTENSION,
            tus::TUS_MAX_SIZE,
            tus::TUS_RESUMABLE,
            tus::TUS_VERSION,
            tus::UPLOAD_EXPIRES,
            tus::UPLOAD_LENGTH,
            tus::UPLOAD_METADATA,
            tus::UPLOAD_OFFSET,
        ]);
    Router::new()
        .route("/uploads", get(uploads::list::list).post(uploads::create::create))
        .route("/uploads/{id}", by_id)
        .layer(cors)
        .layer(axum::middleware::from_fn(move |request, next| uploads::headers::introduce(max_size, request, next)))
}

fn open_to_every_origin() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers([header::AUTHORIZATION, header::CACHE_CONTROL, header::CONTENT_TYPE, DPOP])
        // From the date, an app can determine how wrong the clock of its machine is.
        .expose_headers([header::WWW_AUTHENTICATE, header::RETRY_AFTER, header::DATE, DPOP_NONCE])
        .max_age(Duration::from_hours(24))
        // Every origin gets the same response.
        .vary([])
}
