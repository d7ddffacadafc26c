//! A DPoP proof: a JWT that its client signs for one request (RFC 9449 §4.2 and §4.3).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde::Deserialize;
use serde::de::IgnoredAny;
use sha2::{Digest as _, Sha256};
use url::Url;

use crate::dpop::key::{Jwk, KeyError};

/// The longest proof in bytes. Usual ones have less than 1,000.
pub(crate) const MAX_LENGTH: usize = 4096;
/// The longest `jti` in bytes.
pub(crate) const MAX_JTI: usize = 256;
/// How many seconds `iat` may differ from the clock of the service.
pub(crate) const MAX_AGE: i64 = 60;

/// A proof with a valid signature. [`Proof::check`] compares it with its request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Proof {
    /// The thumbprint of the key that signed it.
    pub(crate) key: String,
    claims: ProofClaims,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct ProofClaims {
    jti: String,
    htm: String,
    htu: String,
    iat: i64,
    ath: Option<String>,
    nonce: Option<String>,
}

#[derive(Deserialize)]
struct Header {
    typ: String,
    alg: String,
    jwk: Jwk,
    /// RFC 7515 §4.1.11: extensions that the recipient must know. The service knows none.
    crit: Option<IgnoredAny>,
}

/// The request that a proof must be for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ProvenRequest<'a> {
    /// The method, for example `POST`.
    pub(crate) method: &'a str,
    /// The URL without query.
    pub(crate) url: &'a str,
    /// The access token in the Authorization header.
    pub(crate) access_token: Option<&'a str>,
}

/// Why a proof is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ProofError {
    #[error("this request needs a DPoP proof: send exactly one header `DPoP`")]
    Missing,
    #[error("the DPoP proof is longer than {MAX_LENGTH} bytes")]
    TooLong,
    #[error("the DPoP proof is not a JWT with a header and claims as in RFC 9449 §4.2")]
    Form,
    #[error("`typ` of the DPoP proof must be dpop+jwt")]
    Type,
    #[error("`alg` of the DPoP proof must be ES256")]
    Algorithm,
    #[error("{0}")]
    Key(#[from] KeyError),
    #[error("the signature of the DPoP proof does not match its key")]
    Signature,
    #[error("`jti` of the DPoP proof must have 1 to {MAX_JTI} bytes")]
    Identifier,
    #[error("`htm` of the DPoP proof is not the method of this request")]
    Method,
    #[error("`htu` of the DPoP proof is not the URL of this request")]
    Url,
    #[error(
        "`iat` of the DPoP proof differs by more than {MAX_AGE} s from the service's clock: compare it with the \
         header `Date`"
    )]
    Time,
    #[error("`ath` of the DPoP proof is not the SHA-256 of the access token")]
    AccessToken,
    #[error("the token is bound to another key than that of the DPoP proof")]
    AnotherKey,
    #[error("the DPoP proof was used before: create a new one for each request")]
    Replayed,
}

impl Proof {
    /// Parses a proof and verifies its signature.
    ///
    /// # Errors
    /// [`ProofError`] for the first reason found.
    pub(crate) fn parse(text: &str) -> Result<Self, ProofError> {
        if text.len() > MAX_LENGTH {
            return Err(ProofError::TooLong);
        }
        let (signed, signature) = text.rsplit_once('.').ok_or(ProofError::Form)?;
        let (header, claims) = signed.split_once('.').ok_or(ProofError::Form)?;
        let header: Header = decode(header)?;
        if header.typ != "dpop+jwt" {
            return Err(ProofError::Type);
        }
        if header.alg != "ES256" {
            return Err(ProofError::Algorithm);
        }
        if header.crit.is_some() {
            return Err(ProofError::Form);
        }
        let point = header.jwk.point()?;
        let claims: ProofClaims = decode(claims)?;
        if !(1..=MAX_JTI).contains(&claims.jti.len()) {
            return Err(ProofError::Identifier);
        }
        let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| ProofError::Form)?;
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point)
            .verify(signed.as_bytes(), &signature)
            .map_err(|_| ProofError::Signature)?;
        Ok(Self { key: header.jwk.thumbprint(), claims })
    }

    /// Checks that the proof is for this request, and from this minute. `now` is in Unix seconds.
    ///
    /// # Errors
    /// [`ProofError`] for the first difference.
    pub(crate) fn check(&self, request: &ProvenRequest<'_>, now: i64) -> Result<(), ProofError> {
        if self.claims.htm != request.method {
            return Err(ProofError::Method);
        }
        // Nearly always the same text. Otherwise it may be written differently, or have a query.
        if self.claims.htu != request.url {
            let mut htu = Url::parse(&self.claims.htu).map_err(|_| ProofError::Url)?;
            htu.set_query(None);
            htu.set_fragment(None);
            if Url::parse(request.url) != Ok(htu) {
                return Err(ProofError::Url);
            }
        }
        if self.claims.iat.abs_diff(now) > MAX_AGE.unsigned_abs() {
            return Err(ProofError::Time);
        }
        if let Some(token) = request.access_token
            && self.claims.ath.as_deref() != Some(URL_SAFE_NO_PAD.encode(Sha256::digest(token)).as_str())
        {
            return Err(ProofError::AccessToken);
        }
        Ok(())
    }

    /// The nonce, if there is one.
    pub(crate) fn nonce(&self) -> Option<&str> {
        self.claims.nonce.as_deref()
    }

    /// The SHA-256 of `jti`.
    pub(crate) fn identifier(&self) -> [u8; 32] {
        Sha256::digest(&self.claims.jti).into()
    }
}

fn decode<T: for<'a> Deserialize<'a>>(part: &str) -> Result<T, ProofError> {
    let json = URL_SAFE_NO_PAD.decode(part).map_err(|_| ProofError::Form)?;
    serde_json::from_slice(&json).map_err(|_| ProofError::Form)
}

#[cfg(test)]
mod tests;
