//! A track as the API shows it, and the answers about tracks that say no.

use axum::Json;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::service::Backend;
use crate::service::error_answer::error_answer;
use crate::service::me::SnakeCaseProfile;
use crate::store::{StoreError, TrackRecord};
use crate::tracks::DetailsError;

/// A track, for anybody to see.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TrackAnswer {
    id: i64,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    genre: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    user: SnakeCaseProfile,
    /// Whole seconds.
    duration: i64,
    track_cid: String,
    access_authorities: Vec<String>,
    stream: Stream,
}

#[derive(Serialize, JsonSchema)]
struct Stream {
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
        }
    }
}

/// `{"data": Track}`.
pub(crate) fn one(backend: &Backend, track: TrackRecord) -> Json<Value> {
    Json(json!({ "data": TrackAnswer::new(backend, track) }))
}

/// `{"data": [Track]}`.
pub(crate) fn several(backend: &Backend, tracks: Vec<TrackRecord>) -> Json<Value> {
    let tracks: Vec<_> = tracks.into_iter().map(|track| TrackAnswer::new(backend, track)).collect();
    Json(json!({ "data": tracks }))
}

/// The ways in which a request about a track fails.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TrackError {
    #[error("the body has to be a JSON object without doubled members, and Content-Type application/json")]
    Body,
    #[error("the body is too large")]
    TooLarge,
    #[error("{0} is missing")]
    Missing(&'static str),
    #[error("{0} has to be {1}")]
    Type(&'static str, &'static str),
    #[error("{0}")]
    Details(#[from] DetailsError),
    #[error("track_cid is not of a completed upload of this listener's")]
    NotUploaded,
    #[error("somebody else's track has made this audio public: it can't be gated")]
    PublicElsewhere,
    #[error("there is no such track")]
    NoTrack,
    #[error("there is no such listener")]
    NoUser,
    #[error("the track is another listener's")]
    NotTheOwner,
    #[error("a library is for its own listener alone")]
    NotTheListener,
    #[error("no node is known that serves the audio")]
    NoNode,
    #[error("the service has a problem of its own")]
    Internal,
}

impl IntoResponse for TrackError {
    fn into_response(self) -> Response {
        let (status, code) = match self {
            Self::Body | Self::Missing(_) | Self::Type(..) | Self::Details(_) => {
                (StatusCode::BAD_REQUEST, "invalid_request")
            }
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "invalid_request"),
            Self::PublicElsewhere => (StatusCode::CONFLICT, "already_public"),
            Self::NotUploaded | Self::NotTheOwner | Self::NotTheListener => (StatusCode::FORBIDDEN, "access_denied"),
            Self::NoTrack | Self::NoUser => (StatusCode::NOT_FOUND, "not_found"),
            Self::NoNode => (StatusCode::SERVICE_UNAVAILABLE, "no_node"),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "server_error"),
        };
        error_answer(status, code, &self)
    }
}

impl From<BytesRejection> for TrackError {
    fn from(rejection: BytesRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge,
            _ => Self::Body,
        }
    }
}

impl From<StoreError> for TrackError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        Self::Internal
    }
}

/// A number in an address. What is none names nothing.
pub(crate) fn number(text: &str) -> Option<i64> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}
