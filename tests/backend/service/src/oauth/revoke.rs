//! `POST {base}/oauth/revoke` (RFC 7009).

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::HeaderMap;
use serde_json::{Value, json};

use crate::dpop::possession::Possession;
use crate::dpop::proof::ProofError;
use crate::oauth::client::{TokenClient, read_body};
use crate::oauth::error::OAuthError;
use crate::state::Backend;
use crate::token::keys::Purpose;
use stagepass_server::metrics::TokenEvent;
use stagepass_store::GrantId;

/// The path under the base URL.
const PATH: &str = "/oauth/revoke";

/// Revokes the grant of a refresh token, or of a valid access token (RFC 7009 §2.1). A replaced refresh token works as
/// well, because a sign-out can overtake a refresh. The response to an unknown token, or a token of another client, is
/// the same (§2.2). A token that is bound to a key is only revoked with a proof.
pub(crate) async fn revoke(
    State(backend): State<Arc<Backend>>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Value>, OAuthError> {
    let parameters = read_body(&headers, body)?;
    let token = parameters.required("token")?;
    let client = TokenClient::read(&headers, &parameters)?;
    client.check(&backend.store).await?;
    let now = backend.clock.now();
    if let Some(id) = grant_of(&backend, token, now)
        && let Some(grant) = backend.store.grant(id).await?
        && client.holds(&grant)
    {
        if let Some(jkt) = &grant.jkt {
            let possession = Possession::read(&backend, &headers, ("POST", PATH), None)?.ok_or(ProofError::Missing)?;
            if possession.key() != jkt {
                return Err(ProofError::AnotherKey.into());
            }
            possession.spend(&backend, id).await?;
        }
        backend.store.revoke(id).await?;
        backend.metrics.tokens(TokenEvent::Revoked);
    }
    Ok(Json(json!({})))
}

/// An expired refresh token still names its grant, whose newest token may be valid for weeks.
fn grant_of(backend: &Backend, token: &str, now: i64) -> Option<GrantId> {
    let refresh = backend.keys.open_at_any_age(Purpose::Refresh, token);
    refresh.or_else(|_| backend.keys.open(Purpose::Access, token, now)).ok().map(|claims| claims.grant)
}
