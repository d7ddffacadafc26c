//! Keys that sign in this process, by ring.

use std::collections::BTreeMap;
use std::future::ready;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::{fmt, io};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use stagepass_core::pkce;

use super::file_storage::FileStorage;
use crate::sdk::{DpopKey, DpopKeys, KeyFuture, P256PublicKey, Storage};

/// The names of the keys in a store begin with this.
const PREFIX: &str = "stagepass/key/";

/// Keys of bound sessions that this process can read, and signs with. For
/// [`ConfigBuilder::dpop_keys`](crate::ConfigBuilder::dpop_keys).
///
/// A thief who copies both the session and the key can use the session. Therefore store the keys where a copy of the
/// session's store does not contain them, such as in the system's keyring.
#[derive(Clone)]
pub struct SoftwareKeys(Place);

#[derive(Clone)]
enum Place {
    Memory,
    Store(Arc<dyn Storage>),
}

/// The keys in memory. All clients of the process share them, like sessions in memory.
static MEMORY: Mutex<BTreeMap<String, Arc<SoftwareKey>>> = Mutex::new(BTreeMap::new());

fn in_memory<T>(work: impl FnOnce(&mut BTreeMap<String, Arc<SoftwareKey>>) -> T) -> T {
    work(&mut MEMORY.lock().unwrap_or_else(PoisonError::into_inner))
}

struct SoftwareKey(EcdsaKeyPair);

impl SoftwareKeys {
    /// Returns keys that end with the process.
    pub fn in_memory() -> Self {
        Self(Place::Memory)
    }

    /// Returns keys in files in this folder, which is created with mode 0700. The files have mode 0600, and are not
    /// encrypted.
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Self::in_store(FileStorage::new(folder.into()))
    }

    /// Returns keys in a store of the app's own, such as the system's keyring.
    pub fn in_store(store: impl Storage + 'static) -> Self {
        Self(Place::Store(Arc::new(store)))
    }

    fn create_now(&self, name: &str) -> io::Result<Arc<SoftwareKey>> {
        let random = SystemRandom::new();
        let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random);
        let document = document.map_err(|_| io::Error::other("there are no random bytes"))?;
        let key = SoftwareKey::read(document.as_ref()).ok_or(io::ErrorKind::InvalidData)?;
        match &self.0 {
            Place::Memory => in_memory(|keys| keys.insert(name.to_owned(), Arc::clone(&key))).map_or((), drop),
            Place::Store(store) => store.set(&stored_name(name), &pkce::base64url(document.as_ref()))?,
        }
        Ok(key)
    }

    fn find_now(&self, name: &str) -> io::Result<Option<Arc<SoftwareKey>>> {
        match &self.0 {
            Place::Memory => Ok(in_memory(|keys| keys.get(name).cloned())),
            Place::Store(store) => {
                let text = store.get(&stored_name(name))?;
                // A damaged key is lost.
                Ok(text.and_then(|text| SoftwareKey::read(&URL_SAFE_NO_PAD.decode(text).ok()?)))
            }
        }
    }

    fn remove_now(&self, name: &str) -> io::Result<()> {
        match &self.0 {
            Place::Memory => {
                in_memory(|keys| keys.remove(name));
                Ok(())
            }
            Place::Store(store) => store.remove(&stored_name(name)),
        }
    }
}

fn stored_name(name: &str) -> String {
    [PREFIX, name].concat()
}

impl SoftwareKey {
    /// Reads a key in PKCS #8 (RFC 5958).
    fn read(document: &[u8]) -> Option<Arc<Self>> {
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document, &SystemRandom::new());
        Some(Arc::new(Self(pair.ok()?)))
    }
}

impl DpopKeys for SoftwareKeys {
    fn create<'a>(&'a self, name: &'a str) -> KeyFuture<'a, Arc<dyn DpopKey>> {
        Box::pin(ready(self.create_now(name).map(|key| key as _)))
    }

    fn find<'a>(&'a self, name: &'a str) -> KeyFuture<'a, Option<Arc<dyn DpopKey>>> {
        Box::pin(ready(self.find_now(name).map(|key| key.map(|key| key as _))))
    }

    fn remove<'a>(&'a self, name: &'a str) -> KeyFuture<'a, ()> {
        Box::pin(ready(self.remove_now(name)))
    }
}

impl DpopKey for SoftwareKey {
    fn public_key(&self) -> P256PublicKey {
        // An uncompressed point: 4, then x and y (SEC 1 section 2.3.3).
        let mut key = P256PublicKey { x: [0; 32], y: [0; 32] };
        let mut point = self.0.public_key().as_ref().iter().skip(1);
        for (octet, read) in key.x.iter_mut().chain(&mut key.y).zip(&mut point) {
            *octet = *read;
        }
        key
    }

    fn sign<'a>(&'a self, message: &'a [u8]) -> KeyFuture<'a, [u8; 64]> {
        let signature = self.0.sign(&SystemRandom::new(), message);
        let signature = signature.map_err(|_| io::Error::other("there are no random bytes"));
        Box::pin(ready(signature.and_then(|signature| signature.as_ref().try_into().map_err(io::Error::other))))
    }
}

impl fmt::Debug for SoftwareKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SoftwareKeys").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;

    fn verify(key: &P256PublicKey, message: &[u8], signature: &[u8; 64]) {
        let point = [&[4], &key.x[..], &key.y].concat();
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point).verify(message, signature).unwrap();
    }

    #[tokio::test]
    async fn key_is_found_after_reopening_until_removed() {
        let folder = tempfile::tempdir().unwrap();
        let open = || [SoftwareKeys::in_memory(), SoftwareKeys::in_folder(folder.path())];
        for (keys, later) in open().into_iter().zip(open()) {
            assert!(keys.find("sp1.p.x").await.unwrap().is_none());
            let created = keys.create("sp1.p.x").await.unwrap();
            let found = later.find("sp1.p.x").await.unwrap().unwrap();
            assert_eq!(created.public_key(), found.public_key());
            verify(&found.public_key(), b"message", &found.sign(b"message").await.unwrap());
            let other = keys.create("sp1.p.y").await.unwrap();
            assert_ne!(other.public_key(), found.public_key());
            later.remove("sp1.p.x").await.unwrap();
            later.remove("sp1.p.x").await.unwrap();
            assert!(keys.find("sp1.p.x").await.unwrap().is_none() && keys.find("sp1.p.y").await.unwrap().is_some());
            verify(&created.public_key(), b"", &created.sign(b"").await.unwrap());
            keys.remove("sp1.p.y").await.unwrap();
        }
    }

    /// JWS has both, and no form of ECDSA where only one of them is valid (RFC 7518 section 3.4).
    #[tokio::test]
    async fn signatures_with_low_or_high_s_are_valid() {
        let key = SoftwareKey::read(
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new()).unwrap().as_ref(),
        );
        let (key, mut halves) = (key.unwrap(), BTreeSet::new());
        for number in 0..100_u32 {
            let signature = key.sign(&number.to_be_bytes()).await.unwrap();
            verify(&key.public_key(), &number.to_be_bytes(), &signature);
            halves.insert(signature[32] >= 0x80);
        }
        assert_eq!(halves.len(), 2);
    }

    #[tokio::test]
    async fn damaged_key_is_not_found_unusable_store_fails() {
        let folder = tempfile::tempdir().unwrap();
        let (keys, store) = (SoftwareKeys::in_folder(folder.path()), FileStorage::new(folder.path().to_owned()));
        keys.create("a").await.unwrap();
        let text = store.get(&stored_name("a")).unwrap().unwrap();
        for damage in ["", "%", &text[1..], &text[..text.len() - 4]] {
            store.set(&stored_name("a"), damage).unwrap();
            assert!(keys.find("a").await.unwrap().is_none(), "{damage}");
        }
        let file = tempfile::NamedTempFile::new().unwrap();
        let keys = SoftwareKeys::in_folder(file.path());
        assert!(keys.create("a").await.is_err() && keys.find("a").await.is_err());
    }

    #[tokio::test]
    async fn debug_shows_no_key() {
        assert_eq!(format!("{:?}", SoftwareKeys::in_memory()), "SoftwareKeys { .. }");
    }
}
