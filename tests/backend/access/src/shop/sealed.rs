//! Secrets that must be stored in the clear, because others sign with them. They are encrypted with a key that is not
//! in the database.
//!
//! Nonce ‖ ciphertext ‖ tag, by ChaCha20-Poly1305 (RFC 8439). The purpose, owner and ID of a secret are authenticated
//! with it. So write access to the database is not enough to replace one secret by another. The nonces are random: with
//! fewer than 2^32 secrets under one key, a collision is negligible (NIST SP 800-38D §8.3, for nonces of the same 96
//! bits).

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use zeroize::Zeroizing;

use stagepass_kit::entropy::{Entropy, EntropyError, random};

/// Encrypts and decrypts secrets. `Debug` of the library's type only shows the algorithm.
#[derive(Debug)]
pub(super) struct SealingKey(LessSafeKey);

/// The row to which a secret belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place<'a> {
    pub(super) kind: Kind,
    pub(super) owner: i64,
    pub(super) id: &'a str,
}

/// The purpose of a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Webhook,
    SiteKey,
}

/// Why a secret could not be encrypted or decrypted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SealError {
    /// It was encrypted for another row or with another key, or was changed.
    #[error("a sealed secret does not open: it was changed, or sealed while this server had another private key")]
    DoesNotOpen,
    /// The library refuses the length. No secret is that long.
    #[error("a secret could not be sealed")]
    NotSealed,
    /// There are no random bytes for a nonce.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
}

impl SealingKey {
    /// Returns the key with these bytes.
    pub(super) fn new(bytes: &[u8; 32]) -> Self {
        #[expect(clippy::expect_used, reason = "the algorithm's keys are of 32 bytes")]
        let key = UnboundKey::new(&CHACHA20_POLY1305, bytes).expect("a key of the right length");
        Self(LessSafeKey::new(key))
    }

    /// Encrypts `secret` for `place`.
    ///
    /// # Errors
    /// [`SealError`] if there are no random bytes.
    pub(super) fn seal(&self, place: Place<'_>, secret: &[u8], entropy: &dyn Entropy) -> Result<Vec<u8>, SealError> {
        let nonce: [u8; NONCE_LEN] = random(entropy)?;
        let mut text = Zeroizing::new(secret.to_vec());
        let sealed = self.0.seal_in_place_separate_tag(Nonce::assume_unique_for_key(nonce), place.aad(), &mut text);
        let tag = sealed.map_err(|_| SealError::NotSealed)?;
        Ok([&nonce, &text[..], tag.as_ref()].concat())
    }

    /// Decrypts a secret of `place`.
    ///
    /// # Errors
    /// [`SealError::DoesNotOpen`].
    pub(super) fn open(&self, place: Place<'_>, sealed: &[u8]) -> Result<Zeroizing<Vec<u8>>, SealError> {
        let (nonce, rest) = sealed.split_first_chunk::<NONCE_LEN>().ok_or(SealError::DoesNotOpen)?;
        let mut text = Zeroizing::new(rest.to_vec());
        let opened = self.0.open_in_place(Nonce::assume_unique_for_key(*nonce), place.aad(), &mut text);
        let length = opened.map_err(|_| SealError::DoesNotOpen)?.len();
        text.truncate(length);
        Ok(text)
    }
}

impl Place<'_> {
    /// Unique for each row: the kind ends with a zero byte, the owner has eight bytes, and the rest is the ID.
    fn aad(&self) -> Aad<Vec<u8>> {
        let kind: &[u8] = match self.kind {
            Kind::Webhook => b"webhook\0",
            Kind::SiteKey => b"site key\0",
        };
        Aad::from([kind, &self.owner.to_be_bytes(), self.id.as_bytes()].concat())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use stagepass_kit::entropy::{SeededEntropy, SystemEntropy};

    const PLACE: Place<'_> = Place { kind: Kind::SiteKey, owner: 7, id: "radio" };

    fn key(byte: u8) -> SealingKey {
        SealingKey::new(&[byte; 32])
    }

    fn is_opened(key: &SealingKey, place: Place<'_>, sealed: &[u8]) -> bool {
        key.open(place, sealed).is_ok()
    }

    proptest! {
        /// Another key, kind, owner or ID, a flipped bit and a cut text are refused.
        #[test]
        fn sealed_secret_opens_only_unchanged_in_its_place(
            secret in prop::collection::vec(any::<u8>(), 0..100),
            seed: u64,
            owner: i64,
            id in "[a-z0-9][a-z0-9-]{0,62}",
            flipped: prop::sample::Index,
            cut: prop::sample::Index,
        ) {
            let place = Place { kind: Kind::Webhook, owner, id: &id };
            let sealed = key(1).seal(place, &secret, &SeededEntropy::new(seed)).unwrap();
            prop_assert_eq!(&key(1).open(place, &sealed).unwrap()[..], &secret[..]);
            prop_assert!(!is_opened(&key(2), place, &sealed));
            let longer = format!("{id}x");
            for elsewhere in [
                Place { kind: Kind::SiteKey, ..place },
                Place { owner: owner.wrapping_add(1), ..place },
                Place { id: &longer, ..place },
                Place { id: &id[1..], ..place },
            ] {
                prop_assert!(!is_opened(&key(1), elsewhere, &sealed));
            }
            let mut changed = sealed.clone();
            let bit = flipped.index(sealed.len() * 8);
            changed[bit / 8] ^= 1 << (bit % 8);
            prop_assert!(!is_opened(&key(1), place, &changed));
            prop_assert!(!is_opened(&key(1), place, &sealed[..cut.index(sealed.len())]));
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            prop_assert!(!is_opened(&key(1), PLACE, &bytes));
        }
    }

    #[test]
    fn sealing_twice_differs_and_hides_the_secret() {
        let [one, other] = [(); 2].map(|()| key(1).seal(PLACE, b"secret of a site", &SystemEntropy).unwrap());
        assert_ne!(one, other);
        assert!(!one.windows(6).any(|window| window == b"secret"));
        assert!(!format!("{:?}", key(0x41)).contains("65"));
    }
}
