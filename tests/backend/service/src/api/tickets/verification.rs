//! Which tickets are valid, and which server may verify them.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::api::server::Server;
use crate::error_answer::error_answer;
use crate::oauth::authorization_request::Scope;
use crate::oauth::error::OAuthError;
use crate::state::Backend;
use crate::token::keys::Purpose;
use stagepass_store::{StoreError, UserRecord};

/// A ticket that was verified.
#[derive(Debug)]
pub(crate) struct VerifiedTicket {
    pub(crate) user: UserRecord,
    /// The app that requested it.
    pub(crate) api_key: String,
    pub(crate) scope: Scope,
    /// Unix seconds.
    pub(crate) expires_at: i64,
}

/// Why a ticket was not verified.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InvalidTicket {
    /// One message for all reasons, because a more precise one would only help an attacker.
    #[error("the ticket is not valid for this app and this audience, has expired, or has been revoked")]
    Ticket,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Verifies a ticket for the origin `audience`: it is unexpired, and the sign-in that it was issued for is valid.
///
/// The server of an app verifies tickets of its own app, for any audience. An access server verifies those for its own
/// origin, of the apps that admit it.
///
/// # Errors
/// [`InvalidTicket`].
pub(crate) async fn open(
    backend: &Backend,
    server: &Server,
    audience: &str,
    ticket: &str,
) -> Result<VerifiedTicket, InvalidTicket> {
    let opened = |scope: Scope| {
        let claims = backend.keys.open_for(audience, purpose(scope), ticket, backend.clock.now()).ok()?;
        Some((scope, claims))
    };
    let (scope, claims) = opened(Scope::Read).or_else(|| opened(Scope::Write)).ok_or(InvalidTicket::Ticket)?;
    let (grant, user) = backend.store.grant_and_user(claims.grant).await?.ok_or(InvalidTicket::Ticket)?;
    let is_valid = claims.are_valid_for(&grant);
    let api_key = grant.api_key.filter(|_| is_valid).ok_or(InvalidTicket::Ticket)?;
    let is_for_server = match server {
        Server::App(app) => app.api_key == api_key,
        Server::Access(server) => {
            server.origin == audience && backend.store.is_admitted(&api_key, &server.access_server_id).await?
        }
    };
    let verified = VerifiedTicket { user, api_key, scope, expires_at: claims.expires_at };
    if is_for_server { Ok(verified) } else { Err(InvalidTicket::Ticket) }
}

/// What tickets of a scope are signed for.
pub(super) fn purpose(scope: Scope) -> Purpose {
    match scope {
        Scope::Read => Purpose::Ticket,
        Scope::Write => Purpose::WriteTicket,
    }
}

impl IntoResponse for InvalidTicket {
    fn into_response(self) -> Response {
        match self {
            Self::Ticket => error_answer(StatusCode::BAD_REQUEST, "invalid_ticket", &self),
            Self::Store(error) => OAuthError::from(error).into_response(),
        }
    }
}
