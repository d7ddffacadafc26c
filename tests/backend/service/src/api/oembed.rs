//! `GET {base}/oembed`: how a page embeds a track (oembed.com, version 1.0).

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::api::pictures::ProfilePicture;
use crate::api::tracks::refusal::TrackError;
use crate::api::tracks::response::number;
use crate::error_answer::error_answer;
use crate::shared_track::{SIZE, SharedTrack};
use crate::state::Backend;
use stagepass_kit::parameters::{ParameterError, Parameters};

/// The smallest player that shows its controls, in CSS pixels.
const MIN_WIDTH: u32 = 240;
const MIN_HEIGHT: u32 = 150;

/// How to embed a track: as a player, or if no site may frame it, as a link.
#[derive(Serialize)]
pub(crate) struct OEmbed {
    #[serde(rename = "type")]
    kind: &'static str,
    version: &'static str,
    title: String,
    author_name: String,
    provider_name: String,
    provider_url: String,
    #[serde(flatten)]
    thumbnail: Option<Thumbnail>,
    #[serde(flatten)]
    player: Option<Player>,
}

#[derive(Serialize)]
struct Thumbnail {
    #[serde(rename = "thumbnail_url")]
    url: String,
    #[serde(rename = "thumbnail_width")]
    width: u32,
    #[serde(rename = "thumbnail_height")]
    height: u32,
}

#[derive(Serialize)]
struct Player {
    html: String,
    width: u32,
    height: u32,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OEmbedError {
    #[error("{0}")]
    Parameter(#[from] ParameterError),
    #[error("{0} must be a number from {1} to 100000")]
    Size(&'static str, u32),
    #[error("url must be the address of a track's page at this service")]
    Url,
    #[error("the only format is json")]
    Format,
    #[error(transparent)]
    Track(#[from] TrackError),
}

pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    RawQuery(query): RawQuery,
) -> Result<Response, OEmbedError> {
    let query = Parameters::from_form(query.unwrap_or_default().as_bytes());
    if query.optional("format")?.is_some_and(|format| format != "json") {
        return Err(OEmbedError::Format);
    }
    let id = track_in(&backend, query.required("url")?).ok_or(OEmbedError::Url)?;
    let width = size(&query, "maxwidth", MIN_WIDTH)?.map_or(SIZE.0, |most| most.min(SIZE.0));
    let height = size(&query, "maxheight", MIN_HEIGHT)?.map_or(SIZE.1, |most| most.min(SIZE.1));
    let track = SharedTrack::find(&backend, id).await?;
    let headers: [(HeaderName, HeaderValue); 1] = [(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
    Ok((headers, Json(OEmbed::new(&backend, &track, (width, height)))).into_response())
}

impl OEmbed {
    fn new(backend: &Backend, track: &SharedTrack, (width, height): (u32, u32)) -> Self {
        let player = track.is_embeddable().then(|| Player { html: track.frame((width, height)), width, height });
        let thumbnail =
            |artwork: &ProfilePicture| Thumbnail { url: artwork.medium().to_owned(), width: 480, height: 480 };
        Self {
            kind: if player.is_some() { "rich" } else { "link" },
            version: "1.0",
            title: track.title.clone(),
            author_name: track.artist.clone(),
            provider_name: backend.look.name.clone(),
            provider_url: backend.base_url.as_str().to_owned(),
            thumbnail: track.artwork.as_ref().map(thumbnail),
            player,
        }
    }
}

/// Returns the ID in the address of a track's page of this service: exactly `{base}/tracks/{id}`.
fn track_in<'a>(backend: &Backend, url: &'a str) -> Option<&'a str> {
    let id = url.strip_prefix(backend.base_url.as_str())?.strip_prefix("/tracks/")?;
    let is_canonical = number(id).is_some_and(|track_id| track_id.to_string() == id);
    is_canonical.then_some(id)
}

fn size(query: &Parameters, name: &'static str, least: u32) -> Result<Option<u32>, OEmbedError> {
    let Some(text) = query.optional(name)? else { return Ok(None) };
    let size = number(text).and_then(|size| u32::try_from(size).ok()).filter(|size| (least..=100_000).contains(size));
    size.map(Some).ok_or(OEmbedError::Size(name, least))
}

impl IntoResponse for OEmbedError {
    fn into_response(self) -> Response {
        match self {
            Self::Parameter(_) | Self::Size(..) => error_answer(StatusCode::BAD_REQUEST, "invalid_request", &self),
            Self::Url => error_answer(StatusCode::NOT_FOUND, "not_found", &self),
            Self::Format => error_answer(StatusCode::NOT_IMPLEMENTED, "unsupported_format", &self),
            Self::Track(error) => error.into_response(),
        }
    }
}
