//! `POST {base}/tickets` and `POST {base}/tickets/verify`: proof of a user's identity for one audience.
//!
//! An access server is run by the owner of a track. If it received an access token, its owner could act as the user. A
//! ticket only proves to one origin who the user is, for five minutes, and grants no access to this API.
//!
//! Apps send a ticket at every play. So its scope is `read`, unless the app asks for `write`: with that, the user
//! changes what they have at the audience, such as the rules of their tracks.

pub(crate) mod verification;

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::api::access_token::Listener;
use crate::api::caller::{CallerError, UncountedServer};
use crate::api::server::Server;
use crate::api::tickets::verification::{InvalidTicket, VerifiedTicket};
use crate::error_answer::error_answer;
use crate::limits::app_limit::Budget;
use crate::oauth::authorization_request::Scope;
use crate::oauth::client::read_body;
use crate::oauth::error::OAuthError;
use crate::state::Backend;
use crate::token::Claims;
use stagepass_kit::origin::{Origin, OriginError};
use stagepass_kit::parameters::{ParameterError, Parameters};
use stagepass_store::StoreError;

/// The lifetime of a ticket in seconds.
const LIFETIME: i64 = 300;

/// A new ticket.
#[derive(Serialize)]
pub(crate) struct TicketResponse {
    /// The ticket. Send it as `Authorization: Ticket …`.
    ticket: String,
    /// The lifetime in seconds.
    expires_in: i64,
}

/// The user of a ticket.
#[derive(Serialize)]
pub(crate) struct Holder {
    /// The origin for which the ticket was issued.
    audience: String,
    /// The app that requested the ticket.
    api_key: String,
    /// The ID of the user.
    user_id: i64,
    /// The handle of the user.
    handle: String,
    /// Whether the operator has verified the user.
    verified: bool,
    /// What the user may do with the ticket.
    scope: Scope,
    /// When the ticket expires, in Unix seconds.
    expires_at: i64,
}

/// Why a ticket was not issued, or is invalid.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TicketError {
    #[error(transparent)]
    Request(#[from] OAuthError),
    #[error("audience: {0}")]
    Audience(#[from] OriginError),
    #[error("scope must be read or write")]
    Scope,
    #[error("the app is not registered: only registered apps can get tickets")]
    Unregistered,
    /// The session does not have the scope that the ticket is to have.
    #[error(transparent)]
    Caller(#[from] CallerError),
    #[error(transparent)]
    Invalid(#[from] InvalidTicket),
}

/// Parses `scope`, which is `read` if it is missing.
fn read_scope(parameters: &Parameters) -> Result<Scope, TicketError> {
    match parameters.optional("scope")? {
        None | Some("read") => Ok(Scope::Read),
        Some("write") => Ok(Scope::Write),
        Some(_) => Err(TicketError::Scope),
    }
}

/// Issues a ticket for the user of the access token, for the origin `audience`.
pub(crate) async fn issue(
    State(backend): State<Arc<Backend>>,
    listener: Listener,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<TicketResponse>, TicketError> {
    let parameters = read_body(&headers, body)?;
    let audience = Origin::parse(parameters.required("audience")?)?;
    let scope = read_scope(&parameters)?;
    if listener.grant.api_key.is_none() {
        return Err(TicketError::Unregistered);
    }
    if scope == Scope::Write && listener.grant.scope != "write" {
        return Err(CallerError::InsufficientScope(listener.scheme()).into());
    }
    let claims = Claims { expires_at: backend.clock.now().saturating_add(LIFETIME), ..listener.claims };
    let ticket = backend.keys.seal_for(audience.as_str(), verification::purpose(scope), claims);
    Ok(Json(TicketResponse { ticket, expires_in: LIFETIME }))
}

/// Returns the user of a ticket, if it was issued for this `audience`, its grant is valid, and the caller may verify it
/// ([`verification::open`]).
///
/// Invalid tickets are counted separately. Any client can send them to an access server, and they must not use up
/// the limit of valid ones.
pub(crate) async fn verify(
    State(backend): State<Arc<Backend>>,
    UncountedServer(server): UncountedServer,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Holder>, TicketError> {
    let verified = verified(&backend, &server, &headers, body).await;
    let counted = match &verified {
        Ok((ticket, holder)) => backend.app_limit.take_checked(Budget::Tickets, server.id(), holder.user_id, ticket),
        Err(_) => backend.app_limit.take(Budget::JunkTickets, server.id(), None),
    };
    counted.map_err(OAuthError::from)?;
    verified.map(|(_, holder)| Json(holder))
}

/// Returns the text of a valid ticket, and its user.
async fn verified(
    backend: &Backend,
    server: &Server,
    headers: &HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<(String, Holder), TicketError> {
    let parameters = read_body(headers, body)?;
    let ticket = parameters.required("ticket")?;
    let audience = parameters.required("audience")?;
    let VerifiedTicket { user, api_key, scope, expires_at } =
        verification::open(backend, server, audience, ticket).await?;
    let holder = Holder {
        audience: audience.to_owned(),
        api_key,
        user_id: user.user_id,
        handle: user.handle,
        verified: user.verified,
        scope,
        expires_at,
    };
    Ok((ticket.to_owned(), holder))
}

impl IntoResponse for TicketError {
    fn into_response(self) -> Response {
        match self {
            Self::Request(error) => error.into_response(),
            Self::Audience(_) => error_answer(StatusCode::BAD_REQUEST, "invalid_request", &self),
            Self::Scope => error_answer(StatusCode::BAD_REQUEST, "invalid_scope", &self),
            Self::Caller(error) => error.into_response(),
            Self::Unregistered => error_answer(StatusCode::FORBIDDEN, "access_denied", &self),
            Self::Invalid(error) => error.into_response(),
        }
    }
}

impl From<ParameterError> for TicketError {
    fn from(error: ParameterError) -> Self {
        OAuthError::from(error).into()
    }
}

impl From<StoreError> for TicketError {
    fn from(error: StoreError) -> Self {
        OAuthError::from(error).into()
    }
}
