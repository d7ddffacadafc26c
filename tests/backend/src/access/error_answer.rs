//! Answers that say no: `{"error": "<a sentence>", "code": "<a stable name>"}`.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::countries::Country;
use super::rule::{Refused, RuleError};
use super::rule_store::RuleStoreError;
use super::service::ServiceError;
use crate::rate::TooSoon;

/// Why a request is not served.
#[derive(Debug, thiserror::Error)]
pub(super) enum AccessError {
    #[error("Invalid track ID format")]
    TrackId,
    #[error("{0}")]
    Request(String),
    #[error("rule: {0}")]
    Rule(#[from] RuleError),
    #[error("The body is too large.")]
    TooLarge,
    #[error("A ticket is needed: Authorization: Ticket …")]
    NoTicket,
    #[error("The ticket is not valid here, or has expired: ask the service for a new one.")]
    BadTicket,
    #[error(
        "An access token never belongs here: whoever runs this server could act for you with it. Ask the service for a ticket, and sign out to \
         make this token worthless."
    )]
    AccessToken,
    #[error("The ticket is another listener's than userId.")]
    AnotherUser,
    #[error("The service refuses the track: {1}")]
    RefusedByService(u16, String),
    #[error("There is no track with this ID.")]
    NoTrack,
    #[error("This server can't sign for the track: it is none of its access authorities.")]
    NotAnAuthority,
    #[error(transparent)]
    Refused(#[from] Refused),
    #[error("There is nothing at this address.")]
    NoSuchRoute,
    #[error("This address takes another method.")]
    Method,
    #[error("Too many requests: wait {} s and try again.", .0.seconds())]
    TooSoon(TooSoon),
    #[error("The service can't be asked at the moment.")]
    Service,
    #[error("This server has a problem of its own.")]
    Internal,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Body {
    error: String,
    code: &'static str,
    #[serde(flatten)]
    refused: Option<RefusedBody>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RefusedBody {
    rule: Option<&'static str>,
    your_country: Option<Country>,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed_countries: Option<Vec<Country>>,
}

impl AccessError {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::TrackId => (StatusCode::BAD_REQUEST, "invalid_track_id"),
            Self::Request(_) => (StatusCode::BAD_REQUEST, "invalid_request"),
            Self::Rule(_) => (StatusCode::BAD_REQUEST, "invalid_rule"),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "invalid_request"),
            Self::NoTicket => (StatusCode::UNAUTHORIZED, "ticket_required"),
            Self::BadTicket => (StatusCode::UNAUTHORIZED, "invalid_ticket"),
            Self::AccessToken => (StatusCode::UNAUTHORIZED, "access_token_refused"),
            Self::AnotherUser => (StatusCode::FORBIDDEN, "another_user"),
            Self::RefusedByService(status, _) => {
                (StatusCode::from_u16(*status).unwrap_or(StatusCode::BAD_REQUEST), "refused_by_service")
            }
            Self::NoTrack => (StatusCode::NOT_FOUND, "no_track"),
            Self::NotAnAuthority => (StatusCode::NOT_FOUND, "not_an_authority"),
            Self::Refused(refused) => (StatusCode::FORBIDDEN, refused.code),
            Self::NoSuchRoute => (StatusCode::NOT_FOUND, "not_found"),
            Self::Method => (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed"),
            Self::TooSoon(_) => (StatusCode::TOO_MANY_REQUESTS, "too_many_requests"),
            Self::Service => (StatusCode::BAD_GATEWAY, "service_unavailable"),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "server_error"),
        }
    }
}

impl IntoResponse for AccessError {
    fn into_response(self) -> Response {
        let (status, code) = self.status_and_code();
        tracing::debug!(code, "refused");
        let error = self.to_string();
        let refused = match self {
            Self::Refused(Refused { rule, your_country, allowed_countries, .. }) => {
                Some(RefusedBody { rule, your_country, allowed_countries })
            }
            _ => None,
        };
        let mut response = (status, Json(Body { error, code, refused })).into_response();
        if status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Ticket"));
        }
        response
    }
}

impl From<ServiceError> for AccessError {
    fn from(error: ServiceError) -> Self {
        match error {
            ServiceError::NoTrack => Self::NoTrack,
            ServiceError::Refused { status, sentence } => Self::RefusedByService(status, sentence),
            ServiceError::Http(_) | ServiceError::BearerToken | ServiceError::StreamUrl => {
                tracing::error!(%error, "the service could not be asked");
                Self::Service
            }
        }
    }
}

impl From<RuleStoreError> for AccessError {
    fn from(error: RuleStoreError) -> Self {
        tracing::error!(%error, "the rules can't be had");
        Self::Internal
    }
}
