//! The public key of a proof (RFC 7517) and its thumbprint (RFC 7638).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde::de::IgnoredAny;
use sha2::{Digest as _, Sha256};

/// The length of a coordinate in bytes.
const COORDINATE: usize = 32;

/// A public key on the curve P-256, in the form of a JWK. Other members are ignored.
#[derive(Deserialize)]
pub(super) struct Jwk {
    kty: String,
    crv: String,
    x: String,
    y: String,
    /// The private key.
    d: Option<IgnoredAny>,
}

/// Why a key is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum KeyError {
    #[error("the proof contains a private key: create a new key pair, and send `kty`, `crv`, `x` and `y` only")]
    Private,
    #[error("the key of the proof must be a public key on the curve P-256")]
    Kind,
}

impl Jwk {
    /// Returns the point in its uncompressed form: 4, then both coordinates. Whether it is on the curve is checked
    /// together with the signature.
    pub(super) fn point(&self) -> Result<Vec<u8>, KeyError> {
        if self.d.is_some() {
            return Err(KeyError::Private);
        }
        if self.kty != "EC" || self.crv != "P-256" {
            return Err(KeyError::Kind);
        }
        let mut point = vec![4];
        for coordinate in [&self.x, &self.y] {
            let bytes = URL_SAFE_NO_PAD.decode(coordinate).map_err(|_| KeyError::Kind)?;
            if bytes.len() != COORDINATE {
                return Err(KeyError::Kind);
            }
            point.extend(bytes);
        }
        Ok(point)
    }

    /// Returns the thumbprint: the base64url of a SHA-256. The coordinates are canonical base64url, or
    /// [`Jwk::point`] fails.
    pub(super) fn thumbprint(&self) -> String {
        let canonical = format!(r#"{{"crv":"P-256","kty":"EC","x":"{}","y":"{}"}}"#, self.x, self.y);
        URL_SAFE_NO_PAD.encode(Sha256::digest(canonical))
    }
}

/// Returns whether `text` is formatted like a thumbprint.
pub(crate) fn is_thumbprint(text: &str) -> bool {
    text.len() == 43 && URL_SAFE_NO_PAD.decode(text).is_ok()
}
