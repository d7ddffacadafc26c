//! Proof Key for Code Exchange, RFC 7636, method `S256`.
//!
//! SHA-256 here needs no await, unlike `crypto.subtle`. So the authorization URL is ready inside the click, and the
//! popup opens there at once.

use crate::text::secret::Secret;
#[cfg(not(feature = "rust"))]
use crate::text::sha256::sha256;

/// Returns the `code_verifier` of 32 random bytes: 43 characters (RFC 7636 section 4.1).
pub fn code_verifier(random: &[u8; 32]) -> Secret {
    Secret::from(base64url(random))
}

/// Returns the `code_challenge` of a verifier: `BASE64URL(SHA256(ASCII(code_verifier)))` (RFC 7636 section 4.2).
pub fn code_challenge(code_verifier: &Secret) -> String {
    digest(code_verifier.expose())
}

/// Returns the SHA-256 of `text` in base64url without padding.
pub(crate) fn digest(text: &str) -> String {
    base64url(&sha256(text.as_bytes()))
}

#[cfg(feature = "rust")]
fn sha256(message: &[u8]) -> [u8; 32] {
    use sha2::Digest as _;
    sha2::Sha256::digest(message).into()
}

/// The alphabet of base64url (RFC 4648 section 5).
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Encodes base64url without padding. Our own code saves 0.5 KB: the encoder of the crate `base64` is unrolled, and
/// includes decoding tables.
pub(crate) fn base64url(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut bits = 0_u32;
    for (index, byte) in bytes.iter().enumerate() {
        bits = bits << 8 | u32::from(*byte);
        // The first byte of three leaves two bits for the next digit, the second four, the third six, which is one more
        // digit.
        let waiting = index % 3 * 2 + 2;
        push_digit(&mut text, bits >> waiting);
        if waiting == 6 {
            push_digit(&mut text, bits);
        } else if index + 1 == bytes.len() {
            push_digit(&mut text, bits << (6 - waiting));
        }
    }
    text
}

fn push_digit(text: &mut String, bits: u32) {
    text.extend(ALPHABET.get(bits as usize & 63).copied().map(char::from));
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_vector_of_the_rfc() {
        let vectors: serde_json::Value = serde_json::from_str(include_str!("../tests/vectors/pkce.json")).unwrap();
        for vector in vectors["pkce"].as_array().unwrap() {
            let verifier = Secret::from(vector["code_verifier"].as_str().unwrap().to_owned());
            assert_eq!(code_challenge(&verifier), vector["code_challenge"].as_str().unwrap());
        }
    }

    proptest! {
        #[test]
        fn base64url_is_that_of_the_crate(bytes in any::<Vec<u8>>()) {
            prop_assert_eq!(base64url(&bytes), URL_SAFE_NO_PAD.encode(&bytes));
        }

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
