//! Why requests about tracks are refused.

use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::api::paging::PageError;
use crate::error_answer::error_answer;
use crate::limits::picture_admission::{self, AdmissionError};
use crate::limits::rate_limited;
use crate::limits::throttle::ThrottleError;
use crate::tracks::DetailsError;
use stagepass_media::picture::PictureError;
use stagepass_store::{StoreError, TrackLimit};

/// Why a request about a track fails.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TrackError {
    #[error("the body must be a JSON object without repeated members, and Content-Type application/json")]
    Body,
    #[error("the body is too large")]
    TooLarge,
    #[error("{0} is missing")]
    Missing(&'static str),
    #[error("{0} must be {1}")]
    Type(&'static str, &'static str),
    #[error("{0}")]
    Details(#[from] DetailsError),
    #[error("{0} is repeated: send it once")]
    Twice(&'static str),
    #[error("{0:?} cannot be changed: a track has title, genre, description, access_authorities and delisted")]
    Unknown(String),
    #[error("there is nothing to change: send title, genre, description, access_authorities or delisted")]
    NothingToChange,
    #[error(transparent)]
    Page(#[from] PageError),
    #[error("query must have at most 200 characters, as a title")]
    Query,
    #[error("query searches one's own tracks: send an access token of this user")]
    QueryOfOthers,
    #[error("the request was interrupted")]
    BrokenOff,
    #[error(transparent)]
    Picture(PictureError),
    #[error("too many pictures: wait {retry_after} s and try again")]
    TooManyPictures { retry_after: i64 },
    #[error("the service has no space for pictures: try again later")]
    StorageFull,
    #[error("track_cid is not the CID of a completed upload of the user")]
    NotUploaded,
    #[error("another user's public track has the same audio, so it cannot be gated")]
    PublicElsewhere,
    #[error(transparent)]
    TooMany(#[from] TrackLimit),
    #[error("there is no such track")]
    NoTrack,
    #[error("there is no such user")]
    NoUser,
    #[error("the track belongs to another user")]
    NotTheOwner,
    #[error("this access server did not make the track")]
    NotTheMaker,
    #[error("only an access server says where a track can be embedded: send its credential and the user's ticket")]
    NotAnAccessServer,
    #[error("sites must be null, or at most 50 origins like https://radio.example, with at most 4,000 bytes in all")]
    Sites,
    #[error("the library belongs to another user")]
    NotTheListener,
    #[error("the service has no stream node: its operator must set --node-url")]
    NoNode,
    #[error("the service has an internal error: try again later")]
    Internal,
}

impl IntoResponse for TrackError {
    fn into_response(self) -> Response {
        let (status, code) = self.kind();
        let mut response = error_answer(status, code, &self);
        let retry_after = match self {
            Self::TooManyPictures { retry_after } => Some(retry_after),
            Self::Picture(PictureError::Busy) => Some(picture_admission::RETRY_AFTER),
            _ => None,
        };
        if let Some(retry_after) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(retry_after));
        }
        response
    }
}

impl TrackError {
    fn kind(&self) -> (StatusCode, &'static str) {
        match self {
            Self::Body
            | Self::Missing(_)
            | Self::Type(..)
            | Self::Details(_)
            | Self::Twice(_)
            | Self::Unknown(_)
            | Self::NothingToChange
            | Self::Page(_)
            | Self::Query
            | Self::Sites => (StatusCode::BAD_REQUEST, "invalid_request"),
            Self::BrokenOff => (StatusCode::BAD_REQUEST, "interrupted"),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "invalid_request"),
            Self::Picture(PictureError::TooLarge | PictureError::TooManyPixels) => {
                (StatusCode::PAYLOAD_TOO_LARGE, "too_large")
            }
            Self::Picture(PictureError::Format | PictureError::Damaged(_)) => {
                (StatusCode::UNPROCESSABLE_ENTITY, "not_a_picture")
            }
            Self::Picture(PictureError::Busy) => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            Self::TooManyPictures { .. } => (StatusCode::TOO_MANY_REQUESTS, rate_limited::CODE),
            Self::StorageFull => (StatusCode::INSUFFICIENT_STORAGE, "storage_full"),
            Self::PublicElsewhere => (StatusCode::CONFLICT, "already_public"),
            Self::TooMany(_) => (StatusCode::CONFLICT, "too_many"),
            Self::NotUploaded
            | Self::NotTheOwner
            | Self::NotTheMaker
            | Self::NotAnAccessServer
            | Self::NotTheListener
            | Self::QueryOfOthers => (StatusCode::FORBIDDEN, "access_denied"),
            Self::NoTrack | Self::NoUser => (StatusCode::NOT_FOUND, "not_found"),
            Self::NoNode => (StatusCode::SERVICE_UNAVAILABLE, "no_node"),
            Self::Picture(_) | Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "server_error"),
        }
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

impl From<PictureError> for TrackError {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::Entropy(_) | PictureError::Decoder(_) | PictureError::Stopping => {
                tracing::error!(%error, "a picture could not be processed");
                Self::Internal
            }
            _ => Self::Picture(error),
        }
    }
}

impl From<AdmissionError> for TrackError {
    fn from(error: AdmissionError) -> Self {
        match error {
            AdmissionError::Throttle(error) => error.into(),
            AdmissionError::Picture(error) => error.into(),
            AdmissionError::StorageFull => Self::StorageFull,
            AdmissionError::Disk(error) => {
                tracing::error!(%error, "the space for pictures is unknown");
                Self::Internal
            }
        }
    }
}

impl From<ThrottleError> for TrackError {
    fn from(error: ThrottleError) -> Self {
        match error {
            ThrottleError::TooMany { retry_after } => Self::TooManyPictures { retry_after },
            ThrottleError::Store(error) => error.into(),
        }
    }
}
