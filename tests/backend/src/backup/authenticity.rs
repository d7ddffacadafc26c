//! Whether a backup is the operator's own. What a restore writes is executed or trusted later, so a backup from a place
//! that others can write to is not believed: its manifest, which has the hash of each file, must have a MAC under a key
//! that is not in the backup, or a hash that the operator noted.

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

/// The shortest key in bytes.
const MIN_KEY: usize = 32;

/// The operator's key for backups.
#[derive(Clone)]
pub(crate) struct BackupKey(Hmac<Sha256>);

/// The text is too short for a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a backup key has at least 32 characters, such as the output of `openssl rand -hex 32`")]
pub(crate) struct KeyTooShort;

/// By what a restore recognises a manifest.
pub(crate) enum Authenticity {
    /// The MAC beside the manifest.
    Key(BackupKey),
    /// Its SHA-256 in hexadecimal digits.
    Hash(String),
}

impl BackupKey {
    /// Returns the key of this text.
    ///
    /// # Errors
    /// [`KeyTooShort`].
    pub(crate) fn new(text: &Zeroizing<String>) -> Result<Self, KeyTooShort> {
        if text.len() < MIN_KEY {
            return Err(KeyTooShort);
        }
        Hmac::new_from_slice(text.as_bytes()).map(Self).map_err(|_| KeyTooShort)
    }

    /// Returns the MAC of a manifest in hexadecimal digits. It is valid for the backup with this ID only, so an old
    /// backup does not pass for a new one.
    pub(super) fn mac(&self, id: &str, manifest: &[u8]) -> String {
        HEXLOWER.encode(&self.of(id, manifest).finalize().into_bytes())
    }

    fn of(&self, id: &str, manifest: &[u8]) -> Hmac<Sha256> {
        self.0.clone().chain_update(b"stagepass backup\0").chain_update(id).chain_update(b"\0").chain_update(manifest)
    }
}

impl Authenticity {
    /// Returns whether the manifest of the backup with this ID is the operator's own. `mac` is the text beside it, if
    /// there is one.
    pub(super) fn accepts(&self, id: &str, manifest: &[u8], mac: Option<&str>) -> bool {
        let decoded = |text: &str| HEXLOWER_PERMISSIVE.decode(text.trim().as_bytes()).ok();
        match self {
            Self::Key(key) => mac.and_then(decoded).is_some_and(|mac| key.of(id, manifest).verify_slice(&mac).is_ok()),
            Self::Hash(expected) => decoded(expected).is_some_and(|expected| expected == hash(manifest)),
        }
    }
}

/// Returns the SHA-256 of a manifest.
pub(super) fn hash(manifest: &[u8]) -> [u8; 32] {
    Sha256::digest(manifest).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> BackupKey {
        BackupKey::new(&Zeroizing::new(text.repeat(32))).unwrap()
    }

    #[test]
    fn mac_is_of_one_key_backup_and_manifest() {
        let mac = key("a").mac("20270115T080000Z", b"{}");
        let accepts = |key: BackupKey, id, manifest: &[u8], mac| Authenticity::Key(key).accepts(id, manifest, mac);
        let line = format!("{mac}\n");
        assert!(accepts(key("a"), "20270115T080000Z", b"{}", Some(&line)));
        assert!(!accepts(key("b"), "20270115T080000Z", b"{}", Some(&mac)));
        assert!(!accepts(key("a"), "20270116T080000Z", b"{}", Some(&mac)));
        assert!(!accepts(key("a"), "20270115T080000Z", b"{ }", Some(&mac)));
        for other in [None, Some(""), Some("00"), Some("é"), Some(&mac[2..])] {
            assert!(!accepts(key("a"), "20270115T080000Z", b"{}", other), "{other:?}");
        }
        assert!(BackupKey::new(&Zeroizing::new("a".repeat(31))).is_err());
    }

    #[test]
    fn hash_is_of_one_manifest() {
        let expected = HEXLOWER.encode(&hash(b"{}"));
        assert!(Authenticity::Hash(expected.to_uppercase()).accepts("id", b"{}", None));
        for other in ["", "00", &expected[2..]] {
            assert!(!Authenticity::Hash(other.to_owned()).accepts("id", b"{}", None), "{other}");
        }
        assert!(!Authenticity::Hash(expected).accepts("id", b"{ }", None));
    }
}
