//! Recently used bearer tokens and API secrets of apps, and credentials of access servers. They identify requests of
//! servers before the request is processed.

use std::time::Duration;

use axum::extract::Request;
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

use crate::accounts::SECRET_LENGTH;
use crate::api::basic_credentials::basic_credentials;
use crate::api::bearer_token::bearer_token;
use stagepass_kit::identifier::is_credential;
use stagepass_kit::lru_map::LruMap;

/// How many secrets are remembered.
const SECRETS: usize = 8192;
/// How long a secret is remembered after it was last found valid.
const AGE: Duration = Duration::from_mins(10);

/// Maps the SHA-256 hash of a valid secret to the time of its last lookup. An entry grants no access: the secret
/// is looked up at every use. An invalid one is removed at its next use, and an unknown one costs one hash.
#[derive(Debug)]
pub(crate) struct AppServers(LruMap<[u8; 32], Instant>);

impl Default for AppServers {
    fn default() -> Self {
        Self(LruMap::with_capacity(SECRETS))
    }
}

impl AppServers {
    pub(crate) fn remember(&self, hash: [u8; 32]) {
        self.0.insert(hash, Instant::now());
    }

    pub(crate) fn forget(&self, hash: &[u8; 32]) {
        self.0.remove(hash);
    }

    /// Returns whether a request has a bearer token, a credential, or an API secret in its headers, that was valid
    /// recently.
    pub(crate) fn sent(&self, request: &Request) -> bool {
        let headers = request.headers();
        let token = bearer_token(headers).map(str::to_owned).or_else(|| Some(basic_credentials(headers)?.1));
        // Access tokens have another length. Hashing longer texts would only cost time.
        let is_secret = |token: &String| token.len() == SECRET_LENGTH || is_credential(token);
        let Some(token) = token.filter(is_secret) else { return false };
        let hash: [u8; 32] = Sha256::digest(token).into();
        self.0.get(&hash).is_some_and(|found| found.elapsed() < AGE)
    }
}
