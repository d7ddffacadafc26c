//! `grant_type=refresh_token` (RFC 6749 §6), with rotation (RFC 9700 §4.14.2) that tolerates a lost response.

use axum::http::HeaderMap;

use crate::dpop::possession::Possession;
use crate::oauth::client::TokenClient;
use crate::oauth::error::OAuthError;
use crate::oauth::token::rotation::{RefreshTokenStatus, classify};
use crate::oauth::token::tokens::{PATH, Tokens, tokens_of};
use crate::state::Backend;
use crate::token::Claims;
use crate::token::keys::Purpose;
use stagepass_kit::parameters::Parameters;
use stagepass_server::metrics::TokenEvent;
use stagepass_store::{Grant, Succession};

pub(crate) async fn refresh(
    backend: &Backend,
    client: &TokenClient,
    headers: &HeaderMap,
    parameters: &Parameters,
) -> Result<Tokens, OAuthError> {
    let now = backend.clock.now();
    let token = parameters.required("refresh_token")?;
    let claims = backend.keys.open(Purpose::Refresh, token, now).map_err(|_| OAuthError::RefreshToken)?;
    backend.app_limit.check_holder(claims.grant)?;

    let scope = parameters.optional("scope")?;
    let mut possession = Possession::read(backend, headers, ("POST", PATH), None)?;
    let (key, expires_at) = (backend.keys.signing_id(), now + backend.sign_in.idle);
    let longest = backend.sign_in.longest;
    let next = Succession { from: claims.generation, key, at: now, expires_at, longest, jkt: None };

    // The usual case in one statement: the newest token of a grant without a key, from its client.
    if possession.is_none()
        && claims.generation > 0
        && matches!(scope, None | Some("read"))
        && let Some(grant) = backend.store.rotate(claims.grant, client.holder(), next).await?
    {
        backend.metrics.tokens(TokenEvent::Refreshed);
        return Ok(tokens_of(backend, &grant, now));
    }

    // All other cases. At most twice: a request that loses the race for a rotation then finds a token that was just
    // replaced.
    let mut is_proven = false;
    for _ in 0..2 {
        let grant = active_grant(backend, client, &claims).await?;
        // RFC 6749 §6: the scope may be narrower than granted, but not wider. Checked before the rotation.
        if !matches!((scope, grant.scope.as_str()), (None | Some("read"), _) | (Some("write"), "write")) {
            return Err(OAuthError::Scope);
        }
        if grant.jkt.is_none() && client.needs_proof(&backend.store).await? {
            return Err(OAuthError::UnboundRefreshToken);
        }
        // Before anything is rotated or revoked: without the key, the token has no effect.
        if let Some(jkt) = &grant.jkt
            && !is_proven
        {
            let possession = possession.take().filter(|possession| possession.key() == jkt);
            possession.ok_or(OAuthError::RefreshTokenOfAnotherKey)?.spend(backend, grant.id).await?;
            is_proven = true;
        }
        let next = Succession { jkt: grant.jkt.as_deref(), ..next };
        match classify(&grant, claims.generation, now) {
            RefreshTokenStatus::Current => {
                if let Some(grant) = backend.store.rotate(grant.id, client.holder(), next).await? {
                    backend.metrics.tokens(TokenEvent::Refreshed);
                    return Ok(tokens_of(backend, &grant, now));
                }
            }
            RefreshTokenStatus::Repeatable => return Ok(tokens_of(backend, &grant, now)),
            RefreshTokenStatus::Replayed => {
                backend.store.revoke(grant.id).await?;
                tracing::warn!("a replaced refresh token was used again: its grant is revoked");
                backend.metrics.tokens(TokenEvent::Replayed);
                return Err(OAuthError::Replayed);
            }
            RefreshTokenStatus::Unissued => return Err(OAuthError::RefreshToken),
        }
    }
    Err(OAuthError::RefreshToken)
}

async fn active_grant(backend: &Backend, client: &TokenClient, claims: &Claims) -> Result<Grant, OAuthError> {
    let grant = backend.store.grant(claims.grant).await?.ok_or(OAuthError::RefreshToken)?;
    if client.holds(&grant) { Ok(grant) } else { Err(client.refusal(OAuthError::RefreshTokenOfAnotherClient)) }
}
