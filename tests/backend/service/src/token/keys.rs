//! The keys that sign tokens and forms. They are not in the database, so reading the database is not enough to forge a
//! token.

use data_encoding::HEXLOWER_PERMISSIVE;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

/// The length of a key in bytes.
pub const KEY_LENGTH: usize = 32;
/// The length of a tag in bytes.
pub const TAG_LENGTH: usize = 32;

/// The keys of a service. The first one signs, and all of them verify. Keys can therefore be rotated without ending
/// sessions.
#[derive(Clone)]
pub struct KeyRing {
    signing: Key,
    retired: Vec<Key>,
}

#[derive(Clone)]
struct Key {
    id: u32,
    mac: Hmac<Sha256>,
}

/// Why a set of keys is invalid.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum KeyError {
    /// No key at all.
    #[error("no token key was given")]
    None,
    /// Not 64 hexadecimal digits.
    #[error("a token key is 64 hexadecimal digits (32 bytes)")]
    NotHexadecimal,
    /// Two keys have the same ID, probably because one key was given twice.
    #[error("the same token key was given twice")]
    Doubled,
}

/// What a signature is for. A tag for one purpose is not valid for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// An authorization code.
    Code,
    /// An access token.
    Access,
    /// A refresh token.
    Refresh,
    /// A form's CSRF token.
    Form,
    /// A ticket of the scope `read`, which proves to one audience who a user is.
    Ticket,
    /// A ticket of the scope `write`, with which a user changes what they have at one audience.
    WriteTicket,
    /// A browser in which a user has signed in before.
    Device,
    /// The key of a counter of attempts.
    Tries,
    /// A nonce for DPoP proofs.
    Nonce,
    /// A link with which a user sets a new password.
    ResetLink,
}

impl Purpose {
    fn label(self) -> &'static [u8] {
        match self {
            Self::Code => b"code\0",
            Self::Access => b"access\0",
            Self::Refresh => b"refresh\0",
            Self::Form => b"form\0",
            Self::Ticket => b"ticket\0",
            Self::WriteTicket => b"write ticket\0",
            Self::Device => b"device\0",
            Self::Tries => b"tries\0",
            Self::Nonce => b"nonce\0",
            Self::ResetLink => b"reset link\0",
        }
    }
}

impl KeyRing {
    /// Parses keys of 64 hexadecimal digits each, separated by commas or white space. The first one signs.
    ///
    /// # Errors
    /// [`KeyError`] if there is no key, or one is malformed or repeated.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let mut keys = Vec::new();
        for written in text.split(|c: char| c == ',' || c.is_whitespace()).filter(|part| !part.is_empty()) {
            if HEXLOWER_PERMISSIVE.decode_len(written.len()) != Ok(KEY_LENGTH) {
                return Err(KeyError::NotHexadecimal);
            }
            let mut bytes = Zeroizing::new([0; KEY_LENGTH]);
            let decoded = HEXLOWER_PERMISSIVE.decode_mut(written.as_bytes(), bytes.as_mut_slice());
            decoded.map_err(|_| KeyError::NotHexadecimal)?;
            let key = Key::new(&bytes);
            if keys.iter().any(|other: &Key| other.id == key.id) {
                return Err(KeyError::Doubled);
            }
            keys.push(key);
        }
        let mut keys = keys.into_iter();
        Ok(Self { signing: keys.next().ok_or(KeyError::None)?, retired: keys.collect() })
    }

    /// Returns a key ring with a single key.
    pub fn single(bytes: &[u8; KEY_LENGTH]) -> Self {
        Self { signing: Key::new(bytes), retired: Vec::new() }
    }

    /// The ID of the signing key.
    pub fn signing_id(&self) -> u32 {
        self.signing.id
    }

    /// Returns the tag of `message` under the key `key_id`, if the key ring has that key.
    pub(crate) fn tag(&self, key_id: u32, purpose: Purpose, message: &[u8]) -> Option<[u8; TAG_LENGTH]> {
        Some(self.find(key_id)?.over(purpose, message).finalize().into_bytes().into())
    }

    /// Returns whether `tag` is that of `message` under the key `key_id`. Compares in constant time.
    pub(crate) fn verify(&self, key_id: u32, purpose: Purpose, message: &[u8], tag: &[u8]) -> bool {
        self.find(key_id).is_some_and(|key| key.over(purpose, message).verify_slice(tag).is_ok())
    }

    fn find(&self, id: u32) -> Option<&Key> {
        std::iter::once(&self.signing).chain(&self.retired).find(|key| key.id == id)
    }
}

impl std::fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeyRing").field("signing_id", &self.signing.id).finish_non_exhaustive()
    }
}

impl Key {
    fn new(bytes: &[u8; KEY_LENGTH]) -> Self {
        // The ID is derived from the key, so that replicas agree and operators need not name keys. 32 bits of a hash do
        // not reveal the key.
        let [a, b, c, d, ..] = <[u8; 32]>::from(Sha256::new().chain_update(b"key id\0").chain_update(bytes).finalize());
        #[expect(clippy::expect_used, reason = "HMAC takes a key of any length")]
        let mac = Hmac::new_from_slice(bytes).expect("any length");
        Self { id: u32::from_be_bytes([a, b, c, d]), mac }
    }

    fn over(&self, purpose: Purpose, message: &[u8]) -> Hmac<Sha256> {
        self.mac.clone().chain_update(purpose.label()).chain_update(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "1111111111111111111111111111111111111111111111111111111111111111";
    const NEW: &str = "2222222222222222222222222222222222222222222222222222222222222222";

    #[test]
    fn retired_key_verifies_but_no_longer_signs() {
        let before = KeyRing::parse(OLD).unwrap();
        let tag = before.tag(before.signing_id(), Purpose::Access, b"m").unwrap();
        let after = KeyRing::parse(&format!("{NEW},{OLD}\n")).unwrap();
        assert_ne!(after.signing_id(), before.signing_id());
        assert!(after.verify(before.signing_id(), Purpose::Access, b"m", &tag));
        assert!(!KeyRing::parse(NEW).unwrap().verify(before.signing_id(), Purpose::Access, b"m", &tag));
    }

    #[test]
    fn rings_that_are_refused() {
        assert_eq!(KeyRing::parse(" ,").unwrap_err(), KeyError::None);
        for text in
            ["abc".to_owned(), "+1".repeat(32), "é0".repeat(16) + &"0".repeat(16), OLD.replace('1', "z"), OLD.repeat(2)]
        {
            assert_eq!(KeyRing::parse(&text).unwrap_err(), KeyError::NotHexadecimal, "{text}");
        }
        assert_eq!(KeyRing::parse(&format!("{OLD} {OLD}")).unwrap_err(), KeyError::Doubled);
    }

    #[test]
    fn debug_shows_no_key() {
        let keys = KeyRing::parse(OLD).unwrap();
        assert!(!format!("{keys:?}").contains("1111"));
    }
}
