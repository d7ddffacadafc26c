//! Proof Key for Code Exchange, RFC 7636, method `S256`.
//!
//! SHA-256 here needs no await, unlike `crypto.subtle`. So the authorization URL is ready inside the click, and the
//! popup opens there at once.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use crate::text::secret::Secret;

/// Returns the `code_verifier` of 32 random bytes: 43 characters (RFC 7636 section 4.1).
pub fn code_verifier(random: &[u8; 32]) -> Secret {
    Secret::from(base64url(random))
}

/// Returns the `code_challenge` of a verifier: `BASE64URL(SHA256(ASCII(code_verifier)))` (RFC 7636 section 4.2).
pub fn code_challenge(code_verifier: &Secret) -> String {
    digest(code_verifier.expose())
}

/// Returns the SHA-256 of `text` in base64url without padding.
pub fn digest(text: &str) -> String {
    base64url(&Sha256::digest(text))
}

/// Encodes base64url without padding (RFC 4648 section 5).
pub fn base64url(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_vector_of_the_rfc() {
        let vectors: serde_json::Value = serde_json::from_str(include_str!("../../tests/vectors/pkce.json")).unwrap();
        for vector in vectors["pkce"].as_array().unwrap() {
            let verifier = Secret::from(vector["code_verifier"].as_str().unwrap().to_owned());
            assert_eq!(code_challenge(&verifier), vector["code_challenge"].as_str().unwrap());
        }
    }

    proptest! {
        #[test]
        fn verifier_and_challenge_keep_to_the_alphabet(random in any::<[u8; 32]>()) {
            let verifier = code_verifier(&random);
            for text in [verifier.expose(), &code_challenge(&verifier)] {
                prop_assert_eq!(text.len(), 43);
                prop_assert!(text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'));
            }
        }
    }
}
