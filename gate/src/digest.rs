//! The digest that is signed.

use std::fmt;

use data_encoding::HEXLOWER;
use sha3::{Digest as _, Keccak256};

/// The 32 bytes that are signed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Returns the digest of a document in canonical form: its Keccak-256, as the message of a "personal" signature
    /// (EIP-191, version `0x45`). Because of the prefix, the signature cannot be one of a transaction.
    pub fn of_canonical(document: &str) -> Self {
        let hash = Keccak256::digest(document);
        let message = Keccak256::new().chain_update(b"\x19Ethereum Signed Message:\n32").chain_update(hash);
        Self(message.finalize().into())
    }

    /// The 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// `0x` and 64 digits.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{}", HEXLOWER.encode_display(&self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
