//! Error responses.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use stagepass_gate::{Invalid, Refusal};

use super::catalog::CatalogError;
use stagepass_kit::rate::RateLimited;
use stagepass_media::audio::AudioError;

/// The seconds to wait after a temporary error.
const RETRY_AFTER: u32 = 5;

/// Why a content is not served.
#[derive(Debug, thiserror::Error)]
pub(super) enum StreamError {
    /// The message of the gate.
    #[error(transparent)]
    Gate(#[from] Refusal),
    /// There is no signature. Clients look for the message of an invalid one, so it is the same.
    #[error("invalid signature")]
    Unsigned,
    /// `track_id` is in a form that parsers could interpret differently.
    #[error("track_id must be given once, as a whole number without leading zeros")]
    TrackId,
    #[error("the track has been delisted")]
    Delisted,
    #[error("no track has this CID")]
    Unknown,
    #[error("If-Match does not name this content")]
    AnotherContent,
    #[error("no such address")]
    NoSuchRoute,
    #[error("only GET and HEAD")]
    Method,
    #[error(transparent)]
    RateLimited(RateLimited),
    #[error("the track cannot be served: try again later")]
    Catalog(CatalogError),
    /// The error itself is only logged.
    #[error("the service cannot be reached, so no gated track is served: try again later")]
    CutOff(CatalogError),
    #[error("the track cannot be served: try again later")]
    Audio(#[from] AudioError),
    #[error("the track cannot be served: try again later")]
    Clock,
    #[error("the track cannot be served: try again later")]
    Late,
}

impl From<CatalogError> for StreamError {
    fn from(error: CatalogError) -> Self {
        if matches!(error, CatalogError::CutOff(_)) { Self::CutOff(error) } else { Self::Catalog(error) }
    }
}

impl From<Invalid> for StreamError {
    fn from(reason: Invalid) -> Self {
        Self::Gate(reason.into())
    }
}

impl StreamError {
    fn status(&self) -> (StatusCode, &'static str) {
        match self {
            Self::Gate(_) | Self::Unsigned | Self::TrackId => (StatusCode::UNAUTHORIZED, "unauthorized"),
            Self::Delisted => (StatusCode::FORBIDDEN, "delisted"),
            Self::Unknown | Self::NoSuchRoute => (StatusCode::NOT_FOUND, "not found"),
            Self::Method => (StatusCode::METHOD_NOT_ALLOWED, "method not allowed"),
            Self::RateLimited(_) => (StatusCode::TOO_MANY_REQUESTS, "too many requests"),
            Self::AnotherContent => (StatusCode::PRECONDITION_FAILED, "precondition failed"),
            Self::Audio(error) if error.is_of_the_keeper() => (StatusCode::SERVICE_UNAVAILABLE, "service unavailable"),
            Self::Catalog(_) | Self::CutOff(_) | Self::Audio(_) | Self::Clock | Self::Late => {
                (StatusCode::INTERNAL_SERVER_ERROR, "internal server error")
            }
        }
    }

    /// Logs what the response does not contain. Not the reason of an [`Invalid`], which may quote the query.
    pub(super) fn log(&self, cid: &str) {
        match self {
            Self::Catalog(error) | Self::CutOff(error) => tracing::error!(cid, %error, "the catalogue failed"),
            Self::Audio(error) => tracing::error!(cid, %error, "the audio cannot be read"),
            Self::Clock => tracing::error!("the clock is before 1970"),
            Self::Late => tracing::error!(cid, "the catalogue or the disk did not answer in time"),
            refused => tracing::debug!(cid, reason = %refused, "refused"),
        }
    }
}

/// `{error, detail}`, never cached.
impl IntoResponse for StreamError {
    fn into_response(self) -> Response {
        let (status, error) = self.status();
        let is_passing = status == StatusCode::SERVICE_UNAVAILABLE || matches!(self, Self::CutOff(_));
        let body = Json(json!({ "error": error, "detail": self.to_string() }));
        let mut answer =
            (status, [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))], body).into_response();
        if is_passing {
            answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(RETRY_AFTER));
        }
        answer
    }
}
