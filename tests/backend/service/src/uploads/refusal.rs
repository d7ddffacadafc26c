//! Error responses of uploads.

use std::io::ErrorKind;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::api::paging::PageError;
use crate::error_answer::error_answer;
use crate::uploads::headers::header_names::UPLOAD_OFFSET;
use stagepass_kit::entropy::EntropyError;
use stagepass_media::uploads::UploadsError;
use stagepass_media::{BucketError, DraftError, MediaError, NotAudio};
use stagepass_store::StoreError;

/// The seconds to wait after a 503. No bytes need to be sent again.
const RETRY_AFTER: u32 = 5;
/// The seconds to wait after a failed inspection.
const INSPECTED_AFTER: u32 = 5;

/// Why a request about an upload fails.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UploadError {
    #[error("Tus-Resumable must be 1.0.0")]
    Version,
    #[error("Upload-Length must be a number of bytes")]
    Length,
    #[error("Upload-Metadata must be pairs of a key and a value in base64, separated by commas: at most 4 KiB")]
    Metadata,
    #[error("an upload can have at most {max_size} bytes")]
    TooLarge { max_size: u64 },
    #[error(
        "the quota of {quota} bytes would be exceeded, of which {used} are used: delete uploads, or choose a smaller file"
    )]
    QuotaExceeded { quota: i64, used: i64 },
    #[error("you have 10,000 uploads, which is the limit: delete some of them")]
    AllUploadsUsed,
    #[error("you have {unfinished} unfinished uploads, which is the limit: complete or delete one first")]
    TooManyUploads { unfinished: i64 },
    #[error("there is no such upload, or it has expired")]
    NotFound,
    #[error("a track has the audio of this upload: delete the track first")]
    InUse,
    #[error(transparent)]
    Page(#[from] PageError),
    #[error("Content-Type must be application/offset+octet-stream")]
    ContentType,
    #[error("Upload-Offset must be a number of bytes")]
    OffsetForm,
    #[error("Upload-Offset must be {arrived}, the number of received bytes")]
    Offset { arrived: u64 },
    #[error("the request has more bytes than are missing")]
    Excess,
    #[error("another request for this upload is running: try again")]
    Locked,
    #[error("no byte arrived for too long. The received bytes are kept: resume the upload")]
    Idle,
    #[error("the request was interrupted: {0}. The received bytes are kept: resume the upload")]
    Interrupted(std::io::Error),
    #[error("{0}")]
    NotAudio(#[from] NotAudio),
    #[error("too many uploads are being inspected. The received bytes are kept: resume the upload later")]
    Busy,
    #[error("the inspection of the upload failed. The received bytes are kept: resume the upload in five seconds")]
    InspectionFailed,
    #[error("the same audio is being deleted. The received bytes are kept: resume the upload later")]
    Dropping,
    #[error("the storage of audio cannot be reached. The received bytes are kept: resume the upload later")]
    Storage,
    #[error("the storage of audio has lost received bytes: ask for the offset, and resume there")]
    Lost,
    #[error("the service has no space for uploads. The received bytes are kept: resume the upload later")]
    StorageFull,
    #[error("the service has an internal error: try again later")]
    Internal,
}

impl UploadError {
    /// Returns whether the service will recover by itself. The received bytes are kept, so the upload can continue
    /// later.
    pub(super) fn is_for_now(&self) -> bool {
        matches!(self, Self::Busy | Self::Dropping | Self::InspectionFailed | Self::Storage)
    }

    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::Version => (StatusCode::PRECONDITION_FAILED, "unsupported_version"),
            Self::Length | Self::Metadata | Self::OffsetForm | Self::Page(_) => {
                (StatusCode::BAD_REQUEST, "invalid_request")
            }
            Self::TooLarge { .. } | Self::Excess => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            Self::QuotaExceeded { .. } | Self::AllUploadsUsed => (StatusCode::PAYLOAD_TOO_LARGE, "quota_exceeded"),
            Self::TooManyUploads { .. } => (StatusCode::TOO_MANY_REQUESTS, "too_many_uploads"),
            Self::NotFound => (StatusCode::NOT_FOUND, "not_found"),
            Self::ContentType => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"),
            Self::Offset { .. } => (StatusCode::CONFLICT, "wrong_offset"),
            Self::InUse => (StatusCode::CONFLICT, "in_use"),
            Self::Locked => (StatusCode::LOCKED, "locked"),
            Self::Idle => (StatusCode::REQUEST_TIMEOUT, "timeout"),
            Self::Interrupted(_) => (StatusCode::BAD_REQUEST, "interrupted"),
            Self::NotAudio(_) => (StatusCode::UNPROCESSABLE_ENTITY, "not_audio"),
            Self::Busy | Self::Dropping => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            Self::InspectionFailed => (StatusCode::SERVICE_UNAVAILABLE, "inspection_failed"),
            Self::Storage | Self::Lost => (StatusCode::SERVICE_UNAVAILABLE, "storage_unavailable"),
            Self::StorageFull => (StatusCode::INSUFFICIENT_STORAGE, "storage_full"),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "server_error"),
        }
    }
}

impl IntoResponse for UploadError {
    fn into_response(self) -> Response {
        let (status, code) = self.status_and_code();
        let retry_after = if matches!(self, Self::InspectionFailed) { INSPECTED_AFTER } else { RETRY_AFTER };
        let mut response = error_answer(status, code, &self);
        if let Self::Offset { arrived } = self {
            response.headers_mut().insert(UPLOAD_OFFSET, HeaderValue::from(arrived));
        }
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(retry_after));
        }
        response
    }
}

impl From<std::io::Error> for UploadError {
    fn from(error: std::io::Error) -> Self {
        tracing::error!(%error, "an upload's file cannot be used");
        let is_full = matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded);
        if is_full { Self::StorageFull } else { Self::Internal }
    }
}

impl From<MediaError> for UploadError {
    fn from(error: MediaError) -> Self {
        match error {
            MediaError::NotAudio(reason) => Self::NotAudio(reason),
            MediaError::Busy => Self::Busy,
            MediaError::Folder { error, .. } | MediaError::Bucket(BucketError::File { error, .. }) => error.into(),
            MediaError::Bucket(error) => {
                tracing::error!(%error, "an upload could not be put into the bucket");
                Self::Storage
            }
            MediaError::Decoder(error) => {
                tracing::error!(%error, "an upload could not be inspected");
                Self::InspectionFailed
            }
            error @ (MediaError::NotGiven | MediaError::NoDrafts) => {
                tracing::error!(%error, "an upload could not be stored");
                Self::Internal
            }
        }
    }
}

impl From<UploadsError> for UploadError {
    fn from(error: UploadsError) -> Self {
        match error {
            UploadsError::Media(error) => error.into(),
            UploadsError::Store(error) => error.into(),
            UploadsError::Moved => Self::Locked,
            UploadsError::Gone => Self::NotFound,
            UploadsError::Interrupted => Self::InspectionFailed,
            UploadsError::Dropping => Self::Dropping,
            UploadsError::Lost => Self::Lost,
        }
    }
}

impl From<DraftError> for UploadError {
    fn from(error: DraftError) -> Self {
        match error {
            DraftError::Taken => Self::Locked,
            DraftError::Io(error) => error.into(),
        }
    }
}

impl From<StoreError> for UploadError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        if error.is_full() { Self::StorageFull } else { Self::Internal }
    }
}

impl From<EntropyError> for UploadError {
    fn from(error: EntropyError) -> Self {
        tracing::error!(%error, "no random bytes");
        Self::Internal
    }
}

impl From<tokio::task::JoinError> for UploadError {
    fn from(error: tokio::task::JoinError) -> Self {
        tracing::error!(%error, "an upload's task failed");
        Self::Internal
    }
}
