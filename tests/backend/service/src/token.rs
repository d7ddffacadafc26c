//! The format of codes and tokens.
//!
//! `key id ‖ grant ‖ generation ‖ expiry ‖ HMAC-SHA-256(key, purpose ‖ all of it)`, base64url. A token proves that the
//! service issued it, and names its grant. Whether the grant is still valid is looked up at every use.

pub mod key_file;
pub mod keys;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use stagepass_store::{Grant, GrantId};

use stagepass_kit::identifier::{TOKEN_BYTES, token_bytes};

use crate::token::keys::{KeyRing, Purpose, TAG_LENGTH};

const KEY_ID: usize = 4;
const GRANT: usize = 16;
const GENERATION: usize = 4;
const EXPIRY: usize = 8;
const BODY: usize = KEY_ID + GRANT + GENERATION + EXPIRY;
const _: () = assert!(BODY + TAG_LENGTH == TOKEN_BYTES, "a token is as long as its form says");

/// The content of a code or token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claims {
    /// The grant that it belongs to.
    pub grant: GrantId,
    /// 0 for the code; n for the tokens issued with the n-th refresh token.
    pub generation: u32,
    /// The expiry in Unix seconds.
    pub expires_at: i64,
}

impl Claims {
    /// Returns whether a token of this generation is still valid for its grant.
    pub(crate) fn are_valid_for(&self, grant: &Grant) -> bool {
        (1..=grant.generation).contains(&self.generation)
    }
}

/// Why a text is not a valid token. A client is only told that it is not valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// Not base64url, or not of the right length.
    #[error("not of a token's form")]
    Malformed,
    /// Not signed for this purpose by a key of this service.
    #[error("not signed by this service for this use")]
    Unsigned,
    /// Authentic, but expired.
    #[error("expired")]
    Expired,
}

impl KeyRing {
    /// Returns the token for `claims`, signed with the current key.
    pub fn seal(&self, purpose: Purpose, claims: Claims) -> String {
        self.seal_with(self.signing_id(), purpose, claims)
    }

    /// Returns the token for `claims`, signed with the key `key_id` if the key ring still has it. A refresh token that
    /// is returned a second time is therefore the same text, even if the key was rotated in between.
    pub fn seal_with(&self, key_id: u32, purpose: Purpose, claims: Claims) -> String {
        let attempt = |key_id: u32| self.seal_over(key_id, purpose, claims, "");
        attempt(key_id).or_else(|| attempt(self.signing_id())).unwrap_or_default()
    }

    /// Like [`KeyRing::seal`], for one audience. The audience is signed, but not part of the text.
    pub fn seal_for(&self, audience: &str, purpose: Purpose, claims: Claims) -> String {
        self.seal_over(self.signing_id(), purpose, claims, audience).unwrap_or_default()
    }

    /// Parses a token that was issued for `purpose`, even if it has expired.
    ///
    /// # Errors
    /// [`TokenError::Malformed`] or [`TokenError::Unsigned`].
    pub fn open_at_any_age(&self, purpose: Purpose, text: &str) -> Result<Claims, TokenError> {
        self.open_over(purpose, text, "")
    }

    /// Parses a token that was issued for `purpose` and has not expired at `now` (Unix seconds).
    ///
    /// # Errors
    /// Any [`TokenError`].
    pub fn open(&self, purpose: Purpose, text: &str, now: i64) -> Result<Claims, TokenError> {
        self.open_for("", purpose, text, now)
    }

    /// Like [`KeyRing::open`], for a token made by [`KeyRing::seal_for`] for this `audience`.
    ///
    /// # Errors
    /// Any [`TokenError`]; [`TokenError::Unsigned`] if it was made for another audience.
    pub fn open_for(&self, audience: &str, purpose: Purpose, text: &str, now: i64) -> Result<Claims, TokenError> {
        let claims = self.open_over(purpose, text, audience)?;
        if now < claims.expires_at { Ok(claims) } else { Err(TokenError::Expired) }
    }

    fn seal_over(&self, key_id: u32, purpose: Purpose, claims: Claims, audience: &str) -> Option<String> {
        let body = body(key_id, claims);
        let tag = self.tag(key_id, purpose, &signed(&body, audience))?;
        Some(URL_SAFE_NO_PAD.encode([&body[..], &tag[..]].concat()))
    }

    fn open_over(&self, purpose: Purpose, text: &str, audience: &str) -> Result<Claims, TokenError> {
        let bytes = token_bytes(text).ok_or(TokenError::Malformed)?;
        let (body, tag) = bytes.split_first_chunk::<BODY>().ok_or(TokenError::Malformed)?;
        let (key_id, claims) = read(body);
        let is_ours = self.verify(key_id, purpose, &signed(body, audience), tag);
        if is_ours { Ok(claims) } else { Err(TokenError::Unsigned) }
    }
}

/// Returns the signed message. The body has a fixed length, so it cannot be confused with the audience.
fn signed(body: &[u8; BODY], audience: &str) -> Vec<u8> {
    [body, audience.as_bytes()].concat()
}

fn body(key_id: u32, claims: Claims) -> [u8; BODY] {
    let mut body = [0; BODY];
    let parts = key_id.to_be_bytes().into_iter();
    let parts =
        parts.chain(claims.grant.0).chain(claims.generation.to_be_bytes()).chain(claims.expires_at.to_be_bytes());
    body.iter_mut().zip(parts).for_each(|(to, from)| *to = from);
    body
}

fn read(body: &[u8; BODY]) -> (u32, Claims) {
    let mut rest = &body[..];
    let key_id = u32::from_be_bytes(take(&mut rest));
    let grant = GrantId(take(&mut rest));
    let generation = u32::from_be_bytes(take(&mut rest));
    (key_id, Claims { grant, generation, expires_at: i64::from_be_bytes(take(&mut rest)) })
}

fn take<const N: usize>(rest: &mut &[u8]) -> [u8; N] {
    let Some((head, tail)) = rest.split_first_chunk::<N>() else { return [0; N] };
    *rest = tail;
    *head
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use stagepass_kit::identifier::{TOKEN_LENGTH, is_token};

    use super::*;

    fn keys() -> KeyRing {
        KeyRing::single(&[7; 32])
    }

    fn claims() -> impl Strategy<Value = Claims> {
        (any::<[u8; 16]>(), any::<u32>(), any::<i64>()).prop_map(|(grant, generation, expires_at)| Claims {
            grant: GrantId(grant),
            generation,
            expires_at,
        })
    }

    proptest! {
        #[test]
        fn sealed_token_opens_with_same_claims(claims in claims()) {
            let text = keys().seal(Purpose::Access, claims);
            prop_assert_eq!(text.len(), TOKEN_LENGTH);
            prop_assert_eq!(keys().open_at_any_age(Purpose::Access, &text), Ok(claims));
        }

        #[test]
        fn token_for_another_audience_is_rejected(claims in claims(), audience in ".{1,40}", other in ".{0,40}") {
            prop_assume!(audience != other);
            let text = keys().seal_for(&audience, Purpose::Ticket, claims);
            prop_assert_eq!(keys().open_for(&audience, Purpose::Ticket, &text, claims.expires_at.saturating_sub(1)), Ok(claims));
            prop_assert_eq!(keys().open_for(&other, Purpose::Ticket, &text, i64::MIN), Err(TokenError::Unsigned));
            prop_assert_eq!(keys().open_for(&audience, Purpose::Access, &text, i64::MIN), Err(TokenError::Unsigned));
        }

        #[test]
        fn any_flipped_bit_is_refused(claims in claims(), bit in 0..(BODY + TAG_LENGTH) * 8) {
            let mut bytes = URL_SAFE_NO_PAD.decode(keys().seal(Purpose::Refresh, claims)).unwrap();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let flipped = URL_SAFE_NO_PAD.encode(bytes);
            prop_assert_eq!(keys().open_at_any_age(Purpose::Refresh, &flipped), Err(TokenError::Unsigned));
        }

        #[test]
        fn any_other_character_is_refused(claims in claims(), at in 0..TOKEN_LENGTH, other in any::<u8>()) {
            let text = keys().seal(Purpose::Code, claims);
            let mut bytes = text.clone().into_bytes();
            prop_assume!(bytes[at] != other);
            bytes[at] = other;
            if let Ok(changed) = String::from_utf8(bytes) {
                prop_assert!(keys().open_at_any_age(Purpose::Code, &changed).is_err());
            }
        }

        #[test]
        fn no_text_makes_it_panic(text in ".{0,120}") {
            prop_assert!(keys().open_at_any_age(Purpose::Code, &text).is_err());
        }

        #[test]
        fn every_ticket_is_of_the_form(claims in claims(), audience in ".{1,40}") {
            prop_assert!(is_token(&keys().seal_for(&audience, Purpose::Ticket, claims)));
        }
    }

    #[test]
    fn one_kind_is_not_taken_for_another() {
        let claims = Claims { grant: GrantId([1; 16]), generation: 1, expires_at: 10 };
        let refresh = keys().seal(Purpose::Refresh, claims);
        for other in [Purpose::Code, Purpose::Access, Purpose::Form] {
            assert_eq!(keys().open(other, &refresh, 0), Err(TokenError::Unsigned));
        }
    }
}
