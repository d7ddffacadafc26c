//! `GET {base}/embed/{id}`: a player that pages of other sites show in a frame.
//!
//! It has no session, because browsers send no cookie to a frame of another site. For a gated track, its script asks
//! the access server, and names the site that shows it (`assets/player.js`).

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use crate::api::tracks::refusal::TrackError;
use crate::pages::page;
use crate::shared_track::SharedTrack;
use crate::state::Backend;
use crate::texts::filters;

#[derive(Template)]
#[template(path = "embed.html")]
struct EmbedPage<'a> {
    base: &'a str,
    track: &'a SharedTrack,
    has_node: bool,
}

/// For a track that does not exist. It has nothing to click, so every site may frame it.
#[derive(Template)]
#[template(path = "embed_missing.html")]
struct MissingPage<'a> {
    base: &'a str,
    text: &'static str,
}

pub(crate) async fn show(State(backend): State<Arc<Backend>>, Path(id): Path<String>) -> Response {
    let base = backend.base_url.path();
    match SharedTrack::find(&backend, &id).await {
        Ok(track) => {
            let page = EmbedPage { base, track: &track, has_node: backend.node_url.is_some() };
            super::respond_with_player(&backend, &page, &track, &track.frame_ancestors())
        }
        Err(TrackError::NoTrack) => {
            page::respond_in_frames(StatusCode::NOT_FOUND, &MissingPage { base, text: "embed-missing" }, "*", "")
        }
        Err(error) => {
            tracing::error!(%error, "a track could not be read");
            let page = MissingPage { base, text: "internal-text" };
            page::respond_in_frames(StatusCode::INTERNAL_SERVER_ERROR, &page, "*", "")
        }
    }
}
