//! The caller of a request. These are extractors: a handler with one of them as an argument only runs for such a
//! caller.
//!
//! | argument | accepts | acts for |
//! |---|---|---|
//! | [`Listener`](super::access_token::Listener) | an access token of any scope | its user |
//! | [`Reader`] | as `Listener`, or an app's bearer token with `?user_id=` | its user, or the named user if they granted the app `write` |
//! | [`Writer`] | as `Reader`, but the access token has the scope `write` | as `Reader` |
//! | [`TrackMaker`] | as `Writer`, or an access server's credential with a user's `write` ticket | as `Writer`, or the user of the ticket; the handler learns which app it is |
//! | [`Viewer`] | as `Reader`; a [`Server`] without `?user_id=`; no token | its user, or no user |
//! | [`ProfileReader`] | an access token of any scope; as [`Server`]; no token | no user; the handler learns who reads |
//! | [`Server`] | an app's bearer token, or an access server's credential | no user |
//! | [`UncountedServer`] | as `Server`, but the handler counts the request | no user |
//!
//! Access tokens, bearer tokens and credentials have different lengths, so they cannot be confused.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::api::access_token::{BearerError, Listener, is_access_token};
use crate::api::bearer_token::{AuthScheme, bearer_token, credentials};
use crate::api::server::{Server, find_server};
use crate::api::tickets::verification::{self, InvalidTicket};
use crate::error_answer::error_answer;
use crate::limits::app_limit::Budget;
use crate::oauth::authorization_request::Scope;
use crate::state::Backend;
use stagepass_kit::parameters::{ParameterError, Parameters};
use stagepass_store::{AppUse, Maker, StoreError, UserRecord};

/// The header with a user's ticket, in requests of an access server.
const TICKET: HeaderName = HeaderName::from_static("stagepass-ticket");

/// A user whose private data may be read.
#[derive(Debug, Clone)]
pub(crate) struct Reader(pub(crate) UserRecord);

/// A user whose data may be changed.
#[derive(Debug, Clone)]
pub(crate) struct Writer(pub(crate) UserRecord);

/// A user whose tracks are created, deleted or described, and the app that does it.
#[derive(Debug, Clone)]
pub(crate) struct TrackMaker {
    pub(crate) user: UserRecord,
    pub(crate) maker: Maker,
}

/// The viewer of public data, who also sees their own private data. `None` is an anonymous viewer.
///
/// An invalid token is refused here, too. If it counted as anonymous, a user with an expired token would miss private
/// data without a reason. If it is refused, the app refreshes the token.
#[derive(Debug, Clone)]
pub(crate) struct Viewer(pub(crate) Option<UserRecord>);

/// The reader of profiles. An invalid token is refused, as for [`Viewer`].
#[derive(Debug, Clone)]
pub(crate) enum ProfileReader {
    /// A server, which may read all of them.
    Server,
    /// A user or an anonymous client, who may read public ones. A user may also read their own.
    Viewer(Option<UserRecord>),
}

/// A server whose request has not been counted yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UncountedServer(pub(crate) Server);

/// Why a caller is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallerError {
    #[error(transparent)]
    Bearer(#[from] BearerError),
    #[error("no app has this bearer token, and no access server this credential")]
    UnknownServer,
    #[error("this needs the bearer token of an app, and not a user's access token")]
    OfUser,
    #[error("an access server only creates tracks, and deletes those, with the user's ticket in `Stagepass-Ticket`")]
    OfAccessServer,
    #[error(transparent)]
    Ticket(#[from] InvalidTicket),
    #[error("the ticket does not have the scope write")]
    ReadTicket,
    #[error("the access token does not have the scope write: sign in with this scope")]
    InsufficientScope(AuthScheme),
    #[error("user_id is not the user of the access token")]
    AnotherUser,
    #[error("the user has not granted this app the scope write")]
    NotGranted,
    #[error("{0}")]
    Parameter(#[from] ParameterError),
    #[error("user_id is not a user ID")]
    UserId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RequiredScope {
    Read,
    Write,
}

impl FromRequestParts<Arc<Backend>> for Reader {
    type Rejection = CallerError;

    async fn from_request_parts(parts: &mut Parts, backend: &Arc<Backend>) -> Result<Self, CallerError> {
        let (user, _) = acts_for(parts, backend, RequiredScope::Read).await?;
        Ok(Self(user))
    }
}

impl FromRequestParts<Arc<Backend>> for Writer {
    type Rejection = CallerError;

    async fn from_request_parts(parts: &mut Parts, backend: &Arc<Backend>) -> Result<Self, CallerError> {
        let (user, _) = acts_for(parts, backend, RequiredScope::Write).await?;
        Ok(Self(user))
    }
}

impl FromRequestParts<Arc<Backend>> for TrackMaker {
    type Rejection = CallerError;

    async fn from_request_parts(parts: &mut Parts, backend: &Arc<Backend>) -> Result<Self, CallerError> {
        if let Some(ticket) = parts.headers.get(TICKET) {
            let ticket = ticket.to_str().map_err(|_| InvalidTicket::Ticket)?.to_owned();
            return with_ticket(parts, backend, &ticket).await;
        }
        let (user, api_key) = acts_for(parts, backend, RequiredScope::Write).await?;
        // Only registered apps are granted `write`.
        let api_key = api_key.ok_or(CallerError::NotGranted)?;
        Ok(Self { user, maker: Maker { api_key, access_server_id: None } })
    }
}

impl FromRequestParts<Arc<Backend>> for Viewer {
    type Rejection = CallerError;

    async fn from_request_parts(parts: &mut Parts, backend: &Arc<Backend>) -> Result<Self, CallerError> {
        if !parts.headers.contains_key(header::AUTHORIZATION) {
            return Ok(Self(None));
        }
        let is_of_server = !has_access_token(parts)?;
        if is_of_server && named_user(parts.uri.query().unwrap_or_default())?.is_none() {
            Server::from_request_parts(parts, backend).await?;
            return Ok(Self(None));
        }
        let (user, _) = acts_for(parts, backend, RequiredScope::Read).await?;
        Ok(Self(Some(user)))
    }
}

impl FromRequestParts<Arc<Backend>> for ProfileReader {
    type Rejection = CallerError;

    async fn from_request_parts(parts: &mut Parts, backend: &Arc<Backend>) -> Result<Self, CallerError> {
        if !parts.headers.contains_key(header::AUTHORIZATION) {
            return Ok(Self::Viewer(None));
        }
        if has_access_token(parts)? {
            return Ok(Self::Viewer(Some(Listener::from_request_parts(parts, backend).await?.user)));
        }
        Server::from_request_parts(parts, backend).await?;
        Ok(Self::Server)
    }
}

impl FromRequestParts<Arc<Backend>> for Server {
    type Rejection = CallerError;

    async fn from_request_parts(parts: &mut Parts, backend: &Arc<Backend>) -> Result<Self, CallerError> {
        let UncountedServer(server) = UncountedServer::from_request_parts(parts, backend).await?;
        backend.app_limit.take(Budget::Server, server.id(), None).map_err(BearerError::from)?;
        Ok(server)
    }
}

impl FromRequestParts<Arc<Backend>> for UncountedServer {
    type Rejection = CallerError;

    async fn from_request_parts(parts: &mut Parts, backend: &Arc<Backend>) -> Result<Self, CallerError> {
        if has_access_token(parts)? {
            // A good one is not refused as if it had expired: a client would end its session.
            Listener::from_request_parts(parts, backend).await?;
            return Err(CallerError::OfUser);
        }
        let secret = bearer_token(&parts.headers).ok_or(BearerError::Missing)?;
        let server = find_server(backend, secret).await.map_err(BearerError::from)?;
        Ok(Self(server.ok_or(CallerError::UnknownServer)?))
    }
}

/// Returns the user of a `write` ticket, which an access server sends.
async fn with_ticket(parts: &mut Parts, backend: &Arc<Backend>, ticket: &str) -> Result<TrackMaker, CallerError> {
    let UncountedServer(server) = UncountedServer::from_request_parts(parts, backend).await?;
    let Server::Access(access_server) = &server else { return Err(CallerError::Ticket(InvalidTicket::Ticket)) };
    let verified = verification::open(backend, &server, &access_server.origin, ticket).await;
    let for_user = verified.as_ref().ok().map(|verified| verified.user.user_id);
    backend.app_limit.take(Budget::Server, server.id(), for_user).map_err(BearerError::from)?;
    let verified = verified?;
    if verified.scope != Scope::Write {
        return Err(CallerError::ReadTicket);
    }
    let access_server_id = Some(access_server.access_server_id.clone());
    Ok(TrackMaker { user: verified.user, maker: Maker { api_key: verified.api_key, access_server_id } })
}

/// Returns the user that a request acts for, and the API key of the app, if it is registered.
async fn acts_for(
    parts: &mut Parts,
    backend: &Arc<Backend>,
    required: RequiredScope,
) -> Result<(UserRecord, Option<String>), CallerError> {
    let named = named_user(parts.uri.query().unwrap_or_default());
    if has_access_token(parts)? {
        let listener = Listener::from_request_parts(parts, backend).await?;
        return match named? {
            Some(user_id) if user_id != listener.user.user_id => Err(CallerError::AnotherUser),
            _ if required == RequiredScope::Write && listener.grant.scope != "write" => {
                Err(CallerError::InsufficientScope(listener.scheme()))
            }
            _ => Ok((listener.user, listener.grant.api_key)),
        };
    }
    let UncountedServer(server) = UncountedServer::from_request_parts(parts, backend).await?;
    let Server::App(app) = server else { return Err(CallerError::OfAccessServer) };
    let for_user = named.as_ref().ok().copied().flatten();
    backend.app_limit.take(Budget::Server, &app.api_key, for_user).map_err(BearerError::from)?;
    let user_id = named?.ok_or(ParameterError::Missing("user_id"))?;
    // Reading needs `write` as well: a bearer token only acts for users who granted it.
    if backend.store.consented_scope(user_id, &app.api_key).await?.as_deref() != Some("write") {
        return Err(CallerError::NotGranted);
    }
    let user = backend.store.user(user_id).await?.ok_or(CallerError::NotGranted)?;
    backend.last_uses.note(AppUse::App { user_id, api_key: app.api_key.clone() }, backend.clock.now());
    Ok((user, Some(app.api_key)))
}

/// Returns whether the request has an access token, and not the secret of a server.
fn has_access_token(parts: &Parts) -> Result<bool, CallerError> {
    let (scheme, token) = credentials(&parts.headers).ok_or(BearerError::Missing)?;
    Ok(is_access_token(scheme, token))
}

/// Returns the `user_id` of a query.
fn named_user(query: &str) -> Result<Option<i64>, CallerError> {
    let parameters = Parameters::from_form(query.as_bytes());
    parameters.optional("user_id")?.map(|text| text.parse().map_err(|_| CallerError::UserId)).transpose()
}

impl IntoResponse for CallerError {
    fn into_response(self) -> Response {
        match self {
            Self::Bearer(error) => error.into_response(),
            Self::UnknownServer => BearerError::Invalid(AuthScheme::Bearer).into_response(),
            Self::InsufficientScope(scheme) => {
                let mut response = error_answer(StatusCode::FORBIDDEN, "insufficient_scope", &self);
                // RFC 6750 §3.1.
                let challenge = match scheme {
                    AuthScheme::Bearer => "Bearer error=\"insufficient_scope\", scope=\"write\"",
                    AuthScheme::Dpop => "DPoP error=\"insufficient_scope\", scope=\"write\", algs=\"ES256\"",
                };
                let challenge = HeaderValue::from_static(challenge);
                response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
                response
            }
            Self::Ticket(error) => error.into_response(),
            Self::AnotherUser | Self::NotGranted | Self::OfUser | Self::OfAccessServer | Self::ReadTicket => {
                error_answer(StatusCode::FORBIDDEN, "access_denied", &self)
            }
            Self::Parameter(_) | Self::UserId => error_answer(StatusCode::BAD_REQUEST, "invalid_request", &self),
        }
    }
}

impl From<StoreError> for CallerError {
    fn from(error: StoreError) -> Self {
        BearerError::from(error).into()
    }
}
