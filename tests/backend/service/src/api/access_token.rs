//! Access tokens at the API (RFC 6750).

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::api::bearer_token::bearer_token;
use crate::error_answer::error_answer;
use crate::limits::app_limit::Budget;
use crate::limits::rate_limited;
use crate::state::Backend;
use crate::token::Claims;
use crate::token::keys::Purpose;
use stagepass_kit::rate::RateLimited;
use stagepass_store::{AppUse, Grant, StoreError, UserRecord};

/// The user that a request acts for, by its access token.
#[derive(Debug, Clone)]
pub(crate) struct Listener {
    pub(crate) user: UserRecord,
    /// The grant of the token.
    pub(crate) grant: Grant,
    /// The content of the token.
    pub(crate) claims: Claims,
}

/// Why a request is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BearerError {
    #[error("the access token is missing: send `Authorization: Bearer …`")]
    Missing,
    #[error("the access token is not valid, has expired, or has been revoked")]
    Invalid,
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    #[error("the service has an internal error: try again later")]
    Internal,
}

impl FromRequestParts<Arc<Backend>> for Listener {
    type Rejection = BearerError;

    async fn from_request_parts(parts: &mut Parts, backend: &Arc<Backend>) -> Result<Self, BearerError> {
        let claims = backend.keys.open(
            Purpose::Access,
            bearer_token(&parts.headers).ok_or(BearerError::Missing)?,
            backend.clock.now(),
        );
        let claims = claims.map_err(|_| BearerError::Invalid)?;
        let found = backend.store.grant_and_user(claims.grant).await?;
        let (grant, user) = found.ok_or(BearerError::Invalid)?;
        if grant.revoked || !(1..=grant.generation).contains(&claims.generation) {
            return Err(BearerError::Invalid);
        }
        if let Some(api_key) = &grant.api_key {
            backend.app_limit.take(Budget::Calls, api_key, Some(user.user_id))?;
        }
        // An access token of the newest generation proves that the response with the refresh token has arrived. The
        // previous refresh token is therefore no longer repeatable.
        if claims.generation == grant.generation && !grant.generation_used {
            backend.store.mark_used(grant.id, grant.generation).await?;
        }
        let user_id = user.user_id;
        let by = match grant.api_key.clone() {
            Some(api_key) => AppUse::App { user_id, api_key },
            None => AppUse::Grant { user_id, id: grant.id },
        };
        backend.last_uses.note(by, backend.clock.now());
        Ok(Self { user, grant, claims })
    }
}

impl IntoResponse for BearerError {
    fn into_response(self) -> Response {
        let (status, error) = match self {
            Self::Missing | Self::Invalid => (StatusCode::UNAUTHORIZED, "invalid_token"),
            Self::RateLimited(rate_limited) => return rate_limited::of_app(rate_limited),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "server_error"),
        };
        let mut response = error_answer(status, error, &self);
        if status == StatusCode::UNAUTHORIZED {
            // RFC 6750 §3.1: no error code for a request without a token.
            let is_missing = matches!(self, Self::Missing);
            let challenge = if is_missing { "Bearer" } else { "Bearer error=\"invalid_token\"" };
            let challenge = HeaderValue::from_static(challenge);
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
        response
    }
}

impl From<StoreError> for BearerError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        Self::Internal
    }
}
