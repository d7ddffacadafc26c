//! The cookie of a browser in which a user signed in. It grants no access. It only proves that this browser signed in
//! before.
//!
//! `key id (4) ‖ number (12) ‖ HMAC-SHA-256(key, number ‖ account), the first half (16)`. Nothing is stored.

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

use crate::pages::cookies;
use crate::token::keys::{KeyRing, Purpose};
use stagepass_kit::entropy::{self, Entropy, EntropyError};

const NUMBER: usize = 12;
const TAG: usize = 16;

/// A browser that signed in to a certain account before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Device {
    number: [u8; NUMBER],
}

impl Device {
    /// Returns the browser with this cookie, if it signed in to the account of this handle before.
    pub(crate) fn read(keys: &KeyRing, handle: &str, cookie: &[u8; cookies::LENGTH]) -> Option<Self> {
        let (key_id, rest) = cookie.split_first_chunk::<4>()?;
        let (number, tag) = rest.split_first_chunk::<NUMBER>()?;
        let own = own_tag(keys, u32::from_be_bytes(*key_id), number, handle)?;
        bool::from(own.ct_eq(tag)).then_some(Self { number: *number })
    }

    /// Returns the cookie for a browser that just signed in to the account of this handle, with its old number or a new
    /// one.
    pub(crate) fn cookie(
        known: Option<Self>,
        keys: &KeyRing,
        handle: &str,
        entropy: &dyn Entropy,
    ) -> Result<[u8; cookies::LENGTH], EntropyError> {
        let number = match known {
            Some(device) => device.number,
            None => entropy::random(entropy)?,
        };
        let key_id = keys.signing_id();
        let tag = own_tag(keys, key_id, &number, handle).unwrap_or_default();
        let mut cookie = [0; cookies::LENGTH];
        for (to, from) in cookie.iter_mut().zip(key_id.to_be_bytes().into_iter().chain(number).chain(tag)) {
            *to = from;
        }
        Ok(cookie)
    }

    /// Its number for the database, in hexadecimal digits.
    pub(crate) fn number(&self) -> String {
        HEXLOWER.encode(&self.number)
    }

    /// The key by which its attempts are counted.
    pub(crate) fn id(&self) -> &[u8] {
        &self.number
    }
}

fn own_tag(keys: &KeyRing, key_id: u32, number: &[u8; NUMBER], handle: &str) -> Option<[u8; TAG]> {
    let account = Sha256::digest(handle.to_ascii_lowercase());
    let tag = keys.tag(key_id, Purpose::Device, &[&number[..], &account].concat())?;
    tag.first_chunk().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use stagepass_kit::entropy::SeededEntropy;

    #[test]
    fn device_cookie_is_valid_only_for_its_account() {
        let (keys, entropy) = (KeyRing::single(&[3; 32]), SeededEntropy::new(1));
        let cookie = Device::cookie(None, &keys, "Demo", &entropy).unwrap();
        let device = Device::read(&keys, "demo", &cookie).unwrap();
        assert_eq!(Device::read(&keys, "other", &cookie), None);
        assert_eq!(Device::read(&KeyRing::single(&[4; 32]), "demo", &cookie), None);
        for at in 0..cookies::LENGTH {
            let mut changed = cookie;
            changed[at] ^= 1;
            assert_eq!(Device::read(&keys, "demo", &changed), None, "octet {at}");
        }
        let again = Device::cookie(Some(device), &keys, "demo", &entropy).unwrap();
        assert_eq!(again, cookie, "it keeps its number");
        assert_ne!(Device::cookie(None, &keys, "demo", &entropy).unwrap(), cookie);
    }
}
