//! `prompt=none`: a response without a page (OIDC Core §3.1.2.1).
//!
//! The user has consented to this app, scope and redirect URI within 30 days (`consent_memory.rs`). The redirect URI is
//! registered and has `https`: a custom scheme or a port of the user's machine does not prove which app receives the
//! code (RFC 8252 §8.6).

use axum::http::HeaderMap;
use axum::response::Response;

use crate::oauth::authorization_request::AuthorizationRequest;
use crate::oauth::code::{self, ConsentSource};
use crate::oauth::consent_memory;
use crate::oauth::interaction::SilentRefusal;
use crate::pages::page;
use crate::pages::session::Session;
use crate::state::Backend;
use stagepass_store::StoreError;

/// Returns the user who needs no page, or why a page is needed.
pub(crate) async fn check<'a>(
    backend: &Backend,
    request: &AuthorizationRequest,
    session: Option<&'a Session>,
) -> Result<Result<&'a Session, SilentRefusal>, StoreError> {
    let redirect_uri = &request.return_address.redirect_uri;
    if !request.is_registered() || !redirect_uri.is_https() {
        return Ok(Err(SilentRefusal::Interaction));
    }
    let is_current = |session: &&Session| !request.interaction.requires_sign_in(session, backend.clock.now());
    let Some(session) = session.filter(is_current) else { return Ok(Err(SilentRefusal::Login)) };
    if request.interaction.expects_another(&session.user.handle) {
        return Ok(Err(SilentRefusal::AccountSelection));
    }
    let is_known = consent_memory::remembers(backend, request, session.user.user_id).await?;
    Ok(if is_known { Ok(session) } else { Err(SilentRefusal::Consent) })
}

/// Redirects to the app with a code, also for `response_mode=web_message`: a page that posts the code would take as
/// many requests as the app's callback page, and would have the code in it.
pub(crate) async fn approve(
    backend: &Backend,
    request: &AuthorizationRequest,
    session: &Session,
    headers: &HeaderMap,
) -> Result<Response, code::IssueError> {
    let code = code::issue(backend, request, session, headers, ConsentSource::Memory).await?;
    Ok(page::see_other(&request.return_address.with_code(&code, backend.base_url.as_str())))
}
