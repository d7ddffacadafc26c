//! Error responses to nodes.

use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use stagepass_gate::{Invalid, Refusal};

use crate::error_answer::error_answer;
use stagepass_media::audio::AudioError;
use stagepass_store::StoreError;

/// The seconds to wait after a 503.
const RETRY_AFTER: u32 = 5;

/// Why a node's request fails.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NodesError {
    #[error("this service has no nodes: configure them with --node-address")]
    NoNodes,
    /// The message of the gate.
    #[error(transparent)]
    Signature(#[from] Refusal),
    #[error("no track has this CID")]
    Unknown,
    #[error("If-Match does not name this content")]
    Changed,
    #[error("{0}")]
    Body(&'static str),
    #[error("the body is too large")]
    TooLarge,
    #[error("the storage of audio cannot be reached: try again later")]
    Storage,
    #[error("the service has an internal error: try again later")]
    Internal,
}

impl IntoResponse for NodesError {
    fn into_response(self) -> Response {
        let (status, code) = match self {
            Self::NoNodes => (StatusCode::NOT_FOUND, "no_nodes"),
            Self::Signature(_) => (StatusCode::UNAUTHORIZED, "invalid_signature"),
            Self::Unknown => (StatusCode::NOT_FOUND, "not_found"),
            Self::Changed => (StatusCode::PRECONDITION_FAILED, "precondition_failed"),
            Self::Body(_) => (StatusCode::BAD_REQUEST, "invalid_request"),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "invalid_request"),
            Self::Storage => (StatusCode::SERVICE_UNAVAILABLE, "storage_unavailable"),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "server_error"),
        };
        let mut response = error_answer(status, code, &self);
        let headers = response.headers_mut();
        match status {
            StatusCode::UNAUTHORIZED => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Node"));
            }
            StatusCode::SERVICE_UNAVAILABLE => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from(RETRY_AFTER));
            }
            _ => {}
        }
        response
    }
}

impl From<Invalid> for NodesError {
    fn from(reason: Invalid) -> Self {
        Self::Signature(reason.into())
    }
}

impl From<AudioError> for NodesError {
    fn from(error: AudioError) -> Self {
        if error.is_missing() {
            return Self::Unknown;
        }
        tracing::error!(%error, "audio cannot be sent to a node");
        if error.is_of_the_keeper() { Self::Storage } else { Self::Internal }
    }
}

impl From<StoreError> for NodesError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        Self::Internal
    }
}

impl From<BytesRejection> for NodesError {
    fn from(rejection: BytesRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge,
            _ => Self::Body("the body must be JSON"),
        }
    }
}
