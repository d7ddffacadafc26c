//! CSRF tokens: each is valid for one browser or session, for one purpose, and for an hour.
//!
//! `key id ‖ issued at ‖ HMAC(key, issued at ‖ what it is bound to)`. Nothing is stored, because the data that a token
//! is bound to is known when the form is submitted.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::token::keys::{KeyRing, Purpose};

/// The lifetime of a form in seconds.
const LIFETIME: i64 = 60 * 60;

/// The purpose of a form, and the session to which it belongs.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Form<'a> {
    /// Signing in with this browser and going on to `next`.
    SignIn { browser: &'a [u8], next: &'a str },
    /// Creating an account with this browser and going on to `next`.
    SignUp { browser: &'a [u8], next: &'a str },
    /// Keeping the account of this user, who gave the password.
    KeepAccount { user_id: i64 },
    /// Setting a new password with this browser.
    ResetPassword { browser: &'a [u8] },
    /// Signing out of this session.
    SignOut { session: &'a [u8] },
    /// Changing one's apps in this session.
    DeveloperApps { session: &'a [u8] },
    /// Changing one's account in this session. `what` states what.
    Change { session: &'a [u8], what: &'a str },
    /// Deciding about this request as this user in this session. `terms` is the hash of what the page says, so that
    /// nothing else is allowed and remembered by the click.
    Consent { session: &'a [u8], user_id: i64, request: &'a str, terms: &'a [u8; 32] },
}

impl Form<'_> {
    /// Returns the CSRF token of the form.
    pub(crate) fn token(&self, keys: &KeyRing, now: i64) -> String {
        let key_id = keys.signing_id();
        let tag = keys.tag(key_id, Purpose::Form, &self.message(now)).unwrap_or_default();
        URL_SAFE_NO_PAD.encode([&key_id.to_be_bytes()[..], &now.to_be_bytes(), &tag].concat())
    }

    /// Returns whether `token` was issued for this form and has not expired.
    pub(crate) fn accepts(&self, keys: &KeyRing, now: i64, token: &str) -> bool {
        let Ok(bytes) = URL_SAFE_NO_PAD.decode(token) else { return false };
        let Some((key_id, rest)) = bytes.split_first_chunk::<4>() else { return false };
        let Some((issued_at, tag)) = rest.split_first_chunk::<8>() else { return false };
        let issued_at = i64::from_be_bytes(*issued_at);
        keys.verify(u32::from_be_bytes(*key_id), Purpose::Form, &self.message(issued_at), tag)
            && (issued_at..issued_at.saturating_add(LIFETIME)).contains(&now)
    }

    /// The parts of fixed length come first, and each text is hashed, so that no two forms have the same message.
    fn message(&self, issued_at: i64) -> Vec<u8> {
        let hashed = |text: &[u8]| <[u8; 32]>::from(Sha256::digest(text));
        let (kind, user_id, whose, what) = match *self {
            Self::SignIn { browser, next } => (1_u8, 0, hashed(browser), hashed(next.as_bytes())),
            Self::SignOut { session } => (2, 0, hashed(session), [0; 32]),
            Self::DeveloperApps { session } => (4, 0, hashed(session), [0; 32]),
            Self::SignUp { browser, next } => (5, 0, hashed(browser), hashed(next.as_bytes())),
            Self::ResetPassword { browser } => (7, 0, hashed(browser), [0; 32]),
            Self::KeepAccount { user_id } => (8, user_id, [0; 32], [0; 32]),
            Self::Change { session, what } => (6, 0, hashed(session), hashed(what.as_bytes())),
            Self::Consent { session, user_id, request, terms } => {
                (3, user_id, hashed(session), hashed(&[&terms[..], request.as_bytes()].concat()))
            }
        };
        [&[kind][..], &issued_at.to_be_bytes(), &user_id.to_be_bytes(), &whose, &what].concat()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_other_text_passes_for_a_token(at in 0_usize..59, other in any::<char>(), whole in ".{0,80}") {
            let keys = KeyRing::single(&[3; 32]);
            let form = Form::SignIn { browser: b"b", next: "/v1/account" };
            let token = form.token(&keys, 1_000);
            prop_assert_eq!(token.len(), 59);
            let changed: String = token.chars().enumerate().map(|(i, c)| if i == at { other } else { c }).collect();
            prop_assert_eq!(form.accepts(&keys, 1_000, &changed), changed == token);
            prop_assert!(!form.accepts(&keys, 1_000, &whole));
        }
    }

    #[test]
    fn token_is_valid_only_for_its_form() {
        let keys = KeyRing::single(&[3; 32]);
        let form = Form::Consent { session: b"s", user_id: 1, request: "r", terms: &[1; 32] };
        let token = form.token(&keys, 1_000);
        assert!(form.accepts(&keys, 1_000, &token));
        for other in [
            Form::Consent { session: b"t", user_id: 1, request: "r", terms: &[1; 32] },
            Form::Consent { session: b"s", user_id: 2, request: "r", terms: &[1; 32] },
            Form::Consent { session: b"s", user_id: 1, request: "q", terms: &[1; 32] },
            Form::Consent { session: b"s", user_id: 1, request: "r", terms: &[2; 32] },
            Form::SignOut { session: b"s" },
            Form::ResetPassword { browser: b"s" },
            Form::KeepAccount { user_id: 1 },
            Form::DeveloperApps { session: b"s" },
            Form::SignIn { browser: b"s", next: "r" },
            Form::SignUp { browser: b"s", next: "r" },
            Form::Change { session: b"s", what: "r" },
        ] {
            assert!(!other.accepts(&keys, 1_000, &token), "{other:?}");
        }
        assert!(!form.accepts(&KeyRing::single(&[4; 32]), 1_000, &token));
    }

    #[test]
    fn expired_or_future_token_is_rejected() {
        let keys = KeyRing::single(&[3; 32]);
        let form = Form::SignOut { session: b"s" };
        let token = form.token(&keys, 1_000);
        assert!(form.accepts(&keys, 1_000 + LIFETIME - 1, &token));
        assert!(!form.accepts(&keys, 1_000 + LIFETIME, &token));
        assert!(!form.accepts(&keys, 999, &token));
    }
}
