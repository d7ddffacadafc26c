//! The private key of an authority.

use std::fmt;

use secp256k1_signing::ecdsa::RecoveryId;
use secp256k1_signing::{Message, PublicKey, Secp256k1, SecretKey, SignOnly};
use sha3::{Digest as _, Keccak256};
use zeroize::Zeroizing;

use crate::address::Address;
use crate::data::Data;
use crate::digest::Digest;
use crate::error::Invalid;
use crate::hex;
use crate::limits::MAX_LENGTH;
use crate::parameter::Parameter;
use crate::signature::Signature;

/// Signs as one address. The key is never printed or returned. Its memory is erased when this is dropped, except for
/// what the library of the curve leaves on the stack.
///
/// Not `Clone`: share it by reference or `Arc`, so that there is one copy to erase.
pub struct Signer {
    // On the heap, so that moving the signer does not leave a copy of the key.
    key: Box<SecretKey>,
    /// Blinded once, against timing analysis. Blinding it for each signature would take as long as the signature.
    curve: Secp256k1<SignOnly>,
    address: Address,
}

/// Why a text or number is not a private key. Does not contain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignerError {
    /// Not 64 hexadecimal digits.
    #[error("a private key is 64 hexadecimal digits, with or without 0x")]
    NotHexadecimal,
    /// Zero, or not below the order of the group (SEC 1 section 3.2.1).
    #[error("the number is no private key of secp256k1")]
    OutOfRange,
}

impl Signer {
    /// Parses a private key: 64 hexadecimal digits, with or without `0x`.
    ///
    /// # Errors
    /// Any [`SignerError`].
    pub fn from_hex(text: &str) -> Result<Self, SignerError> {
        let digits = text.strip_prefix("0x").unwrap_or(text);
        Self::from_bytes(&Zeroizing::new(hex::decode(digits).ok_or(SignerError::NotHexadecimal)?))
    }

    /// Creates a signer from a private key: 32 bytes in big-endian order. Random bytes are valid, except with a chance
    /// of 2^-127.
    ///
    /// # Errors
    /// [`SignerError::OutOfRange`].
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self, SignerError> {
        let key = Box::new(SecretKey::from_byte_array(*bytes).map_err(|_| SignerError::OutOfRange)?);
        let mut curve = Secp256k1::signing_only();
        curve.seeded_randomize(&blinding(bytes));
        let [_uncompressed, coordinates @ ..] = PublicKey::from_secret_key(&curve, &key).serialize_uncompressed();
        Ok(Self { key, curve, address: Address::of_public_key(&coordinates) })
    }

    /// The address of the key.
    pub fn address(&self) -> Address {
        self.address
    }

    /// Signs a document with these members.
    ///
    /// # Errors
    /// [`Invalid`] if no node would accept it: a number is beyond 2^53 - 1, or the value is longer than 4 KiB.
    pub fn sign(&self, data: &Data) -> Result<Parameter, Invalid> {
        self.seal(data.clone(), data.canonical()?)
    }

    /// Signs a document given as JSON, with members beyond those of [`Data`] if it has any.
    ///
    /// # Errors
    /// [`Invalid`] if no node would accept it.
    pub fn sign_document(&self, document: &str) -> Result<Parameter, Invalid> {
        let (data, canonical) = Data::parse(document)?;
        self.seal(data, canonical)
    }

    /// Derives a secret key from this one and `label`, for other uses of the holder. It does not reveal this key. It is
    /// not a key of the curve, and signatures do not reveal it.
    pub fn derive(&self, label: &[u8]) -> Zeroizing<[u8; 32]> {
        let key = Zeroizing::new(self.key.secret_bytes());
        // The key is always the last 32 bytes, so no two labels hash the same text. A sponge function needs no HMAC
        // (FIPS 202, A.2).
        let hash = Keccak256::new().chain_update(b"stagepass-gate derived key\0").chain_update(label);
        Zeroizing::new(hash.chain_update(&key[..]).finalize().into())
    }

    fn seal(&self, data: Data, canonical: String) -> Result<Parameter, Invalid> {
        let digest = Digest::of_canonical(&canonical);
        let signature = self.curve.sign_ecdsa_recoverable(Message::from_digest(*digest.as_bytes()), &self.key);
        let (recovery_id, r_and_s) = signature.serialize_compact();
        let odd = match recovery_id {
            RecoveryId::Zero => false,
            RecoveryId::One => true,
            // The nonce's x coordinate is not below the group's order: a chance of 2^-127.
            RecoveryId::Two | RecoveryId::Three => return Err(Invalid::RecoveryId),
        };
        // libsecp256k1 makes a low s.
        let signature = Signature::of_parts(r_and_s, odd);
        let made = Parameter::from_parts(data, canonical, digest, signature);
        if made.to_string().len() > MAX_LENGTH { Err(Invalid::TooLong) } else { Ok(made) }
    }
}

/// Returns the seed of the blinding. It only has to be unknown to everyone who does not know the key.
fn blinding(key: &[u8; 32]) -> Zeroizing<[u8; 32]> {
    let hash = Keccak256::new().chain_update(b"stagepass-gate blinding").chain_update(key);
    Zeroizing::new(hash.finalize().into())
}

impl Drop for Signer {
    fn drop(&mut self) {
        // "Non-secure" because other copies stay. This copy is overwritten by a volatile write, as zeroize does.
        self.key.non_secure_erase();
    }
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signer").field("address", &self.address).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "0101010101010101010101010101010101010101010101010101010101010101";
    const ORDER: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";

    #[test]
    fn a_key_with_or_without_its_prefix() {
        let signer = Signer::from_hex(KEY).unwrap();
        assert_eq!(signer.address().to_string(), "0x1a642f0E3c3aF545E7AcBD38b07251B3990914F1");
        assert_eq!(Signer::from_hex(&format!("0x{KEY}")).unwrap().address(), signer.address());
        assert_eq!(Signer::from_bytes(&[1; 32]).unwrap().address(), signer.address());
    }

    #[test]
    fn malformed_or_out_of_range_key_is_rejected() {
        for text in ["", "0x", &KEY[1..], &format!("{KEY}0"), &KEY.replace('1', "g"), &format!("{KEY}\n")] {
            assert_eq!(Signer::from_hex(text).unwrap_err(), SignerError::NotHexadecimal, "{text:?}");
        }
        for text in [&"0".repeat(64), ORDER, &"f".repeat(64)] {
            assert_eq!(Signer::from_hex(text).unwrap_err(), SignerError::OutOfRange, "{text}");
        }
    }

    #[test]
    fn the_key_is_not_shown() {
        let signer = Signer::from_hex(KEY).unwrap();
        assert_eq!(format!("{signer:?}"), "Signer { address: 0x1a642f0E3c3aF545E7AcBD38b07251B3990914F1, .. }");
    }

    #[test]
    fn a_key_of_each_label_and_each_signer() {
        let signer = Signer::from_hex(KEY).unwrap();
        let derived = signer.derive(b"one");
        assert_eq!(derived, Signer::from_hex(KEY).unwrap().derive(b"one"), "it is the same tomorrow");
        let other = Signer::from_bytes(&[2; 32]).unwrap();
        for another in [signer.derive(b"two"), signer.derive(b""), signer.derive(b"one\x01"), other.derive(b"one")] {
            assert_ne!(derived, another);
        }
        assert_ne!(*derived, [1; 32], "it is not the private key");
        assert_ne!(*derived, *blinding(&[1; 32]));
    }

    /// Nodes would refuse such a signature.
    #[test]
    fn unsafe_number_or_excess_length_is_not_signed() {
        let signer = Signer::from_hex(KEY).unwrap();
        let unsafe_number = Data { track_id: Some(1 << 53), ..Data::default() };
        assert!(matches!(signer.sign(&unsafe_number), Err(Invalid::Data(_))));
        let of_cid = |length| signer.sign(&Data { cid: Some("c".repeat(length)), ..Data::default() });
        let around = of_cid(1).unwrap().to_string().len() - 1;
        assert_eq!(of_cid(MAX_LENGTH - around).unwrap().to_string().len(), MAX_LENGTH);
        assert_eq!(of_cid(MAX_LENGTH - around + 1), Err(Invalid::TooLong));
    }

    #[test]
    fn each_key_is_blinded_in_its_own_way() {
        assert_ne!(blinding(&[1; 32]), blinding(&[2; 32]));
    }
}
