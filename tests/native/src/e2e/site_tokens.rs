//! What the app's own server does besides serving its pages: it vouches for whoever plays a track there.

use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::hmac;
use stagepass_backend::clock::Clock as _;

use super::clock::ForwardClock;

/// How long what it signs is good, in seconds.
const LIFE: i64 = 60;

/// Signs for everybody who asks. Clones are the same.
#[derive(Clone, Debug)]
pub struct SiteTokenSigner {
    secret: Arc<Mutex<String>>,
    clock: Arc<ForwardClock>,
}

impl SiteTokenSigner {
    /// With a secret that no access server knows, by the access server's clock.
    pub(super) fn new(clock: Arc<ForwardClock>) -> Self {
        Self { secret: Arc::new(Mutex::new("a secret of nobody's".to_owned())), clock }
    }

    /// From now on it signs with this site key's secret.
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
