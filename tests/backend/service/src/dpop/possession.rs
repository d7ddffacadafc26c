//! The DPoP proof of a request.

use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::Response;

use crate::dpop::nonce;
use crate::dpop::proof::{MAX_AGE, Proof, ProofError, ProvenRequest};
use crate::state::Backend;
use stagepass_kit::rate::RateLimited;
use stagepass_store::{GrantId, NewProof, ProofUse, StoreError};

/// The header of a request with its proof.
pub(crate) const DPOP: HeaderName = HeaderName::from_static("dpop");
/// The header of a response with the nonce for the next proof.
pub(crate) const DPOP_NONCE: HeaderName = HeaderName::from_static("dpop-nonce");

/// How long the service remembers a proof, in seconds. A proof can be accepted for two minutes: `iat` may be a minute
/// ahead, and a minute old. A third one, because a replica whose clock is ahead deletes proofs earlier.
pub(crate) const REMEMBERED: i64 = 3 * MAX_AGE;
/// The number of proofs that the service remembers for one grant, for each value of the first four bits of their hash.
/// Of 3,600 proofs, each has 225.
pub(crate) const MAX_IN_SIXTEENTH: i64 = 300;

/// A valid proof that belongs to a request. It may have been used before: see [`Possession::spend`].
#[derive(Debug)]
pub(crate) struct Possession(Proof);

/// Why the proof of a request is refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PossessionError {
    #[error(transparent)]
    Proof(#[from] ProofError),
    #[error("the DPoP proof needs a nonce: repeat the request with the one in the header `DPoP-Nonce`")]
    Nonce(String),
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Possession {
    /// Returns the header with the proof. Refuses what cannot be a proof: several headers, or one that is no JWT. This
    /// costs no signature.
    ///
    /// # Errors
    /// [`ProofError`].
    pub(crate) fn header(headers: &HeaderMap) -> Result<Option<&str>, ProofError> {
        let mut values = headers.get_all(DPOP).into_iter();
        let Some(value) = values.next() else { return Ok(None) };
        if values.next().is_some() {
            return Err(ProofError::Missing);
        }
        let text = value.to_str().map_err(|_| ProofError::Form)?;
        if text.matches('.').count() == 2 { Ok(Some(text)) } else { Err(ProofError::Form) }
    }

    /// Verifies the proof of a request to `path` under the base URL. Returns `None` if the request has no proof.
    pub(crate) fn read(
        backend: &Backend,
        headers: &HeaderMap,
        (method, path): (&str, &str),
        access_token: Option<&str>,
    ) -> Result<Option<Self>, PossessionError> {
        let Some(text) = Self::header(headers)? else { return Ok(None) };
        let proof = Proof::parse(text)?;
        let url = format!("{}{path}", backend.base_url.as_str());
        let now = backend.clock.now();
        proof.check(&ProvenRequest { method, url: &url, access_token }, now)?;
        if backend.dpop_nonce && !proof.nonce().is_some_and(|nonce| nonce::is_valid(&backend.keys, nonce, now)) {
            return Err(PossessionError::Nonce(nonce::issue(&backend.keys, now)));
        }
        Ok(Some(Self(proof)))
    }

    /// The thumbprint of the key.
    pub(crate) fn key(&self) -> &str {
        &self.0.key
    }

    /// Remembers the proof, so that it is not accepted again. To be called only after the token was found valid and
    /// bound to this key. Otherwise other clients could fill the memory of a grant.
    pub(crate) async fn spend(self, backend: &Backend, grant: GrantId) -> Result<(), PossessionError> {
        let now = backend.clock.now();
        let new = NewProof { grant, jti_hash: self.0.identifier(), now, expires_at: now + REMEMBERED };
        match backend.store.use_proof(new, MAX_IN_SIXTEENTH).await? {
            ProofUse::First => Ok(()),
            ProofUse::Repeated => Err(ProofError::Replayed.into()),
            ProofUse::TooMany => Err(RateLimited::for_time(Duration::from_secs(10)).into()),
        }
    }
}

impl PossessionError {
    /// The `error` code of RFC 9449 §5 and §7.1. `None` for an error that is not about the proof.
    pub(crate) fn code(&self) -> Option<&'static str> {
        match self {
            Self::Proof(_) => Some("invalid_dpop_proof"),
            Self::Nonce(_) => Some("use_dpop_nonce"),
            Self::RateLimited(_) | Self::Store(_) => None,
        }
    }

    /// Adds the nonce for the next proof to the response.
    pub(crate) fn add_nonce(&self, response: &mut Response) {
        if let Self::Nonce(nonce) = self
            && let Ok(nonce) = HeaderValue::from_str(nonce)
        {
            response.headers_mut().insert(DPOP_NONCE, nonce);
        }
    }
}
