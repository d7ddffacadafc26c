//! Servers that call the API with a secret of their own: the server of an app with the app's bearer token, and an access
//! server with its credential.
//!
//! A bearer token acts for every user who granted the app `write`. A credential acts for nobody: it verifies tickets.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use sha2::{Digest as _, Sha256};

use crate::api::access_token::{BearerError, Listener, is_access_token};
use crate::api::bearer_token::{bearer_token, credentials};
use crate::api::caller::CallerError;
use crate::limits::app_limit::Budget;
use crate::state::Backend;
use stagepass_kit::identifier::is_credential;
use stagepass_store::{AccessServerRecord, StoreError};

/// An authenticated server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Server {
    /// That of an app.
    App(App),
    /// An access server.
    Access(AccessServerRecord),
}

/// A server whose request has not been counted yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UncountedServer(pub(crate) Server);

/// A registered app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct App {
    /// In lower case.
    pub(crate) api_key: String,
}

impl Server {
    /// The name by which its requests are counted.
    pub(crate) fn id(&self) -> &str {
        match self {
            Self::App(app) => &app.api_key,
            Self::Access(server) => &server.access_server_id,
        }
    }
}

/// Returns the server that has this secret.
///
/// The secret is found by its hash. The timing of this lookup reveals something about the hash only, which does not
/// reveal the secret.
pub(crate) async fn find_server(backend: &Backend, secret: &str) -> Result<Option<Server>, StoreError> {
    let hash: [u8; 32] = Sha256::digest(secret).into();
    let found = if is_credential(secret) {
        backend.store.access_server_of_credential(&hash).await?.map(Server::Access)
    } else {
        backend.store.app_of_bearer_token(&hash).await?.map(|api_key| Server::App(App { api_key }))
    };
    match &found {
        Some(_) => backend.app_servers.remember(hash),
        None => backend.app_servers.forget(&hash),
    }
    Ok(found)
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

/// Returns whether the request has an access token, and not the secret of a server.
pub(crate) fn has_access_token(parts: &Parts) -> Result<bool, CallerError> {
    let (scheme, token) = credentials(&parts.headers).ok_or(BearerError::Missing)?;
    Ok(is_access_token(scheme, token))
}
