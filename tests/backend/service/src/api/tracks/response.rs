//! A track in API responses.

use axum::Json;
use serde::Serialize;
use serde_json::{Value, json};

use crate::api::me::SnakeCaseProfile;
use crate::api::paging::Page;
use crate::api::pictures::ProfilePicture;
use crate::state::Backend;
use stagepass_store::TrackRecord;

/// A track.
#[derive(Serialize)]
pub(crate) struct TrackAnswer {
    /// The ID of the track. It never changes.
    id: i64,
    /// The title.
    title: String,
    /// The genre.
    #[serde(skip_serializing_if = "Option::is_none")]
    genre: Option<String>,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// The owner.
    user: SnakeCaseProfile,
    /// The duration in whole seconds.
    duration: i64,
    /// The CID of the audio.
    track_cid: String,
    /// The addresses that may sign for the track. Without any, it is public.
    access_authorities: Vec<String>,
    /// Where the audio is.
    stream: Stream,
    /// The addresses of the artwork.
    #[serde(skip_serializing_if = "Option::is_none")]
    artwork: Option<ProfilePicture>,
    /// `true` if the track is visible to its owner only. Otherwise missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    delisted: Option<bool>,
}

/// A page of tracks.
#[derive(Serialize)]
pub(crate) struct TrackPage {
    /// The tracks.
    data: Vec<TrackAnswer>,
    /// The `cursor` of the next page. Missing on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

/// Where the audio of a track is.
#[derive(Serialize)]
struct Stream {
    /// The address of `GET /tracks/{id}/stream`.
    url: String,
}

impl TrackAnswer {
    fn new(backend: &Backend, track: TrackRecord) -> Self {
        Self {
            id: track.track_id,
            title: track.title,
            genre: track.genre,
            description: track.description,
            user: SnakeCaseProfile::new(backend, &track.owner),
            duration: (track.duration_ms + 500) / 1000,
            track_cid: track.cid,
            access_authorities: track.authorities,
            stream: Stream { url: format!("{}/tracks/{}/stream", backend.base_url.as_str(), track.track_id) },
            artwork: track.artwork_id.as_deref().map(|id| ProfilePicture::new(backend, id)),
            delisted: track.delisted.then_some(true),
        }
    }
}

/// `{"data": Track}`.
pub(crate) fn one(backend: &Backend, track: TrackRecord) -> Json<Value> {
    Json(json!({ "data": TrackAnswer::new(backend, track) }))
}

/// Returns a page of the tracks in `found`, each with its ID in the list. One more than on the page means that there is
/// a next page.
pub(crate) fn several(backend: &Backend, page: Page, mut found: Vec<(i64, TrackRecord)>) -> Json<TrackPage> {
    let next_cursor = page.end(&mut found, |(place, _)| *place);
    let data = found.into_iter().map(|(_, track)| TrackAnswer::new(backend, track)).collect();
    Json(TrackPage { data, next_cursor })
}

/// Parses an ID in an address. `None` if it is malformed.
pub(crate) fn number(text: &str) -> Option<i64> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}
