//! `POST {base}/oauth/token` (RFC 6749 §3.2): exchanges a code or a refresh token for new tokens.

mod exchange;
mod refresh;
mod rotation;
pub(crate) mod tokens;

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode};

use crate::oauth::client::{TokenClient, read_body};
use crate::oauth::error::OAuthError;
use crate::oauth::token::tokens::Tokens;
use crate::state::Backend;

/// Answers HEAD, which is no token request (RFC 6749 §3.2). With it, an app has its browser cache the CORS preflight
/// for the header `DPoP` before there is a code to exchange.
pub(crate) async fn allow_headers() -> StatusCode {
    StatusCode::NO_CONTENT
}

pub(crate) async fn issue(
    State(backend): State<Arc<Backend>>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Tokens, OAuthError> {
    let parameters = read_body(&headers, body)?;
    let grant_type = parameters.required("grant_type")?;
    if !matches!(grant_type, "authorization_code" | "refresh_token") {
        return Err(OAuthError::GrantType);
    }
    let client = TokenClient::read(&headers, &parameters)?;
    // The client has not been authenticated yet, so this only checks the limit. The request is counted below.
    if let TokenClient::Registered(api_key) = &client {
        backend.app_limit.check_tokens(api_key)?;
    }
    let issued = match grant_type {
        "authorization_code" => exchange::exchange(&backend, &client, &headers, &parameters).await,
        _ => refresh::refresh(&backend, &client, &headers, &parameters).await,
    };
    if issued.is_err() {
        // An unknown client gets this error even if something else is wrong. It is looked up only now, because such a
        // client has no grant.
        client.check(&backend.store).await?;
    }
    issued
}
