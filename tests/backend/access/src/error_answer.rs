//! Error responses: `{"error": "<a sentence>", "code": "<a stable name>"}`, or a page if a browser navigates to the
//! address.

pub(crate) mod page;
mod ways_in;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};
use stagepass_rules::{Denial, RuleError};

use self::page::ErrorPage;
use super::service::ServiceError;
use crate::decision::refusal;
use crate::tracks::rule_store::RuleStoreError;
use stagepass_kit::entropy::EntropyError;
use stagepass_kit::rate::RateLimited;
use stagepass_store::StoreError;

/// Why a request fails.
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
    #[error("The ticket is missing: send `Authorization: Ticket …`.")]
    NoTicket,
    #[error("The ticket is not valid here, or has expired: ask the service for a new one.")]
    BadTicket,
    #[error("The ticket could not be verified, because the service does not respond as expected: try again later.")]
    TicketNotVerified,
    #[error(
        "This server does not accept access tokens: its operator could act for you with one. Send a ticket of the service instead, and sign out to \
         revoke this token."
    )]
    AccessToken,
    #[error("The ticket only says who you are: ask the service for one of the scope write.")]
    ReadTicket,
    #[error("This belongs to another user than the ticket.")]
    AnotherUser,
    #[error("This server is not configured for this owner: ask its operator to add them (--owner).")]
    OwnerNotServed,
    #[error("The service refuses the track: {1}")]
    RefusedByService(u16, String),
    #[error("There is no track with this ID.")]
    NoTrack,
    #[error("This server is not an access authority of the track, so it cannot sign for it.")]
    NotAnAuthority,
    #[error(transparent)]
    Refused(#[from] Denial),
    #[error("You have nothing with this ID here.")]
    NotFound,
    #[error("The service has no such user.")]
    NoUser,
    #[error("The limit of {0} is reached: delete some first.")]
    TooMany(&'static str),
    #[error("This invitation was used already: ask for a new one.")]
    InvitationUsed,
    #[error("This invitation has expired: ask for a new one.")]
    InvitationExpired,
    #[error("There is no such invitation.")]
    InvitationUnknown,
    #[error("There is nothing at this address.")]
    NoSuchRoute,
    #[error("This address does not have this method.")]
    Method,
    #[error("Too many requests: wait {} s and try again.", .0.seconds())]
    RateLimited(RateLimited),
    #[error("The service cannot be reached: try again later.")]
    Service,
    #[error("This server has an internal error: try again later.")]
    Internal,
    #[error("This ID is taken: delete what has it, or choose another.")]
    Exists,
    /// The same for an unknown webhook as for a wrong signature, so that it does not reveal which webhooks exist.
    #[error("The signature is missing or wrong, or there is no such webhook.")]
    WebhookSignature,
    #[error("The event was signed more than 5 minutes ago: sign it again, or correct the clocks.")]
    WebhookTooOld,
    #[error("The event was signed more than 5 minutes in the future: correct the clocks.")]
    WebhookInTheFuture,
    #[error("There is no product {0:?}: create it, and send the event again.")]
    NoProduct(String),
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
            Self::TicketNotVerified => (StatusCode::SERVICE_UNAVAILABLE, "ticket_not_verified"),
            Self::AccessToken => (StatusCode::UNAUTHORIZED, "access_token_refused"),
            Self::ReadTicket => (StatusCode::FORBIDDEN, "insufficient_scope"),
            Self::AnotherUser => (StatusCode::FORBIDDEN, "another_user"),
            Self::OwnerNotServed => (StatusCode::FORBIDDEN, "owner_not_served"),
            Self::RefusedByService(status, _) => {
                (StatusCode::from_u16(*status).unwrap_or(StatusCode::BAD_REQUEST), "refused_by_service")
            }
            Self::NoTrack => (StatusCode::NOT_FOUND, "no_track"),
            Self::NotAnAuthority => (StatusCode::NOT_FOUND, "not_an_authority"),
            Self::Refused(refused) => (StatusCode::FORBIDDEN, refused.code()),
            Self::NoUser => (StatusCode::NOT_FOUND, "no_user"),
            Self::TooMany(_) => (StatusCode::CONFLICT, "too_many"),
            Self::InvitationUsed => (StatusCode::GONE, "invitation_used"),
            Self::InvitationExpired => (StatusCode::GONE, "invitation_expired"),
            Self::InvitationUnknown => (StatusCode::NOT_FOUND, "invitation_unknown"),
            Self::NotFound | Self::NoSuchRoute => (StatusCode::NOT_FOUND, "not_found"),
            Self::Method => (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed"),
            Self::RateLimited(_) => (StatusCode::TOO_MANY_REQUESTS, "too_many_requests"),
            Self::Service => (StatusCode::BAD_GATEWAY, "service_unavailable"),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "server_error"),
            Self::Exists => (StatusCode::CONFLICT, "exists"),
            Self::WebhookSignature => (StatusCode::BAD_REQUEST, "invalid_signature"),
            Self::WebhookTooOld => (StatusCode::BAD_REQUEST, "too_old"),
            Self::WebhookInTheFuture => (StatusCode::BAD_REQUEST, "in_the_future"),
            Self::NoProduct(_) => (StatusCode::UNPROCESSABLE_ENTITY, "no_product"),
        }
    }
}

impl IntoResponse for AccessError {
    fn into_response(self) -> Response {
        let (status, code) = self.status_and_code();
        tracing::debug!(code, "refused");
        let (body, page) = match &self {
            Self::Refused(refused) => (refusal::body(refused), ErrorPage::refused(refused)),
            error => {
                let sentence = error.to_string();
                let members = [("error", sentence.clone()), ("code", code.to_owned())];
                let body = members.map(|(member, text)| (member.to_owned(), Value::String(text)));
                (Map::from_iter(body), ErrorPage::error(status, sentence))
            }
        };
        let mut response = (status, Json(body)).into_response();
        response.extensions_mut().insert(page);
        if let Self::RateLimited(rate_limited) = self {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(rate_limited.seconds()));
        }
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
            ServiceError::RateLimited(rate_limited) => Self::RateLimited(rate_limited),
            ServiceError::Http(_) | ServiceError::Credential | ServiceError::StreamUrl => {
                tracing::error!(%error, "a call to the service failed");
                Self::Service
            }
        }
    }
}

impl From<StoreError> for AccessError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the database failed");
        Self::Internal
    }
}

impl From<EntropyError> for AccessError {
    fn from(error: EntropyError) -> Self {
        tracing::error!(%error, "no secret can be generated");
        Self::Internal
    }
}

impl From<RuleStoreError> for AccessError {
    fn from(error: RuleStoreError) -> Self {
        tracing::error!(%error, "the rules cannot be read or written");
        Self::Internal
    }
}
