//! `POST {base}/oauth/token` (RFC 6749 §3.2): a code or a refresh token in, new tokens out.

mod exchange;
mod refresh;
mod rotation;

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

use crate::keys::Purpose;
use crate::oauth::client::{TokenClient, read_body};
use crate::oauth::error::OAuthError;
use crate::state::Backend;
use crate::token::Claims;
use stagepass_store::Grant;

/// The life of an access token, in seconds.
pub(crate) const ACCESS_LIFETIME: i64 = 60 * 60;
/// The life of a refresh token, in seconds, unless the sign-in ends before.
pub(crate) const REFRESH_LIFETIME: i64 = 30 * 24 * 60 * 60;

/// RFC 6749 §5.1.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Tokens {
    access_token: String,
    refresh_token: String,
    token_type: &'static str,
    expires_in: i64,
    scope: String,
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
    // In whose name it is asked, and not yet by whom: that is counted below.
    if let TokenClient::Registered(api_key) = &client {
        backend.app_limit.look_for_tokens(api_key)?;
    }
    let issued = match grant_type {
        "authorization_code" => exchange::exchange(&backend, &client, &parameters).await,
        _ => refresh::refresh(&backend, &client, &parameters).await,
    };
    if issued.is_err() {
        // A client that is not known is told so, whatever else is wrong. It is looked for only now: none holds a grant.
        client.check(&backend.store).await?;
    }
    issued
}

/// The tokens of `grant`'s current generation: the refresh token is the same at every call, the access token is fresh. They count for the app.
pub(crate) fn tokens_of(backend: &Backend, grant: &Grant, now: i64) -> Tokens {
    backend.app_limit.issued(grant);
    let refresh = Claims { grant: grant.id, generation: grant.generation, expires_at: grant.expires_at };
    let access = Claims { expires_at: (now + ACCESS_LIFETIME).min(grant.expires_at), ..refresh };
    Tokens {
        access_token: backend.keys.seal(Purpose::Access, access),
        refresh_token: backend.keys.seal_with(grant.generation_key, Purpose::Refresh, refresh),
        token_type: "Bearer",
        expires_in: access.expires_at - now,
        scope: grant.scope.clone(),
    }
}

impl IntoResponse for Tokens {
    fn into_response(self) -> Response {
        let no_store = [
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
            (header::PRAGMA, HeaderValue::from_static("no-cache")),
        ];
        (no_store, Json(self)).into_response()
    }
}
