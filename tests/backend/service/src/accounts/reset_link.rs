//! Links with which a user sets a new password. The operator makes one for a user who has forgotten the password.
//!
//! `key id ‖ user ID ‖ expiry ‖ HMAC(key, user ID ‖ expiry ‖ hash of the password)`, base64url, in the fragment of the
//! address of the page. Nothing is stored: any change of the password, also by the link, makes it invalid.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::token::keys::{KeyRing, Purpose};

/// The path of the page under the base URL.
pub const PAGE: &str = "/reset-password";
/// How long a link is valid, in seconds.
pub const LIFETIME: i64 = 30 * 60;

/// The user of a link, and its expiry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ResetLink {
    pub(crate) user_id: i64,
    /// Unix seconds.
    expires_at: i64,
}

/// A link as it was received. Whether it is valid depends on the password.
pub(crate) struct UnverifiedLink {
    pub(crate) link: ResetLink,
    key_id: u32,
    tag: Vec<u8>,
}

impl ResetLink {
    pub(crate) fn new(user_id: i64, now: i64) -> Self {
        Self { user_id, expires_at: now + LIFETIME }
    }

    pub(crate) fn seal(self, keys: &KeyRing, password_hash: &str) -> String {
        let key_id = keys.signing_id();
        let tag = keys.tag(key_id, Purpose::ResetLink, &self.message(password_hash)).unwrap_or_default();
        URL_SAFE_NO_PAD.encode([&key_id.to_be_bytes()[..], &self.head(), &tag].concat())
    }

    fn head(self) -> [u8; 16] {
        let mut head = [0; 16];
        head[..8].copy_from_slice(&self.user_id.to_be_bytes());
        head[8..].copy_from_slice(&self.expires_at.to_be_bytes());
        head
    }

    fn message(self, password_hash: &str) -> Vec<u8> {
        [&self.head()[..], password_hash.as_bytes()].concat()
    }
}

impl UnverifiedLink {
    /// Parses the secret part of a link.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (key_id, rest) = bytes.split_first_chunk::<4>()?;
        let (user_id, rest) = rest.split_first_chunk::<8>()?;
        let (expires_at, tag) = rest.split_first_chunk::<8>()?;
        let link = ResetLink { user_id: i64::from_be_bytes(*user_id), expires_at: i64::from_be_bytes(*expires_at) };
        Some(Self { link, key_id: u32::from_be_bytes(*key_id), tag: tag.to_vec() })
    }

    /// Returns whether the link is valid for a user with this password hash.
    pub(crate) fn is_valid(&self, keys: &KeyRing, now: i64, password_hash: &str) -> bool {
        now < self.link.expires_at
            && keys.verify(self.key_id, Purpose::ResetLink, &self.link.message(password_hash), &self.tag)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_other_text_is_a_link(at in 0_usize..70, other in "[A-Za-z0-9_-]", whole in ".{0,90}") {
            let keys = KeyRing::single(&[3; 32]);
            let link = ResetLink::new(7, 1_000).seal(&keys, "hash");
            let is_valid = |text: &str| UnverifiedLink::parse(text).is_some_and(|link| link.is_valid(&keys, 1_000, "hash"));
            let mut changed = link.clone();
            changed.replace_range(at..=at, &other);
            prop_assert_eq!(is_valid(&changed), changed == link);
            prop_assert!(!is_valid(&whole));
        }
    }
}
