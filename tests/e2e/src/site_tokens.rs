//! Site tokens, which the app's own server signs for users who play a track on its pages.

use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::hmac;
use stagepass_backend::clock::Clock as _;

use super::clock::ForwardClock;

/// The lifetime of a site token in seconds.
const LIFE: i64 = 60;

/// Signs site tokens for every request. Clones share the secret.
#[derive(Clone, Debug)]
pub struct SiteTokenSigner {
    secret: Arc<Mutex<String>>,
    clock: Arc<ForwardClock>,
}

impl SiteTokenSigner {
    /// Creates a signer with the access server's clock, and a secret that it does not know.
    pub(super) fn new(clock: Arc<ForwardClock>) -> Self {
        Self { secret: Arc::new(Mutex::new("a secret of nobody's".to_owned())), clock }
    }

    /// Sets the secret of the site key.
    pub fn set_secret(&self, secret: &str) {
        secret.clone_into(&mut self.secret.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// `GET /site-token/{track}`.
    pub(super) fn router(&self) -> Router {
        Router::new().route("/site-token/{track}", get(vouch)).with_state(self.clone())
    }
}

async fn vouch(State(site_tokens): State<SiteTokenSigner>, Path(track): Path<String>) -> String {
    let expiry = site_tokens.clock.now() + LIFE;
    let secret = site_tokens.secret.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    let tag = hmac::sign(&key, format!("stagepass-site-token\n{track}\n{expiry}").as_bytes());
    format!("st1.{expiry}.{}", URL_SAFE_NO_PAD.encode(tag))
}
