//! DPoP proofs (RFC 9449): a request with a token that is bound to a key needs one.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use sha2::{Digest as _, Sha256};

/// Signs a proof for each request, with one key for all grants. Signing takes the client about as long as it takes the
/// server to verify.
pub(crate) struct ProofSigner {
    key: EcdsaKeyPair,
    random: SystemRandom,
    /// The first part of each proof.
    header: String,
    thumbprint: String,
}

/// Without its key.
impl std::fmt::Debug for ProofSigner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProofSigner").field("thumbprint", &self.thumbprint).finish_non_exhaustive()
    }
}

impl ProofSigner {
    /// Creates a key pair in `file` (PKCS #8), for a program that reads it there.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn create(file: &Path) -> Result<Self, String> {
        let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        let document = document.map_err(|_| "no key pair could be created")?;
        fs::write(file, document.as_ref()).map_err(|error| error.to_string())?;
        Self::read(file)
    }

    /// Reads the key pair that [`ProofSigner::create`] wrote.
    ///
    /// # Errors
    /// If there is none in the file.
    pub(crate) fn read(file: &Path) -> Result<Self, String> {
        let (document, random) = (fs::read(file).map_err(|error| error.to_string())?, SystemRandom::new());
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &document, &random);
        let key = key.map_err(|error| error.to_string())?;
        let point = key.public_key().as_ref().get(1..).and_then(|point| point.split_at_checked(32));
        let (x, y) = point.ok_or("a point has two coordinates")?;
        // In the order of RFC 7638 §3.
        let (x, y) = (URL_SAFE_NO_PAD.encode(x), URL_SAFE_NO_PAD.encode(y));
        let jwk = format!(r#"{{"crv":"P-256","kty":"EC","x":"{x}","y":"{y}"}}"#);
        let header = URL_SAFE_NO_PAD.encode(format!(r#"{{"typ":"dpop+jwt","alg":"ES256","jwk":{jwk}}}"#));
        Ok(Self { key, random, header, thumbprint: URL_SAFE_NO_PAD.encode(Sha256::digest(jwk)) })
    }

    /// The thumbprint of the public key (RFC 7638).
    pub(crate) fn thumbprint(&self) -> &str {
        &self.thumbprint
    }

    /// Signs a proof of a request now. With an access token, it has the token's hash.
    ///
    /// # Errors
    /// If there are no random bytes.
    pub(crate) fn proof(&self, method: &str, url: &str, access_token: Option<&str>) -> Result<String, String> {
        let jti: [u8; 12] = ring::rand::generate(&self.random).map_err(|_| "no random bytes")?.expose();
        let jti = URL_SAFE_NO_PAD.encode(jti);
        #[expect(clippy::disallowed_methods, reason = "the server compares it with the machine's clock")]
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        let ath = access_token.map(|token| format!(r#","ath":"{}""#, URL_SAFE_NO_PAD.encode(Sha256::digest(token))));
        let ath = ath.unwrap_or_default();
        let claims = format!(r#"{{"jti":"{jti}","htm":"{method}","htu":"{url}","iat":{now}{ath}}}"#);
        let signed = format!("{}.{}", self.header, URL_SAFE_NO_PAD.encode(claims));
        let signature = self.key.sign(&self.random, signed.as_bytes()).map_err(|_| "no signature")?;
        Ok(format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature.as_ref())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_is_read_as_it_was_created() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("key");
        let (created, read) = (ProofSigner::create(&file).unwrap(), ProofSigner::read(&file).unwrap());
        assert_eq!((created.thumbprint(), created.thumbprint().len()), (read.thumbprint(), 43));
        let proof = |signer: &ProofSigner| signer.proof("GET", "https://a.example/me", Some("token")).unwrap();
        let (one, other) = (proof(&created), proof(&read));
        assert_ne!(one, other);
        assert_eq!(one.split('.').next(), other.split('.').next());
    }
}
