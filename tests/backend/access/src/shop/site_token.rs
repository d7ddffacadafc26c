//! Site tokens: an owner's site confirms that a user is on it, for one track and a few minutes.
//!
//! `st1.<expiry, Unix s>.<base64url of HMAC-SHA-256(secret, "stagepass-site-token\n" track "\n" expiry)>`. A token does
//! not name the user. Any user who has it can use it until it expires, so it is valid for five minutes at most.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// How far in the future a token may expire, in seconds.
const MAX_AHEAD: i64 = 300;
/// The most digits of a time.
const MAX_DIGITS: usize = 12;

/// Returns whether `token` was signed with `secret` for this track, and has not expired.
pub(super) fn is_good(token: &str, secret: &[u8], track_id: u64, now: i64) -> bool {
    let Some((digits, tag)) = parse(token) else { return false };
    let Ok(expiry) = digits.parse::<i64>() else { return false };
    let Ok(mac) = Hmac::<Sha256>::new_from_slice(secret) else { return false };
    let mac = mac.chain_update(format!("stagepass-site-token\n{track_id}\n{digits}"));
    let is_signed = mac.verify_slice(&tag).is_ok();
    is_signed && now < expiry && expiry <= now.saturating_add(MAX_AHEAD)
}

/// Returns the digits of the expiry, which are signed, and the tag.
fn parse(token: &str) -> Option<(&str, Vec<u8>)> {
    let (digits, tag) = token.strip_prefix("st1.")?.split_once('.')?;
    let is_plain = (1..=MAX_DIGITS).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let tag = URL_SAFE_NO_PAD.decode(tag).ok().filter(|tag| tag.len() == 32 && is_plain)?;
    Some((digits, tag))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SECRET: &[u8] = b"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
    const NOW: i64 = 1_800_000_000;
    /// `printf 'stagepass-site-token\n7\n1800000060' | openssl dgst -sha256 -hmac AAEC… -binary | basenc --base64url |
    /// tr -d =`
    const TOKEN: &str = "st1.1800000060.uS4lKn5Ns4b8wscfKXibZsmX1gWOz2EAiZEkiElyouI";

    fn token(secret: &[u8], track_id: u64, expiry: &str) -> String {
        let mac = Hmac::<Sha256>::new_from_slice(secret).unwrap();
        let mac = mac.chain_update(format!("stagepass-site-token\n{track_id}\n{expiry}"));
        format!("st1.{expiry}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
    }

    #[test]
    fn as_openssl_makes_it() {
        assert_eq!(token(SECRET, 7, "1800000060"), TOKEN);
        assert!(is_good(TOKEN, SECRET, 7, NOW));
    }

    #[test]
    fn for_one_track_one_key_and_five_minutes() {
        assert!(!is_good(TOKEN, SECRET, 8, NOW));
        assert!(!is_good(TOKEN, b"another", 7, NOW));
        for (now, expected) in [(60, false), (59, true), (0, true), (-240, true), (-241, false)] {
            assert_eq!(is_good(TOKEN, SECRET, 7, NOW + now), expected, "{now}");
        }
        assert!(!is_good(&TOKEN.replace("60.", "61."), SECRET, 7, NOW), "the expiry is signed");
    }

    #[test]
    fn digits_moved_between_track_and_expiry_are_rejected() {
        let shifted = token(SECRET, 71, "800000060");
        assert!(!is_good(&shifted, SECRET, 7, NOW));
        assert!(!is_good(&token(SECRET, 7, "01800000060").replace("st1.0", "st1."), SECRET, 7, NOW));
    }

    #[test]
    fn texts_that_are_none() {
        let tag = TOKEN.rsplit('.').next().unwrap();
        for text in [
            "",
            "st1",
            "st1.",
            "st1..",
            "st1.1800000060.",
            &format!("st2.1800000060.{tag}"),
            &format!("st1.+1800000060.{tag}"),
            &format!("st1.1800000060.{tag}="),
            &format!("st1.1800000060.{tag}."),
            &format!(" {TOKEN}"),
            &format!("st1.99999999999999999999.{tag}"),
            &TOKEN[..TOKEN.len() - 1],
        ] {
            assert!(!is_good(text, SECRET, 7, NOW), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic_or_pass(text in "(st1\\.)?[0-9]{0,22}\\.?[A-Za-z0-9_-]{0,44}\\PC{0,3}", now: i64) {
            prop_assert!(!is_good(&text, SECRET, 7, now));
        }

        #[test]
        fn a_changed_character_makes_it_bad(at: prop::sample::Index, to in "[A-Za-z0-9._-]") {
            let at = at.index(TOKEN.len());
            let changed = format!("{}{to}{}", &TOKEN[..at], &TOKEN[at + 1..]);
            prop_assert_eq!(is_good(&changed, SECRET, 7, NOW), changed == TOKEN);
        }
    }
}
