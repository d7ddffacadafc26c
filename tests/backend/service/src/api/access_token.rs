//! Access tokens at the API (RFC 6750). One that is bound to a key is only accepted with a proof (RFC 9449 §7).

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::api::bearer_token::{AuthScheme, credentials};
use crate::api::server::find_server;
use crate::dpop::possession::{Possession, PossessionError};
use crate::dpop::proof::ProofError;
use crate::error_answer::error_answer;
use crate::limits::app_limit::Budget;
use crate::limits::rate_limited;
use crate::state::Backend;
use crate::token::Claims;
use crate::token::keys::Purpose;
use stagepass_kit::identifier::TOKEN_LENGTH;
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
    Invalid(AuthScheme),
    #[error("this needs a user's access token, and not the secret of a server")]
    OfServer,
    #[error("the access token is bound to a key: send `Authorization: DPoP …` and a proof")]
    Bound,
    #[error("the access token is not bound to a key: send `Authorization: Bearer …`")]
    Unbound,
    #[error(transparent)]
    Possession(PossessionError),
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    #[error("the service has an internal error: try again later")]
    Internal,
}

impl Listener {
    /// How the token was presented.
    pub(crate) fn scheme(&self) -> AuthScheme {
        if self.grant.jkt.is_some() { AuthScheme::Dpop } else { AuthScheme::Bearer }
    }
}

impl FromRequestParts<Arc<Backend>> for Listener {
    type Rejection = BearerError;

    async fn from_request_parts(parts: &mut Parts, backend: &Arc<Backend>) -> Result<Self, BearerError> {
        let (scheme, token) = credentials(&parts.headers).ok_or(BearerError::Missing)?;
        let invalid = BearerError::Invalid(scheme);
        if !is_access_token(scheme, token) && find_server(backend, token).await?.is_some() {
            return Err(BearerError::OfServer);
        }
        let Ok(claims) = backend.keys.open(Purpose::Access, token, backend.clock.now()) else { return Err(invalid) };
        let Some((grant, user)) = backend.store.grant_and_user(claims.grant).await? else { return Err(invalid) };
        if !claims.are_valid_for(&grant) {
            return Err(invalid);
        }
        let possession = possession(backend, parts, (scheme, token), grant.jkt.as_deref())?;
        if let Some(possession) = possession {
            // A request over the limit does not use up its proof. A proof that was used before does not count for the
            // user: a thief who has recorded it could otherwise use up the limit.
            if let Some(api_key) = &grant.api_key {
                backend.app_limit.check(Budget::Calls, api_key, user.user_id)?;
            }
            possession.spend(backend, grant.id).await?;
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

/// Returns whether a token has the form of an access token. Bearer tokens of apps have another length.
pub(crate) fn is_access_token(scheme: AuthScheme, token: &str) -> bool {
    scheme == AuthScheme::Dpop || token.len() == TOKEN_LENGTH
}

/// Returns the proof that an access token bound to the key `jkt` needs. `None` for a token that needs none.
fn possession(
    backend: &Backend,
    parts: &Parts,
    (scheme, token): (AuthScheme, &str),
    jkt: Option<&str>,
) -> Result<Option<Possession>, BearerError> {
    let jkt = match (jkt, scheme) {
        (None, AuthScheme::Bearer) => return Ok(None),
        (None, AuthScheme::Dpop) => return Err(BearerError::Unbound),
        (Some(_), AuthScheme::Bearer) => return Err(BearerError::Bound),
        (Some(jkt), AuthScheme::Dpop) => jkt,
    };
    let request = (parts.method.as_str(), parts.uri.path());
    let possession = Possession::read(backend, &parts.headers, request, Some(token))?.ok_or(ProofError::Missing)?;
    if possession.key() == jkt { Ok(Some(possession)) } else { Err(ProofError::AnotherKey.into()) }
}

impl BearerError {
    /// Returns the value of `WWW-Authenticate`.
    fn challenge(&self) -> &'static str {
        match self {
            // RFC 6750 §3.1: no error code for a request without a token.
            Self::Missing => "Bearer",
            Self::Invalid(AuthScheme::Bearer) | Self::Unbound | Self::OfServer => "Bearer error=\"invalid_token\"",
            Self::Possession(PossessionError::Nonce(_)) => "DPoP error=\"use_dpop_nonce\", algs=\"ES256\"",
            Self::Possession(_) => "DPoP error=\"invalid_dpop_proof\", algs=\"ES256\"",
            Self::Invalid(AuthScheme::Dpop) | Self::Bound | Self::RateLimited(_) | Self::Internal => {
                "DPoP error=\"invalid_token\", algs=\"ES256\""
            }
        }
    }
}

impl IntoResponse for BearerError {
    fn into_response(self) -> Response {
        let (status, error) = match &self {
            Self::Missing | Self::Invalid(_) | Self::Bound | Self::Unbound => {
                (StatusCode::UNAUTHORIZED, "invalid_token")
            }
            // RFC 6750 §3.1: the token is good.
            Self::OfServer => (StatusCode::FORBIDDEN, "access_denied"),
            Self::RateLimited(rate_limited) => return rate_limited::of_app(*rate_limited),
            Self::Possession(error) => match error.code() {
                Some(code) => (StatusCode::UNAUTHORIZED, code),
                None => (StatusCode::INTERNAL_SERVER_ERROR, "server_error"),
            },
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "server_error"),
        };
        let mut response = error_answer(status, error, &self);
        if status == StatusCode::UNAUTHORIZED {
            let challenge = HeaderValue::from_static(self.challenge());
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
        if let Self::Possession(error) = &self {
            error.add_nonce(&mut response);
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

impl From<PossessionError> for BearerError {
    fn from(error: PossessionError) -> Self {
        match error {
            PossessionError::RateLimited(rate_limited) => rate_limited.into(),
            PossessionError::Store(error) => error.into(),
            error => Self::Possession(error),
        }
    }
}

impl From<ProofError> for BearerError {
    fn from(error: ProofError) -> Self {
        Self::Possession(error.into())
    }
}
