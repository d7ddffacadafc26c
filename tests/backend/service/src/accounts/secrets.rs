//! The two secrets of an app: created with it, and rotated if one may have leaked. The store has their hashes.

use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq as _;

use crate::accounts::Accounts;
use stagepass_kit::entropy::{self, EntropyError};
use stagepass_store::{NewSecretHashes, Store, StoreError};

/// The length of a secret in characters: the base64url of 32 bytes.
pub(crate) const SECRET_LENGTH: usize = 43;

/// Which secrets of an app are rotated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rotation {
    /// The `api_secret`.
    ApiSecret,
    /// The `bearer_token`.
    BearerToken,
    /// Both.
    Both,
}

/// A name that is none of [`Rotation`]'s.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it must be api_secret, bearer_token or both")]
pub struct RotationNameError;

/// The new secrets of an app. They are shown only once.
#[derive(Clone, Serialize)]
pub struct RotatedSecrets {
    /// The API key of the app, in lower case.
    pub api_key: String,
    /// The new API secret, if it was rotated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub api_secret: Option<String>,
    /// The new bearer token, if it was rotated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bearer_token: Option<String>,
}

/// Why secrets were not rotated. The old ones stay valid.
#[derive(Debug, thiserror::Error)]
pub enum RotateError {
    /// The owner has no app with this key.
    #[error("there is no app with the API key {0:?}")]
    NoApp(String),
    /// There are no random bytes.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Accounts {
    /// Rotates secrets of an app. The old ones are invalid when this returns.
    ///
    /// # Errors
    /// [`RotateError`]. In this case nothing has changed.
    pub async fn rotate_secrets(
        &self,
        api_key: &str,
        owner_id: i64,
        which: Rotation,
    ) -> Result<RotatedSecrets, RotateError> {
        let secret = |one| if [one, Rotation::Both].contains(&which) { self.new_secret().map(Some) } else { Ok(None) };
        let (api_secret, bearer_token) = (secret(Rotation::ApiSecret)?, secret(Rotation::BearerToken)?);
        let (api_secret_hash, bearer_token_hash) = (api_secret.as_deref().map(hash), bearer_token.as_deref().map(hash));
        let hashes = NewSecretHashes {
            api_secret: api_secret_hash.as_ref().map(<[u8; 32]>::as_slice),
            bearer_token: bearer_token_hash.as_ref().map(<[u8; 32]>::as_slice),
        };
        if self.store.replace_secrets(api_key, owner_id, &hashes).await? {
            Ok(RotatedSecrets { api_key: api_key.to_ascii_lowercase(), api_secret, bearer_token })
        } else {
            Err(RotateError::NoApp(api_key.to_owned()))
        }
    }

    /// Returns a secret of [`SECRET_LENGTH`] characters.
    pub(super) fn new_secret(&self) -> Result<String, EntropyError> {
        Ok(URL_SAFE_NO_PAD.encode(entropy::random::<32>(&*self.entropy)?))
    }
}

/// Returns whether `secret` is the API secret of the app with this key, in lower case. Compares in constant time.
pub(crate) async fn is_api_secret(store: &Store, api_key: &str, secret: &str) -> Result<bool, StoreError> {
    let stored = store.api_secret_hash(api_key).await?;
    Ok(stored.is_some_and(|stored| stored.ct_eq(&hash(secret)).into()))
}

/// 256 random bits need no salt and no slow hash.
pub(super) fn hash(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}

impl FromStr for Rotation {
    type Err = RotationNameError;

    fn from_str(name: &str) -> Result<Self, RotationNameError> {
        match name {
            "api_secret" => Ok(Self::ApiSecret),
            "bearer_token" => Ok(Self::BearerToken),
            "both" => Ok(Self::Both),
            _ => Err(RotationNameError),
        }
    }
}
