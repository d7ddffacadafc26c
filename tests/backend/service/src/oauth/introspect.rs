//! `POST {base}/oauth/introspect` (RFC 7662): whether an access token of the app is valid, for the app's own server.
//!
//! A refresh token is never active here: a server that accepted one as an access token would accept it for 30 days.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::HeaderMap;
use serde::Serialize;

use crate::api::server::App;
use crate::limits::app_limit::Budget;
use crate::oauth::client::read_body;
use crate::oauth::client_credentials::ClientCredentials;
use crate::oauth::error::OAuthError;
use crate::state::Backend;
use crate::token::keys::Purpose;
use stagepass_store::StoreError;

/// Whether an access token is valid (RFC 7662 §2.2). If it is not, there is no other member.
#[derive(Serialize)]
pub(crate) struct Introspection {
    /// Whether the token is a valid access token of the app.
    active: bool,
    #[serde(flatten)]
    token: Option<ActiveToken>,
}

/// A valid access token.
#[derive(Serialize)]
struct ActiveToken {
    /// `read` or `write`.
    scope: String,
    /// The API key of the app.
    client_id: String,
    /// `Bearer`, or `DPoP` for a token that is bound to a key.
    token_type: &'static str,
    /// The key to which the token is bound (RFC 9449 §6.2). The API server must demand its proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    cnf: Option<Confirmation>,
    /// When the token expires, in Unix seconds.
    exp: i64,
    /// The ID of the user, as text.
    sub: String,
    /// The handle of the user.
    username: String,
    /// The issuer: the base URL of the service.
    iss: String,
}

/// The key to which a token is bound.
#[derive(Serialize)]
struct Confirmation {
    /// The thumbprint of the key (RFC 7638).
    jkt: String,
}

/// Introspects a token for its app. Valid and invalid tokens are counted separately, because any client can send
/// invalid ones to the app's server.
pub(crate) async fn introspect(
    State(backend): State<Arc<Backend>>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Introspection>, OAuthError> {
    let parameters = read_body(&headers, body)?;
    let app = ClientCredentials::read(&headers, &parameters)?.authenticate(&backend).await?;
    let text = parameters.required("token")?;
    let found = find(&backend, &app, text).await?;
    match &found {
        Some((user_id, _)) => backend.app_limit.take_checked(Budget::Introspections, &app.api_key, *user_id, text)?,
        None => backend.app_limit.take(Budget::JunkIntrospections, &app.api_key, None)?,
    }
    Ok(Json(Introspection { active: found.is_some(), token: found.map(|(_, token)| token) }))
}

/// Returns the user of a valid access token of this app, and what is known about the token.
async fn find(backend: &Backend, app: &App, token: &str) -> Result<Option<(i64, ActiveToken)>, StoreError> {
    let Ok(claims) = backend.keys.open(Purpose::Access, token, backend.clock.now()) else { return Ok(None) };
    let Some((grant, user)) = backend.store.grant_and_user(claims.grant).await? else { return Ok(None) };
    if !claims.are_valid_for(&grant) || grant.api_key.as_ref() != Some(&app.api_key) {
        return Ok(None);
    }
    let token = ActiveToken {
        scope: grant.scope,
        client_id: app.api_key.clone(),
        token_type: if grant.jkt.is_some() { "DPoP" } else { "Bearer" },
        cnf: grant.jkt.map(|jkt| Confirmation { jkt }),
        exp: claims.expires_at,
        sub: user.user_id.to_string(),
        username: user.handle,
        iss: backend.base_url.as_str().to_owned(),
    };
    Ok(Some((user.user_id, token)))
}
