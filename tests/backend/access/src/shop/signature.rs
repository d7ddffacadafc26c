//! The signature of a webhook: `t=<unix s>,v1=<hex HMAC-SHA-256 of t "." body>`, the same as Stripe's.

use axum::http::HeaderMap;
use data_encoding::HEXLOWER_PERMISSIVE;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// How long a signature is valid, and how far the sender's clock may be ahead, in seconds.
pub(super) const TOLERANCE: i64 = 300;
/// The length of an HMAC-SHA-256 in bytes.
const TAG_LENGTH: usize = 32;
/// The headers with the signature: our own, and Stripe's.
const HEADERS: [&str; 2] = ["stagepass-signature", "stripe-signature"];
/// The most signatures in a header. Senders only send several while they rotate a secret.
const MAX_SIGNATURES: usize = 10;
/// The most digits of a time. More would be thousands of years ahead.
const MAX_DIGITS: usize = 12;

/// A parsed signature, which has not been verified yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Signature<'a> {
    /// The text of the time, because its bytes are signed.
    time: &'a str,
    signed_at: i64,
    tags: Vec<[u8; 32]>,
}

/// A valid signature at a wrong time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimestampError {
    TooOld,
    InTheFuture,
}

impl<'a> Signature<'a> {
    /// Returns the signature in the headers of a request. `None` if there is none, it is malformed or repeated.
    pub(super) fn shown(headers: &'a HeaderMap) -> Option<Self> {
        let mut values = HEADERS.iter().flat_map(|name| headers.get_all(*name));
        let value = values.next()?.to_str().ok()?;
        if values.next().is_some() { None } else { Self::parse(value) }
    }

    /// Parses the value of a header. Schemes other than `v1` are ignored, because a sender may add some.
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let (mut time, mut tags) = (None, Vec::new());
        for part in text.split(',') {
            match part.trim().split_once('=') {
                // With two times, parsers could disagree.
                Some(("t", digits)) if time.replace(digits).is_some() => return None,
                Some(("v1", digits)) if HEXLOWER_PERMISSIVE.decode_len(digits.len()) == Ok(TAG_LENGTH) => {
                    let mut tag = [0; TAG_LENGTH];
                    if HEXLOWER_PERMISSIVE.decode_mut(digits.as_bytes(), &mut tag).is_ok() {
                        tags.push(tag);
                    }
                }
                _ => {}
            }
        }
        let time = time?;
        let is_plain = (1..=MAX_DIGITS).contains(&time.len()) && time.bytes().all(|byte| byte.is_ascii_digit());
        let signed_at = time.parse().ok().filter(|_| is_plain)?;
        if tags.len() > MAX_SIGNATURES { None } else { Some(Self { time, signed_at, tags }) }
    }

    /// Returns whether `body` was signed with `secret`. Compares in constant time.
    pub(super) fn is_of(&self, secret: &[u8], body: &[u8]) -> bool {
        let Ok(mac) = Hmac::<Sha256>::new_from_slice(secret) else { return false };
        let mac = mac.chain_update(self.time).chain_update(b".").chain_update(body);
        // Compares all of them, so that the timing does not reveal which one matches.
        self.tags.iter().fold(false, |is_one, tag| is_one | mac.clone().verify_slice(tag).is_ok())
    }

    /// Checks that it was created recently. Only called after the signature was verified, so that the response reveals
    /// nothing to others.
    ///
    /// # Errors
    /// [`TimestampError`].
    pub(super) fn check_time(&self, now: i64) -> Result<(), TimestampError> {
        match now.saturating_sub(self.signed_at) {
            age if age > TOLERANCE => Err(TimestampError::TooOld),
            age if age < -TOLERANCE => Err(TimestampError::InTheFuture),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};
    use data_encoding::HEXLOWER;
    use proptest::prelude::*;

    use super::*;

    /// `printf '1800000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test`
    const BODY: &[u8] = br#"{"id":"evt_1"}"#;
    const SECRET: &[u8] = b"whsec_test";
    const TAG: &str = "45705be2a45ab5acdd1395cc695e9e7073125385ec24194921c401dff44176f8";

    fn good() -> String {
        format!("t=1800000000,v1={TAG}")
    }

    #[test]
    fn as_openssl_makes_it() {
        let text = good();
        let signature = Signature::parse(&text).unwrap();
        assert!(signature.is_of(SECRET, BODY));
        assert!(!signature.is_of(b"whsec_other", BODY));
        assert!(!signature.is_of(SECRET, br#"{"id":"evt_2"}"#));
        assert!(!Signature::parse(&good().replace("t=18", "t=19")).unwrap().is_of(SECRET, BODY));
        assert!(
            !Signature::parse(&good().replace("t=18", "t=018")).unwrap().is_of(SECRET, BODY),
            "the digits are signed"
        );
    }

    /// Other schemes are ignored.
    #[test]
    fn one_valid_v1_signature_of_several_is_enough() {
        let other = "0".repeat(64);
        for text in [
            format!("t=1800000000,v1={other},v1={TAG}"),
            format!("t=1800000000, v1={TAG}, v1={other}"),
            format!("v0={other},v1={TAG},t=1800000000"),
            format!("t=1800000000,v1={},v2=x,,=,v1", TAG.to_uppercase()),
        ] {
            assert!(Signature::parse(&text).unwrap().is_of(SECRET, BODY), "{text}");
        }
        for text in [
            format!("t=1800000000,v0={TAG}"),
            format!("t=1800000000,v1={}", &TAG[1..]),
            format!("t=1800000000,v1={}z", &TAG[1..]),
            format!("t=1800000000,v1={}", "+1".repeat(32)),
            format!("t=1800000000,v1=é{}", &TAG[2..]),
            "t=1".to_owned(),
        ] {
            assert!(!Signature::parse(&text).unwrap().is_of(SECRET, BODY), "{text}");
        }
    }

    #[test]
    fn malformed_signature_header_is_rejected() {
        let many = format!("t=1{}", format!(",v1={TAG}").repeat(MAX_SIGNATURES + 1));
        for text in ["", "t", "t=", "v1=", "t=x", "t=-1", "t=+1", "t=1.0", "t=1,t=1", "t=1000000000000", &many] {
            assert_eq!(Signature::parse(text), None, "{text}");
        }
    }

    #[test]
    fn one_header_of_either_name() {
        let headers = |names: &[&'static str]| -> HeaderMap {
            names.iter().map(|name| (HeaderName::from_static(name), HeaderValue::from_static("t=1"))).collect()
        };
        for name in HEADERS {
            assert!(Signature::shown(&headers(&[name])).is_some());
            assert!(Signature::shown(&headers(&[name, name])).is_none());
        }
        assert!(Signature::shown(&headers(&HEADERS)).is_none());
        assert!(Signature::shown(&headers(&[])).is_none());
    }

    #[test]
    fn good_for_five_minutes_before_and_after() {
        let text = good();
        let signature = Signature::parse(&text).unwrap();
        for (now, expected) in [
            (1_800_000_000, Ok(())),
            (1_800_000_300, Ok(())),
            (1_800_000_301, Err(TimestampError::TooOld)),
            (1_799_999_700, Ok(())),
            (1_799_999_699, Err(TimestampError::InTheFuture)),
            (i64::MAX, Err(TimestampError::TooOld)),
            (i64::MIN, Err(TimestampError::InTheFuture)),
        ] {
            assert_eq!(signature.check_time(now), expected, "{now}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic_or_pass(text in "(t=[0-9]{0,14}|v1=[0-9a-fA-F]{60,66}|v1=|=|,|t|\\PC){0,12}") {
            if let Some(signature) = Signature::parse(&text) {
                prop_assert!(!signature.is_of(SECRET, BODY));
                let time = format!("t={}", signature.time);
                prop_assert!(text.contains(&time));
                prop_assert!(signature.check_time(signature.signed_at).is_ok());
            }
        }

        #[test]
        fn signature_verifies_only_its_own_body(
            secret in prop::collection::vec(any::<u8>(), 0..100), body in prop::collection::vec(any::<u8>(), 0..300),
            at in 0_i64..1_000_000_000_000, flipped: prop::sample::Index,
        ) {
            let mac = Hmac::<Sha256>::new_from_slice(&secret).unwrap().chain_update(format!("{at}.")).chain_update(&body);
            let tag = mac.finalize().into_bytes();
            let text = format!("t={at},v1={}", HEXLOWER.encode(&tag));
            let signature = Signature::parse(&text).unwrap();
            prop_assert!(signature.is_of(&secret, &body));
            let mut changed = [&body[..], b"."].concat();
            changed[flipped.index(body.len() + 1)] ^= 1;
            prop_assert!(!signature.is_of(&secret, &changed));
            let mut other = tag;
            other[flipped.index(32)] ^= 1;
            let text = format!("t={at},v1={}", HEXLOWER.encode(&other));
            prop_assert!(!Signature::parse(&text).unwrap().is_of(&secret, &body));
        }
    }
}
