//! The bearer tokens that were good lately: what tells an app's server from a browser before anything else is done for a request.

use std::time::Duration;

use axum::extract::Request;
use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

use crate::accounts::SECRET_LENGTH;
use crate::api::bearer_token::bearer_token;
use stagepass_kit::lru_map::LruMap;

/// The most tokens that are remembered.
const TOKENS: usize = 8192;
/// How long a token is known by after it was last looked up and found good.
const AGE: Duration = Duration::from_mins(10);

/// The SHA-256 hashes of bearer tokens that the database knew, and when. To know one opens nothing: it is looked up at every use. One that is
/// void is forgotten at its next use, and one that is unknown costs a hash.
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

    /// Whether a request comes with a bearer token that was good lately.
    pub(crate) fn sent(&self, request: &Request) -> bool {
        let Some(token) = bearer_token(request.headers()) else { return false };
        // An access token is of another length; and what is longer would only cost time.
        if token.len() != SECRET_LENGTH {
            return false;
        }
        let hash: [u8; 32] = Sha256::digest(token).into();
        self.0.get(&hash).is_some_and(|found| found.elapsed() < AGE)
    }
}
