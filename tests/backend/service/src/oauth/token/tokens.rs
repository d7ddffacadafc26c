//! The tokens in a response of the token endpoint (RFC 6749 §5.1).

use axum::Json;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use stagepass_store::Grant;

use crate::api::me::UserProfile;
use crate::state::Backend;
use crate::token::Claims;
use crate::token::keys::Purpose;

/// The path of the token endpoint under the base URL.
pub(super) const PATH: &str = "/oauth/token";

/// New tokens (RFC 6749 §5.1).
#[derive(Serialize)]
pub(crate) struct Tokens {
    /// The access token.
    access_token: String,
    /// The refresh token. It replaces the one that was sent.
    refresh_token: String,
    /// `DPoP` if the tokens are bound to a key (RFC 9449 §5), and otherwise `Bearer`.
    token_type: &'static str,
    /// The lifetime of the access token in seconds.
    expires_in: i64,
    /// The lifetime of the refresh token in seconds: until the session has not been used for so long, or until it ends
    /// in any case, whichever is earlier. A refresh starts it again, but never beyond the end.
    refresh_token_expires_in: i64,
    /// When the user last gave the password at the service before approving, in Unix seconds, as `auth_time` of OpenID
    /// Connect Core.
    auth_time: i64,
    /// The approved scope: `read` or `write`.
    scope: String,
    /// The user, as `/me` returns it. Only in the response to a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    user: Option<UserProfile>,
}

impl Tokens {
    /// Adds the user, who saves the client a request to `/me`.
    pub(crate) fn with_user(self, user: UserProfile) -> Self {
        Self { user: Some(user), ..self }
    }
}

/// Returns the tokens of `grant`'s current generation: the same refresh token at every call, and a new access token.
/// Counts them for the app.
pub(crate) fn tokens_of(backend: &Backend, grant: &Grant, now: i64) -> Tokens {
    backend.app_limit.issued(grant);
    let refresh = Claims { grant: grant.id, generation: grant.generation, expires_at: grant.expires_at };
    let access = Claims { expires_at: (now + backend.access_token_lifetime).min(grant.expires_at), ..refresh };
    Tokens {
        access_token: backend.keys.seal(Purpose::Access, access),
        refresh_token: backend.keys.seal_with(grant.generation_key, Purpose::Refresh, refresh),
        token_type: if grant.jkt.is_some() { "DPoP" } else { "Bearer" },
        expires_in: access.expires_at - now,
        refresh_token_expires_in: grant.expires_at - now,
        auth_time: grant.authenticated_at,
        scope: grant.scope.clone(),
        user: None,
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
