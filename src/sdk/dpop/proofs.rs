//! Requests with proofs.

use core::time::Duration;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use http::header::{AUTHORIZATION, HeaderName, HeaderValue};
use http::{Request, Response, StatusCode};
use serde::Deserialize;
use stagepass_core::dpop::{Dpop, Proof};
use stagepass_core::redirect_uri;
use stagepass_core::text::secret::Secret;

use super::keys::{DpopKey, DpopKeys, is_name};
use super::member;
use super::proof::Claims;
use super::servers::Servers;
use super::transport::Transport;
use super::unused_key::UnusedKey;
use crate::error::{Code, Error};
use crate::sdk::environment::Bounds;
use crate::sdk::json;
use crate::sdk::metadata::metadata_request;

/// How long the metadata may take. The code exchange waits for it.
const METADATA_WITHIN: Duration = Duration::from_secs(2);

/// The largest metadata, in bytes.
const MAX_METADATA: usize = 256 << 10;

/// How many keys are in memory. A client has one session, and perhaps revocations that are retried.
const MOST_KEYS: usize = 16;

/// A proof may lack the nonce of the server and its time.
const MOST_RETRIES: usize = 2;

/// What the service would answer without the key. The core then ends the session.
const LOST: &str = r#"{"error":"invalid_grant","error_description":"The key is gone."}"#;

/// The member of the service's metadata that matters here (RFC 9449 section 5.1).
#[derive(Deserialize)]
struct Metadata {
    dpop_signing_alg_values_supported: Vec<String>,
}

/// Proves the requests of one client. Clones of the client share it.
pub(crate) struct Proofs {
    keys: Arc<dyn DpopKeys>,
    /// The keys that were used, by name. A revocation may be retried after its key is deleted.
    known: Mutex<BTreeMap<String, Arc<dyn DpopKey>>>,
    servers: Mutex<Servers>,
}

fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

fn unavailable(error: std::io::Error) -> Error {
    Error::from(Code::StorageUnavailable).because(error)
}

impl Proofs {
    /// Returns the proofs by these keys.
    pub(crate) fn new(keys: Arc<dyn DpopKeys>) -> Self {
        Self { keys, known: Mutex::default(), servers: Mutex::default() }
    }

    /// Sends a request with the token of a session that is bound to the key of this name. If the key is lost, returns a
    /// 401: the caller handles it as one by the server, and the refresh then ends the session.
    ///
    /// # Errors
    /// Those of [`Environment::send`](crate::sdk::environment::Environment::send), and [`Code::StorageUnavailable`] if
    /// the key cannot be used now.
    pub(crate) async fn send<T: Transport>(
        &self,
        transport: &T,
        request: Request<Vec<u8>>,
        bounds: Bounds,
        (token, name): (&Secret, &str),
    ) -> Result<Response<Vec<u8>>, Error> {
        match self.find(name).await? {
            Some(key) => self.send_proven(transport, request, bounds, (&*key, Some(token))).await,
            None => Ok(refusal(StatusCode::UNAUTHORIZED, "")),
        }
    }

    /// Sends a token or revocation request of the core, with the proof that it needs. A code exchange creates the key.
    ///
    /// # Errors
    /// As above. [`Code::StorageUnavailable`] if there can be no key.
    pub(crate) async fn exchange<T: Transport>(
        &self,
        transport: &T,
        proof: &Proof,
        request: Request<Vec<u8>>,
        bounds: Bounds,
    ) -> Result<Response<Vec<u8>>, Error> {
        match proof.dpop {
            Dpop::Never => transport.send(request, bounds).await,
            Dpop::Bound => self.send_bound(transport, &proof.key, request, bounds).await,
            Dpop::Offered if !is_offered(transport, &request).await => transport.send(request, bounds).await,
            Dpop::Offered | Dpop::Always => {
                let unused = UnusedKey::new(&self.keys, &proof.key, T::spawn).ok_or(Code::StorageUnavailable)?;
                match unused.create().await {
                    Ok(key) => self.exchange_code(transport, (unused, key), request, bounds).await,
                    Err(_) if proof.dpop == Dpop::Offered => transport.send(request, bounds).await,
                    Err(error) => Err(unavailable(error)),
                }
            }
        }
    }

    /// Sends a refresh or a revocation. Both machines have the lock of the session, or its record is deleted.
    async fn send_bound<T: Transport>(
        &self,
        transport: &T,
        name: &str,
        request: Request<Vec<u8>>,
        bounds: Bounds,
    ) -> Result<Response<Vec<u8>>, Error> {
        let Some(key) = self.find(name).await? else { return Ok(refusal(StatusCode::BAD_REQUEST, LOST)) };
        if request.uri().path().ends_with("/revoke") {
            // The session is deleted already. A retry finds the key in memory.
            let _ = self.keys.remove(name).await;
            return self.send_proven(transport, request, bounds, (&*key, None)).await;
        }
        let response = self.send_proven(transport, request, bounds, (&*key, None)).await?;
        if response.status() == StatusCode::BAD_REQUEST && member(&response, "error") == "invalid_grant" {
            let _ = self.keys.remove(name).await;
        }
        Ok(response)
    }

    /// Exchanges a code for tokens that are bound to a new key.
    async fn exchange_code<T: Transport>(
        &self,
        transport: &T,
        (unused, key): (UnusedKey, Arc<dyn DpopKey>),
        request: Request<Vec<u8>>,
        bounds: Bounds,
    ) -> Result<Response<Vec<u8>>, Error> {
        let sent = self.send_proven(transport, request, bounds, (&*key, None)).await;
        if sent.as_ref().is_ok_and(|response| member(response, "token_type").eq_ignore_ascii_case("dpop")) {
            self.remember(&unused.keep(), key);
        } else {
            unused.delete().await;
        }
        sent
    }

    /// Sends a request with a proof, and again if another proof may be accepted: with the server's nonce, and with its
    /// time.
    async fn send_proven<T: Transport>(
        &self,
        transport: &T,
        request: Request<Vec<u8>>,
        bounds: Bounds,
        (key, token): (&dyn DpopKey, Option<&Secret>),
    ) -> Result<Response<Vec<u8>>, Error> {
        let url = request.uri().to_string();
        let origin = redirect_uri::origin(&url).ok_or(Code::Internal)?;
        let mut retries = 0..MOST_RETRIES;
        loop {
            let (iat, nonce) = locked(&self.servers).look_up(origin, transport.now());
            let proof = Claims::new(&request, token, iat, nonce)?.sign(key).await?;
            let response = transport.send(proven(&request, &proof, token)?, bounds).await?;
            let is_worth_retry = locked(&self.servers).hear(origin, &response, transport.now());
            if !is_worth_retry || retries.next().is_none() {
                return Ok(response);
            }
        }
    }

    /// Returns the key of a session. `None` if it is lost.
    async fn find(&self, name: &str) -> Result<Option<Arc<dyn DpopKey>>, Error> {
        if let Some(key) = locked(&self.known).get(name) {
            return Ok(Some(Arc::clone(key)));
        }
        if !is_name(name) {
            return Ok(None);
        }
        let key = self.keys.find(name).await.map_err(unavailable)?;
        if let Some(key) = &key {
            self.remember(name, Arc::clone(key));
        }
        Ok(key)
    }

    fn remember(&self, name: &str, key: Arc<dyn DpopKey>) {
        let mut known = locked(&self.known);
        if known.len() >= MOST_KEYS {
            // Those that are stored are found again.
            known.clear();
        }
        known.insert(name.to_owned(), key);
    }
}

/// Returns a copy of `request` with the proof, and with the token if there is one.
fn proven(request: &Request<Vec<u8>>, proof: &str, token: Option<&Secret>) -> Result<Request<Vec<u8>>, Error> {
    let value = |text: String| {
        let mut value = HeaderValue::try_from(text).map_err(|_| Error::from(Code::BadResponse))?;
        value.set_sensitive(true);
        Ok::<_, Error>(value)
    };
    let mut request = request.clone();
    request.headers_mut().insert(HeaderName::from_static("dpop"), value(proof.to_owned())?);
    if let Some(token) = token {
        request.headers_mut().insert(AUTHORIZATION, value(["DPoP ", token.expose()].concat())?);
    }
    Ok(request)
}

/// Returns whether the metadata of the service with this token endpoint offers DPoP with ES256. False if it is unknown.
async fn is_offered<T: Transport>(transport: &T, request: &Request<Vec<u8>>) -> bool {
    let bounds = Bounds { within: METADATA_WITHIN, max_body: MAX_METADATA };
    let url = request.uri().to_string();
    let metadata = url.strip_suffix("/oauth/token").and_then(metadata_request);
    let Some(metadata) = metadata else { return false };
    let Ok(response) = transport.send(metadata, bounds).await else { return false };
    let body = core::str::from_utf8(response.body()).unwrap_or_default();
    let Some(Metadata { dpop_signing_alg_values_supported: offered }) = json::read(body) else { return false };
    response.status().is_success() && offered.iter().any(|algorithm| algorithm == "ES256")
}

/// Returns a response that no server has sent.
fn refusal(status: StatusCode, body: &str) -> Response<Vec<u8>> {
    let mut response = Response::new(body.as_bytes().to_vec());
    *response.status_mut() = status;
    response
}
