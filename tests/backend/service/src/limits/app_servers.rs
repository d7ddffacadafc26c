//! Recently used bearer tokens. They identify requests of apps' servers before the request is processed.

use std::time::Duration;

use axum::extract::Request;
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

use crate::accounts::SECRET_LENGTH;
use crate::api::bearer_token::bearer_token;
use stagepass_kit::lru_map::LruMap;

/// How many tokens are remembered.
const TOKENS: usize = 8192;
/// How long a token is remembered after it was last found valid.
const AGE: Duration = Duration::from_mins(10);

/// Maps the SHA-256 hash of a valid bearer token to the time of its last lookup. An entry grants no access: the token
/// is looked up at every use. An invalid token is removed at its next use, and an unknown one costs one hash.
#[derive(Debug)]
pub(crate) struct AppServers(LruMap<[u8; 32], Instant>);

impl Default for AppServers {
    fn default() -> Self {
        Self(LruMap::with_capacity(TOKENS))
    }
}

impl AppServers {
    pub(crate) fn remember(&self, hash: [u8; 32]) {
        self.0.insert(hash, Instant::now());
    }

    pub(crate) fn forget(&self, hash: &[u8; 32]) {
        self.0.remove(hash);
    }

    /// Returns whether a request has a bearer token that was valid recently.
    pub(crate) fn sent(&self, request: &Request) -> bool {
        let Some(token) = bearer_token(request.headers()) else { return false };
        // Access tokens have another length. Hashing longer texts would only cost time.
        if token.len() != SECRET_LENGTH {
            return false;
        }
        let hash: [u8; 32] = Sha256::digest(token).into();
        self.0.get(&hash).is_some_and(|found| found.elapsed() < AGE)
    }
}
