//! Servers that call the API with a secret of their own: the server of an app with the app's bearer token, and an
//! access server with its credential.
//!
//! A bearer token acts for every user who granted the app `write`. A credential acts for no user: it verifies tickets.

use sha2::{Digest as _, Sha256};

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
