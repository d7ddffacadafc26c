//! Access servers at this service. Each is registered by its owner for one origin, and gets a credential. The owner of
//! an app admits it: then it verifies the tickets of the app's users for its origin. The same rules apply on the
//! command line and on the service's page.

use data_encoding::HEXLOWER;
use serde::Serialize;

use crate::accounts::Accounts;
use crate::accounts::secrets::hash;
use stagepass_kit::entropy::{self, EntropyError};
use stagepass_kit::identifier::CREDENTIAL_PREFIX;
use stagepass_kit::origin::{Origin, OriginError};
use stagepass_store::{AccessServerRecord, NewAccessServer, StoreError};

/// The most access servers of one user.
pub const MAX_ACCESS_SERVERS: u32 = 20;
/// The most access servers that an app admits.
pub const MAX_ADMISSIONS: u32 = 20;

/// An access server with its new credential, which is shown once.
#[derive(Clone, Serialize)]
pub struct RegisteredAccessServer {
    /// 32 hexadecimal digits. The owner of an app names it to admit the server.
    pub access_server_id: String,
    /// The origin for which it verifies tickets.
    pub origin: String,
    /// The secret with which the server calls this service.
    pub credential: String,
}

/// The ID and the credential of an access server.
#[derive(Clone)]
pub struct AccessServerKey {
    /// See [`RegisteredAccessServer::access_server_id`].
    pub access_server_id: String,
    /// See [`RegisteredAccessServer::credential`].
    pub credential: String,
}

/// Why an access server was not registered or changed. Nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum AccessServerError {
    /// No user has this handle.
    #[error("no user has the handle {0:?}")]
    NoOwner(String),
    /// The origin is malformed.
    #[error(transparent)]
    Origin(#[from] OriginError),
    /// The owner has [`MAX_ACCESS_SERVERS`].
    #[error("a user can have at most 20 access servers")]
    TooMany,
    /// There is no such access server.
    #[error("there is no access server with the ID {0:?}")]
    NoServer(String),
    /// There is no such app, or it admits [`MAX_ADMISSIONS`].
    #[error("the app {0:?} does not exist, or admits 20 access servers already")]
    NotAdmitted(String),
    /// There are no random bytes.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Accounts {
    /// Registers an access server of the user with this handle.
    ///
    /// # Errors
    /// [`AccessServerError`]. In this case nothing has changed.
    pub async fn add_access_server(
        &self,
        handle: &str,
        origin: &str,
    ) -> Result<RegisteredAccessServer, AccessServerError> {
        let owner = self.store.user_of_handle(handle).await?;
        let owner = owner.ok_or_else(|| AccessServerError::NoOwner(handle.to_owned()))?;
        self.register_access_server(owner.user_id, &Origin::parse(origin)?, self.new_access_server_key()?).await
    }

    /// Returns a new ID and credential, for a server that starts before it is registered.
    ///
    /// # Errors
    /// [`EntropyError`] if there are no random bytes.
    pub fn new_access_server_key(&self) -> Result<AccessServerKey, EntropyError> {
        let access_server_id = HEXLOWER.encode(&entropy::random::<16>(&*self.entropy)?);
        Ok(AccessServerKey { access_server_id, credential: self.new_credential()? })
    }

    /// Registers an access server of the user `owner_id`, with a key of [`Accounts::new_access_server_key`].
    ///
    /// # Errors
    /// [`AccessServerError`]. In this case nothing has changed.
    pub async fn register_access_server(
        &self,
        owner_id: i64,
        origin: &Origin,
        key: AccessServerKey,
    ) -> Result<RegisteredAccessServer, AccessServerError> {
        let AccessServerKey { access_server_id, credential } = key;
        let server = AccessServerRecord { access_server_id, origin: origin.as_str().to_owned() };
        let new = NewAccessServer {
            server: &server,
            owner_id,
            credential_hash: &hash(&credential),
            created_at: self.clock.now(),
        };
        if !self.store.insert_access_server(&new, MAX_ACCESS_SERVERS).await? {
            return Err(AccessServerError::TooMany);
        }
        let AccessServerRecord { access_server_id, origin } = server;
        Ok(RegisteredAccessServer { access_server_id, origin, credential })
    }

    /// Replaces the credential of an access server. The old one is invalid when this returns. With `owner_id`, the
    /// server must be this user's.
    ///
    /// # Errors
    /// [`AccessServerError`]. In this case nothing has changed.
    pub async fn rotate_credential(
        &self,
        id: &str,
        owner_id: Option<i64>,
    ) -> Result<RegisteredAccessServer, AccessServerError> {
        let no_server = || AccessServerError::NoServer(id.to_owned());
        let (server, of) = self.store.access_server(id).await?.ok_or_else(no_server)?;
        let credential = self.new_credential()?;
        if !self.store.replace_credential(id, owner_id.unwrap_or(of), &hash(&credential)).await? {
            return Err(no_server());
        }
        let AccessServerRecord { access_server_id, origin } = server;
        Ok(RegisteredAccessServer { access_server_id, origin, credential })
    }

    /// Lets an app admit an access server, for the operator.
    ///
    /// # Errors
    /// [`AccessServerError`]. In this case nothing has changed.
    pub async fn admit(&self, api_key: &str, id: &str) -> Result<AccessServerRecord, AccessServerError> {
        let not_admitted = || AccessServerError::NotAdmitted(api_key.to_owned());
        let server = self.store.access_server(id).await?;
        let (server, _) = server.ok_or_else(|| AccessServerError::NoServer(id.to_owned()))?;
        let app = self.store.owned_app(api_key).await?.ok_or_else(not_admitted)?;
        let is_admitted = self.store.admit(api_key, app.owner_id, id, MAX_ADMISSIONS).await?;
        if is_admitted { Ok(server) } else { Err(not_admitted()) }
    }

    fn new_credential(&self) -> Result<String, EntropyError> {
        Ok(format!("{CREDENTIAL_PREFIX}{}", self.new_secret()?))
    }
}
