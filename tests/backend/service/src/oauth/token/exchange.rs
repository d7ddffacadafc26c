//! `grant_type=authorization_code` (RFC 6749 §4.1.3, RFC 7636 §4.6).
//!
//! All checks come before the code is used. A stolen code alone can therefore neither be used up nor, by a second use,
//! end the session that it started.

use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq as _;

use crate::api::me::UserProfile;
use crate::dpop::possession::Possession;
use crate::oauth::client::TokenClient;
use crate::oauth::error::OAuthError;
use crate::oauth::token::tokens::{PATH, Tokens, tokens_of};
use crate::state::Backend;
use crate::token::keys::Purpose;
use stagepass_kit::parameters::Parameters;
use stagepass_server::metrics::TokenEvent;
use stagepass_store::Succession;

pub(crate) async fn exchange(
    backend: &Backend,
    client: &TokenClient,
    headers: &HeaderMap,
    parameters: &Parameters,
) -> Result<Tokens, OAuthError> {
    let (code, verifier) = (parameters.required("code")?, parameters.required("code_verifier")?);
    let redirect_uri = parameters.required("redirect_uri")?;
    if !is_verifier(verifier) {
        return Err(OAuthError::VerifierForm);
    }
    let now = backend.clock.now();
    Possession::header(headers)?;
    // Before the proof: a code that was made up must not cost the verification of a signature.
    let claims = backend.keys.open(Purpose::Code, code, now).map_err(|_| OAuthError::Code)?;
    let possession = Possession::read(backend, headers, ("POST", PATH), None)?;
    let jkt = possession.as_ref().map(|possession| possession.key().to_owned());
    let (grant, user) = backend.store.grant_and_user(claims.grant).await?.ok_or(OAuthError::Code)?;
    if !client.holds(&grant) {
        return Err(client.refusal(OAuthError::CodeOfAnotherClient));
    }
    if grant.redirect_uri != redirect_uri {
        return Err(OAuthError::RedirectUri);
    }
    if !client.still_has_address_of(&grant, &backend.store).await? {
        return Err(OAuthError::RedirectUriWithdrawn);
    }
    if !matches_challenge(verifier, &grant.code_challenge) {
        return Err(OAuthError::Verifier);
    }
    if possession.is_none() && client.needs_proof(&backend.store).await? {
        return Err(OAuthError::ProofNeeded);
    }
    // RFC 9449 §10.
    if grant.code_jkt.is_some() && grant.code_jkt != jkt {
        return Err(OAuthError::CodeOfAnotherKey);
    }
    if let Some(possession) = possession {
        possession.spend(backend, grant.id).await?;
    }

    let key = backend.keys.signing_id();
    let (expires_at, longest) = (now + backend.sign_in.idle, backend.sign_in.longest);
    let next = Succession { from: 0, key, at: now, expires_at, longest, jkt: jkt.as_deref() };
    let Some(exchanged) = backend.store.rotate(grant.id, client.holder(), next).await? else {
        // RFC 6749 §4.1.2: if a code is used twice and passes every check, its tokens are revoked.
        backend.store.revoke(grant.id).await?;
        tracing::warn!("a code was used twice, or after its session had ended: its tokens are revoked");
        backend.metrics.tokens(TokenEvent::Replayed);
        return Err(OAuthError::Code);
    };
    backend.store.end_oldest_sessions(&exchanged).await?;
    backend.metrics.tokens(TokenEvent::Issued);
    Ok(tokens_of(backend, &exchanged, now).with_user(UserProfile::new(backend, user)))
}

/// RFC 7636 §4.1.
fn is_verifier(text: &str) -> bool {
    (43..=128).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte))
}

fn matches_challenge(verifier: &str, challenge: &str) -> bool {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)).as_bytes().ct_eq(challenge.as_bytes()).into()
}
