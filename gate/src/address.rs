//! Ethereum addresses, which identify signers.

use std::fmt;
use std::str::FromStr;

use data_encoding::HEXLOWER;
use sha3::{Digest as _, Keccak256};

use crate::hex;

/// The last 20 bytes of the Keccak-256 of a public key.
///
/// Parsing accepts any case. `Display` writes the checksum of EIP-55.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Address([u8; 20]);

/// Why a text is not an address, or not the address of an authority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Not `0x` and 40 hexadecimal digits.
    #[error("an address is 0x and 40 hexadecimal digits")]
    Malformed,
    /// The zero address. It has no known key, so it cannot be an authority.
    #[error("the zero address can't be an authority")]
    Zero,
}

impl Address {
    /// Returns the address of a public key. `coordinates` are its 64 bytes.
    pub(crate) fn of_public_key(coordinates: &[u8]) -> Self {
        let hash = Keccak256::digest(coordinates);
        let mut bytes = [0; 20];
        bytes.iter_mut().zip(hash.into_iter().skip(12)).for_each(|(to, from)| *to = from);
        Self(bytes)
    }

    /// Parses the address of an authority, which is never the zero address.
    ///
    /// # Errors
    /// Any [`AddressError`].
    pub fn authority(text: &str) -> Result<Self, AddressError> {
        text.parse().and_then(|address: Self| if address.is_zero() { Err(AddressError::Zero) } else { Ok(address) })
    }

    /// The 20 bytes.
    pub fn as_bytes(&self) -> &[u8; 20] {
        &self.0
    }

    /// Returns whether this is the zero address.
    pub fn is_zero(&self) -> bool {
        self.0 == [0; 20]
    }
}

impl From<[u8; 20]> for Address {
    fn from(bytes: [u8; 20]) -> Self {
        Self(bytes)
    }
}

/// Parses `0x` and 40 digits in any case. Like the nodes, it does not verify the checksum.
impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        text.strip_prefix("0x").and_then(hex::decode).map(Self).ok_or(AddressError::Malformed)
    }
}

/// Writes the checksum of EIP-55: a letter is upper-case if the digit at its place in the Keccak-256 of the lower-case
/// text is 8 or more.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = HEXLOWER.encode(&self.0);
        let hash = Keccak256::digest(&digits);
        let raised = hash.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(|nibble| nibble >= 8);
        let mixed =
            digits.chars().zip(raised).map(|(digit, raised)| if raised { digit.to_ascii_uppercase() } else { digit });
        f.pad(&"0x".chars().chain(mixed).collect::<String>())
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// EIP-55, "Test Cases".
    const CHECKSUMMED: [&str; 8] = [
        "0x52908400098527886E0F7030069857D2E4169EE7",
        "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
        "0xde709f2102306220921060314715629080e2fb77",
        "0x27b1fdb04752bbc536007a920d24acb045561c26",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
        "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
        "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    ];

    #[test]
    fn any_case_parses_and_prints_with_checksum() {
        for text in CHECKSUMMED {
            for written in [text.to_owned(), text.to_lowercase(), format!("0x{}", text[2..].to_uppercase())] {
                assert_eq!(written.parse::<Address>().unwrap().to_string(), text);
            }
        }
    }

    #[test]
    fn bytes_are_those_it_was_made_of() {
        let bytes = std::array::from_fn(|index| u8::try_from(index).unwrap());
        assert_eq!(Address::from(bytes).as_bytes(), &bytes);
    }

    #[test]
    fn malformed_address_is_rejected() {
        let short = &CHECKSUMMED[0][..41];
        let bare = &CHECKSUMMED[0][2..];
        let long = format!("{}0", CHECKSUMMED[0]);
        for text in ["", "0x", short, bare, &long, "0xg2908400098527886E0F7030069857D2E4169EE7"] {
            assert_eq!(text.parse::<Address>(), Err(AddressError::Malformed), "{text:?}");
        }
    }

    #[test]
    fn zero_address_is_rejected_as_authority() {
        let zero = format!("0x{}", "0".repeat(40));
        assert_eq!(zero.parse::<Address>(), Ok(Address::from([0; 20])));
        assert_eq!(Address::authority(&zero), Err(AddressError::Zero));
        assert!(Address::authority(CHECKSUMMED[0]).is_ok());
    }
}
