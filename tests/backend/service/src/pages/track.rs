//! `GET {base}/tracks/{id}` in a browser: the public page of a track. Every other client gets JSON from the API.

pub(crate) mod embed;

use std::sync::Arc;

use askama::Template;
use axum::RequestExt as _;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::api::tracks::refusal::TrackError;
use crate::pages::page::{self, is_for_a_person};
use crate::pages::problem::Problem;
use crate::shared_track::{SIZE, SharedTrack};
use crate::state::Backend;
use crate::texts::filters;

/// What programs that fetch a page for a link preview call themselves. Some of them accept every type, as API clients
/// do.
const PREVIEWS: [&str; 9] = [
    "facebookexternalhit",
    "Twitterbot",
    "Slackbot",
    "Discordbot",
    "LinkedInBot",
    "TelegramBot",
    "WhatsApp",
    "Mastodon",
    "Bluesky",
];

#[derive(Template)]
#[template(path = "track.html")]
struct TrackPage<'a> {
    base: &'a str,
    track: &'a SharedTrack,
    has_node: bool,
    /// The address of oEmbed for this page.
    oembed: String,
    /// The size of the player for cards.
    size: (u32, u32),
}

/// Responds with the page if the client shows pages or previews of them.
pub(crate) async fn instead_of_json(State(backend): State<Arc<Backend>>, mut request: Request, next: Next) -> Response {
    if !shows_pages(request.headers()) {
        return next.run(request).await;
    }
    let Ok(Path(id)) = request.extract_parts::<Path<String>>().await else { return next.run(request).await };
    let mut response = match SharedTrack::find(&backend, &id).await {
        Ok(track) => show(&backend, &track),
        Err(error) => problem(&backend, &error, request.uri().path()),
    };
    let vary = HeaderValue::from_static("accept, accept-language, authorization, user-agent");
    response.headers_mut().insert(header::VARY, vary);
    response
}

fn show(backend: &Backend, track: &SharedTrack) -> Response {
    let url = form_urlencoded::byte_serialize(track.page_url().as_bytes()).collect::<String>();
    let page = TrackPage {
        base: backend.base_url.path(),
        track,
        has_node: backend.node_url.is_some(),
        oembed: format!("{}/oembed?url={url}&format=json", backend.base_url.as_str()),
        size: SIZE,
    };
    respond_with_player(backend, &page, track, "'none'")
}

/// Returns a page with the player of `track`, which `frame_ancestors` may show in a frame.
fn respond_with_player(
    backend: &Backend,
    template: &impl Template,
    track: &SharedTrack,
    frame_ancestors: &str,
) -> Response {
    let node = backend.node_url.as_ref().map(|url| format!(" {}", url.origin())).unwrap_or_default();
    let connect = track.access_server().map(|origin| format!("; connect-src {origin}")).unwrap_or_default();
    let more = format!("; media-src 'self'{node}{connect}");
    page::respond_in_frames(StatusCode::OK, template, frame_ancestors, &more)
}

/// Returns the error page: 404 for a track that is delisted, deleted or unknown.
fn problem(backend: &Backend, error: &TrackError, path: &str) -> Response {
    let base = backend.base_url.path();
    if matches!(error, TrackError::NoTrack) { Problem::not_found(base, path) } else { Problem::internal() }
        .respond(base)
}

/// A request with credentials is one to the API.
fn shows_pages(headers: &HeaderMap) -> bool {
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_preview = PREVIEWS.iter().any(|name| agent.contains(name));
    !headers.contains_key(header::AUTHORIZATION) && (is_for_a_person(headers) || is_preview)
}
