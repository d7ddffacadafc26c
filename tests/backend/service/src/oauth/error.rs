//! Error responses of the token, revocation and introspection endpoints (RFC 6749 §5.2).

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::dpop::possession::PossessionError;
use crate::dpop::proof::ProofError;
use crate::error_answer::error_answer;
use crate::limits::rate_limited;
use stagepass_kit::entropy::EntropyError;
use stagepass_kit::parameters::ParameterError;
use stagepass_kit::rate::RateLimited;
use stagepass_store::StoreError;

/// Why a token, revocation or introspection request fails.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OAuthError {
    #[error("the body must be a JSON object or a form, with the matching Content-Type")]
    Body,
    #[error("the body is too large")]
    TooLarge,
    #[error("{0}")]
    Parameter(#[from] ParameterError),
    #[error("code_verifier must be 43 to 128 characters from A-Z a-z 0-9 - . _ ~")]
    VerifierForm,
    #[error("grant_type must be authorization_code or refresh_token")]
    GrantType,
    #[error("scope is more than the user has approved")]
    Scope,
    #[error("clients are public: send client_id in the body, and no Basic authentication")]
    Basic,
    #[error("clients are public: send no client_secret and no client_assertion")]
    Secret,
    #[error(
        "the client is not authenticated: send the app's API key and API secret, by Basic authentication or as client_id and client_secret"
    )]
    Credentials,
    #[error("send the credentials of the client by Basic authentication or in the body, not both")]
    TwoCredentials,
    #[error("no app has this client_id")]
    UnknownClient,
    #[error("client_id is neither an API key nor an app_name")]
    ClientForm,
    #[error("the code is not valid, has expired, or has been used")]
    Code,
    #[error("the code was issued to another client")]
    CodeOfAnotherClient,
    #[error("redirect_uri is not the one that the code was sent to")]
    RedirectUri,
    #[error("redirect_uri is no longer registered for this app")]
    RedirectUriWithdrawn,
    #[error("code_verifier does not match the code_challenge")]
    Verifier,
    #[error("the refresh token is not valid, has expired, or has been revoked")]
    RefreshToken,
    #[error("the refresh token was issued to another client")]
    RefreshTokenOfAnotherClient,
    #[error("the refresh token was replaced before, and was used again: all tokens of this sign-in are revoked")]
    Replayed,
    #[error("the code is bound to a key: send a DPoP proof of this key")]
    CodeOfAnotherKey,
    #[error("the refresh token is bound to a key: send a DPoP proof of this key")]
    RefreshTokenOfAnotherKey,
    #[error("this app only takes tokens that are bound to a key: send a DPoP proof with the code")]
    ProofNeeded,
    #[error("this app only takes tokens that are bound to a key, and this refresh token is not: sign in again")]
    UnboundRefreshToken,
    #[error(transparent)]
    Possession(PossessionError),
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    #[error("the disk of the service is full: try again later")]
    Full,
    #[error("the service has an internal error: try again later")]
    Internal,
}

impl OAuthError {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "invalid_request"),
            Self::Body | Self::Parameter(_) | Self::VerifierForm | Self::TwoCredentials => {
                (StatusCode::BAD_REQUEST, "invalid_request")
            }
            Self::GrantType => (StatusCode::BAD_REQUEST, "unsupported_grant_type"),
            Self::Scope => (StatusCode::BAD_REQUEST, "invalid_scope"),
            Self::Basic | Self::Secret | Self::Credentials => (StatusCode::UNAUTHORIZED, "invalid_client"),
            Self::UnknownClient | Self::ClientForm => (StatusCode::BAD_REQUEST, "invalid_client"),
            Self::Code
            | Self::CodeOfAnotherClient
            | Self::RedirectUri
            | Self::RedirectUriWithdrawn
            | Self::Verifier
            | Self::RefreshToken
            | Self::RefreshTokenOfAnotherClient
            | Self::CodeOfAnotherKey
            | Self::RefreshTokenOfAnotherKey
            | Self::UnboundRefreshToken
            | Self::Replayed => (StatusCode::BAD_REQUEST, "invalid_grant"),
            Self::ProofNeeded => (StatusCode::BAD_REQUEST, "invalid_dpop_proof"),
            Self::Possession(error) => match error.code() {
                Some(code) => (StatusCode::BAD_REQUEST, code),
                None => (StatusCode::INTERNAL_SERVER_ERROR, "server_error"),
            },
            Self::RateLimited(_) => (StatusCode::TOO_MANY_REQUESTS, rate_limited::CODE),
            Self::Full => (StatusCode::SERVICE_UNAVAILABLE, "temporarily_unavailable"),
            Self::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "server_error"),
        }
    }
}

impl IntoResponse for OAuthError {
    fn into_response(self) -> Response {
        if let Self::RateLimited(rate_limited) = self {
            return rate_limited::of_app(rate_limited);
        }
        let (status, error) = self.status_and_code();
        let mut response = error_answer(status, error, &self);
        if matches!(self, Self::Basic | Self::Credentials) {
            // RFC 6749 §5.2: with the scheme that the client used.
            let challenge = HeaderValue::from_static("Basic realm=\"stagepass\"");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
        if let Self::Possession(error) = &self {
            error.add_nonce(&mut response);
        }
        response
    }
}

impl From<PossessionError> for OAuthError {
    fn from(error: PossessionError) -> Self {
        match error {
            PossessionError::RateLimited(rate_limited) => rate_limited.into(),
            PossessionError::Store(error) => error.into(),
            error => Self::Possession(error),
        }
    }
}

impl From<ProofError> for OAuthError {
    fn from(error: ProofError) -> Self {
        Self::Possession(error.into())
    }
}

impl From<StoreError> for OAuthError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        if error.is_full() { Self::Full } else { Self::Internal }
    }
}

impl From<EntropyError> for OAuthError {
    fn from(error: EntropyError) -> Self {
        tracing::error!(%error, "no random bytes");
        Self::Internal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stagepass_store::{Database, SERVICE, sql};

    #[tokio::test]
    async fn full_database_is_temporarily_unavailable() {
        let database = Database::open(&"sqlite::memory:".parse().unwrap(), &SERVICE).await.unwrap();
        database.write(sql("PRAGMA max_page_count = 1")).await.unwrap();
        let error = database.write(sql("CREATE TABLE more (number BIGINT)")).await.unwrap_err();
        assert_eq!(OAuthError::from(error).into_response().status(), StatusCode::SERVICE_UNAVAILABLE);
    }
}
