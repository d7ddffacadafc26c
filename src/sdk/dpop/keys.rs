//! The keys of bound sessions, as an app can store them.

use std::io;
use std::pin::Pin;
use std::sync::Arc;

/// The future of [`DpopKeys`] and [`DpopKey`].
pub type KeyFuture<'a, T> = Pin<Box<dyn Future<Output = io::Result<T>> + Send + 'a>>;

/// The longest name of a key, in bytes.
const LONGEST_NAME: usize = 200;

/// Creates and stores the keys of bound sessions, for [`ConfigBuilder::dpop_keys`](crate::ConfigBuilder::dpop_keys).
/// Each session has its own.
///
/// [`SoftwareKeys`](crate::SoftwareKeys) implements it. Implement it yourself for keys in hardware, such as a TPM or
/// the Secure Enclave. A name consists of at most 200 letters, digits, `.`, `-` and `_`. A future must end within
/// seconds, because it is part of a request, which has a timeout.
pub trait DpopKeys: Send + Sync {
    /// Creates a key for ES256 (RFC 7518 section 3.4), and stores it under `name`.
    ///
    /// # Errors
    /// The error of the store. The login then fails with
    /// [`Code::StorageUnavailable`](crate::Code::StorageUnavailable), or its session is not bound:
    /// [`Dpop::Auto`](crate::Dpop::Auto).
    fn create<'a>(&'a self, name: &'a str) -> KeyFuture<'a, Arc<dyn DpopKey>>;

    /// Returns the key of this name. `None` if it is lost: its session then ends.
    ///
    /// # Errors
    /// The error of the store if the key cannot be read now. The session stays.
    fn find<'a>(&'a self, name: &'a str) -> KeyFuture<'a, Option<Arc<dyn DpopKey>>>;

    /// Deletes the key of this name, if there is one. A [`DpopKey`] that was returned before may still be used once:
    /// to prove the revocation of its session.
    ///
    /// # Errors
    /// The error of the store. It is ignored.
    fn remove<'a>(&'a self, name: &'a str) -> KeyFuture<'a, ()>;
}

/// A key of one session. Its private part may be in hardware.
pub trait DpopKey: Send + Sync {
    /// Returns the public part.
    fn public_key(&self) -> P256PublicKey;

    /// Signs `message` with ES256: hashes it with SHA-256, and returns r and s of 32 bytes each. Not DER.
    ///
    /// # Errors
    /// The error of the key. The call then fails with
    /// [`Code::StorageUnavailable`](crate::Code::StorageUnavailable).
    fn sign<'a>(&'a self, message: &'a [u8]) -> KeyFuture<'a, [u8; 64]>;
}

/// The public part of a key on the curve P-256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct P256PublicKey {
    /// The x coordinate, big-endian.
    pub x: [u8; 32],
    /// The y coordinate, big-endian.
    pub y: [u8; 32],
}

/// Returns whether a key can have this name. It comes from a stored record, which could have been changed, and a key
/// may be a file of this name.
pub(super) fn is_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    name.len() <= LONGEST_NAME
        && name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && name.bytes().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_name_accepts_login_state_and_rejects_path() {
        assert!(is_name("sp1.p.Zm9vYmFyYmF6-_") && is_name(&"a".repeat(200)));
        for name in ["", ".", "..", "../x", "a/b", "a\\b", "a\nb", "a b", "é", &"a".repeat(201)] {
            assert!(!is_name(name), "{name:?}");
        }
    }
}
