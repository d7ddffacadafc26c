//! The 65 bytes of a signature.

use std::fmt;
use std::str::FromStr;

use data_encoding::HEXLOWER;
use secp256k1::Message;
use secp256k1::ecdsa::{RecoverableSignature, RecoveryId};

use crate::address::Address;
use crate::digest::Digest;
use crate::error::Invalid;
use crate::hex;

/// Half of the group's order, rounded down (SEC 2 section 2.4.1): the largest s of a signature in its low form.
const HALF_ORDER: [u8; 32] = [
    0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, //
    0x5d, 0x57, 0x6e, 0x73, 0x57, 0xa4, 0x50, 0x1d, 0xdf, 0xe9, 0x2f, 0x46, 0x68, 0x1b, 0x20, 0xa0,
];

/// r, s and v, with a low s.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Signature {
    r_and_s: [u8; 64],
    /// Whether the y coordinate of the nonce's point is odd: v, without Ethereum's offset of 27.
    odd: bool,
}

impl Signature {
    /// Recovers the address that signed `digest`. If this is a signature of another digest, returns an address without
    /// a known key.
    ///
    /// # Errors
    /// [`Invalid::Unrecoverable`].
    pub fn recover(&self, digest: &Digest) -> Result<Address, Invalid> {
        let recovery_id = if self.odd { RecoveryId::One } else { RecoveryId::Zero };
        let public_key = RecoverableSignature::from_compact(&self.r_and_s, recovery_id)
            .and_then(|signature| signature.recover_ecdsa(Message::from_digest(*digest.as_bytes())))
            .map_err(|_| Invalid::Unrecoverable)?;
        let [_uncompressed, coordinates @ ..] = public_key.serialize_uncompressed();
        Ok(Address::of_public_key(&coordinates))
    }

    /// `r_and_s` has a low s.
    pub(crate) fn of_parts(r_and_s: [u8; 64], odd: bool) -> Self {
        Self { r_and_s, odd }
    }
}

/// Parses `0x` and 130 digits in either case: r, s and v. v is 0/1 or 27/28.
impl FromStr for Signature {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let digits = text.strip_prefix("0x").ok_or(Invalid::NotHexadecimal)?;
        let bytes: [u8; 65] = hex::decode(digits).ok_or(Invalid::NotHexadecimal)?;
        let [r_and_s @ .., v] = bytes;
        let odd = match v {
            0 | 27 => false,
            1 | 28 => true,
            _ => return Err(Invalid::RecoveryId),
        };
        // libsecp256k1 recovers from either form of s, so it is compared here.
        if r_and_s.split_last_chunk().is_none_or(|(_, s): (_, &[u8; 32])| *s > HALF_ORDER) {
            return Err(Invalid::HighS);
        }
        Ok(Self { r_and_s, odd })
    }
}

/// Writes `0x` and 130 digits in lower case, with v as 0 or 1.
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{}{}", HEXLOWER.encode_display(&self.r_and_s), if self.odd { "01" } else { "00" })
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDER: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
    const HALF: &str = "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0";
    const ABOVE_HALF: &str = "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a1";
    const ONE: &str = "0000000000000000000000000000000000000000000000000000000000000001";

    fn read(r: &str, s: &str, v: &str) -> Result<Signature, Invalid> {
        format!("0x{r}{s}{v}").parse()
    }

    #[test]
    fn recovery_id_accepts_two_forms_and_prints_one() {
        for (v, written) in [("00", "00"), ("01", "01"), ("1b", "00"), ("1C", "01")] {
            assert_eq!(read(ONE, HALF, v).unwrap().to_string(), format!("0x{ONE}{HALF}{written}"));
        }
        for v in ["02", "03", "1a", "1d", "ff"] {
            assert_eq!(read(ONE, HALF, v), Err(Invalid::RecoveryId));
        }
    }

    #[test]
    fn debug_output_is_what_is_written() {
        let signature = read(ONE, HALF, "01").unwrap();
        assert_eq!(format!("{signature:?}"), signature.to_string());
        let digest = Digest::of_canonical("{}");
        assert_eq!(format!("{digest:?}"), digest.to_string());
    }

    #[test]
    fn a_high_s_is_refused() {
        for s in [ABOVE_HALF, ORDER] {
            assert_eq!(read(ONE, s, "00"), Err(Invalid::HighS));
        }
    }

    #[test]
    fn a_wrong_length_or_digit_is_refused() {
        let text = read(ONE, HALF, "00").unwrap().to_string();
        let upper_prefix = text.replacen("0x", "0X", 1);
        for text in ["", "0x", &text[2..], &text[..131], &format!("{text}00"), &format!("{text} "), &upper_prefix] {
            assert_eq!(text.parse::<Signature>(), Err(Invalid::NotHexadecimal), "{text:?}");
        }
    }

    #[test]
    fn signature_no_key_can_make_is_unrecoverable() {
        let zero = "0".repeat(64);
        // 5 is not the x coordinate of any point of the curve.
        let five = ONE.replace('1', "5");
        let digest = Digest::of_canonical("{}");
        for (r, s) in [(&zero[..], ONE), (ONE, &zero[..]), (ORDER, ONE), (&five[..], ONE)] {
            assert_eq!(read(r, s, "00").unwrap().recover(&digest), Err(Invalid::Unrecoverable), "{r} {s}");
        }
        assert!(read(ONE, ONE, "00").unwrap().recover(&digest).is_ok());
    }
}
