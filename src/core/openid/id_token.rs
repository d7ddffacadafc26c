//! The ID token of a code exchange or a refresh (OpenID Connect Core sections 3.1.3.7 and 12.2).
//!
//! It comes from the token endpoint over TLS, so its signature is not verified here (section 3.1.3.7, 6). An app that
//! wants this too verifies it by the script `verify` of the npm package.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use crate::document::Document;
use crate::error::{Code, Error, ServiceError};
use crate::pkce;
use crate::text::ascii_split;
use crate::text::record;
use crate::text::secret::{self, Secret};

/// The longest ID token, in bytes.
const LONGEST: usize = 64 << 10;

/// How far the clocks of provider and browser may differ, in seconds.
const LEEWAY: f64 = 300.0;

/// What the token must say.
#[derive(Debug)]
pub struct Expected<'a> {
    /// The issuer, letter for letter.
    pub issuer: &'a str,
    /// The client.
    pub client_id: &'a str,
    /// The access token that came with it.
    pub access_token: &'a Secret,
    /// The time, in milliseconds since 1970.
    pub now: u64,
    /// The response that it belongs to.
    pub to: To<'a>,
}

/// The response that an ID token belongs to.
#[derive(Debug)]
pub enum To<'a> {
    /// The response to a login.
    Login {
        /// The nonce that was sent.
        nonce: &'a str,
        /// How long ago the user may have signed in, in seconds, if the app asked for that.
        max_age: Option<u64>,
    },
    /// The response to a refresh of a session whose ID token had these claims, as JSON.
    Refresh {
        /// The claims.
        claims: &'a str,
    },
}

/// Checks an ID token, and returns its claims as JSON.
///
/// # Errors
/// [`Code::IdTokenInvalid`]. Its description names the first claim that is not as expected, or the part of the token.
pub fn check<D: Document>(token: &Secret, expected: &Expected<'_>) -> Result<String, Error> {
    claims::<D>(token.expose(), expected).map_err(|claim| {
        let description = Some(ascii_split::joined(&["ID token: ", claim]));
        Error::from_service(Code::IdTokenInvalid, ServiceError { description, ..ServiceError::default() })
    })
}

fn claims<D: Document>(token: &str, expected: &Expected<'_>) -> Result<String, &'static str> {
    // An encrypted token has five parts. The last one here is the signature.
    let mut parts = ascii_split::each(token, b".");
    let (Some(header), Some(payload), Some(_), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
        return Err("form");
    };
    let header: D = decoded(header).and_then(|text| D::parse(&text)).ok_or("header")?;
    let algorithm = record::text(&header, "alg");
    if !is_asymmetric(&algorithm) || header.json("crit").is_some() {
        return Err("alg");
    }
    let text = decoded(payload).filter(|_| token.len() <= LONGEST).ok_or("payload")?;
    let claims = D::parse(&text).ok_or("payload")?;
    check_claims(&claims, &algorithm, expected)?;
    Ok(text)
}

/// A client in a browser has no secret, so a symmetric algorithm cannot prove who made a token.
fn is_asymmetric(algorithm: &str) -> bool {
    ["RS", "PS", "ES", "Ed"].iter().any(|family| algorithm.strip_prefix(family).is_some_and(|rest| !rest.is_empty()))
}

fn check_claims<D: Document>(claims: &D, algorithm: &str, expected: &Expected<'_>) -> Result<(), &'static str> {
    let text = |name| record::text(claims, name);
    let ensure = |holds: bool, claim| if holds { Ok(()) } else { Err(claim) };
    #[expect(clippy::cast_precision_loss, reason = "seconds since 1970 are far below 2^53")]
    let now = (expected.now / 1000) as f64;
    let (subject, party, audience) = (text("sub"), text("azp"), claims.texts("aud"));

    ensure(text("iss") == expected.issuer, "iss")?;
    ensure(!subject.is_empty() && subject.len() <= 255, "sub")?;
    ensure(audience.iter().any(|one| one == expected.client_id), "aud")?;
    let is_for_others = audience.len() > 1;
    ensure(if party.is_empty() { !is_for_others } else { party == expected.client_id }, "azp")?;
    ensure(claims.number("exp").is_some_and(|end| now < end + LEEWAY), "exp")?;
    ensure(claims.number("iat").is_some_and(|start| start - LEEWAY <= now), "iat")?;
    let hash = text("at_hash");
    // Of the other algorithms, the hash has another length. It is optional here (section 3.1.3.8).
    if !hash.is_empty() && algorithm.ends_with("256") {
        ensure(hash == half_of_hash(expected.access_token), "at_hash")?;
    }
    match expected.to {
        To::Login { nonce, max_age } => {
            ensure(secret::same(&text("nonce"), nonce), "nonce")?;
            let Some(max_age) = max_age else { return Ok(()) };
            #[expect(clippy::cast_precision_loss, reason = "a longer age is no limit")]
            let oldest = now - max_age as f64 - LEEWAY;
            ensure(claims.number("auth_time").is_some_and(|time| time >= oldest), "auth_time")
        }
        To::Refresh { claims: before } => {
            let before = D::parse(before).ok_or("sub")?;
            ensure(record::text(&before, "sub") == subject, "sub")?;
            let nonce = text("nonce");
            ensure(nonce.is_empty() || nonce == record::text(&before, "nonce"), "nonce")?;
            let times = (claims.number("auth_time"), before.number("auth_time"));
            ensure(!matches!(times, (Some(now), Some(before)) if (now - before).abs() >= 1.0), "auth_time")
        }
    }
}

/// Returns the left half of the SHA-256 of an access token (section 3.1.3.6).
fn half_of_hash(access_token: &Secret) -> String {
    let hash = Sha256::digest(access_token.expose());
    pkce::base64url(hash.get(..16).unwrap_or_default())
}

fn decoded(part: &str) -> Option<String> {
    String::from_utf8(URL_SAFE_NO_PAD.decode(part).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::document::Json;

    const NOW: u64 = 1_800_000_000;

    fn good() -> Value {
        json!({ "iss": "https://id.example", "sub": "u1", "aud": "app", "exp": NOW + 600, "iat": NOW - 1,
            "nonce": "n", "auth_time": NOW - 60 })
    }

    fn with(changes: &Value) -> Value {
        let mut claims = good();
        let members = claims.as_object_mut().unwrap();
        for (name, value) in changes.as_object().unwrap() {
            members.insert(name.clone(), value.clone());
            members.retain(|_, value| !value.is_null());
        }
        claims
    }

    fn token(header: &Value, claims: &Value) -> String {
        let part = |value: &Value| pkce::base64url(value.to_string().as_bytes());
        format!("{}.{}.c2ln", part(header), part(claims))
    }

    fn checked(token: &str, to: To<'_>) -> Result<String, String> {
        let (token, access_token) = (Secret::from(token.to_owned()), Secret::from("at".to_owned()));
        let expected = Expected {
            issuer: "https://id.example",
            client_id: "app",
            access_token: &access_token,
            now: NOW * 1000,
            to,
        };
        check::<Json>(&token, &expected).map_err(|error| {
            assert_eq!(error.code, Code::IdTokenInvalid);
            error.description().unwrap().strip_prefix("ID token: ").unwrap().to_owned()
        })
    }

    fn login(claims: &Value) -> Result<String, String> {
        checked(&token(&json!({ "alg": "RS256" }), claims), To::Login { nonce: "n", max_age: None })
    }

    #[test]
    fn good_token_returns_its_claims() {
        assert_eq!(login(&good()), Ok(good().to_string()));
        let audiences = with(&json!({ "aud": ["other", "app"], "azp": "app" }));
        assert_eq!(login(&audiences), Ok(audiences.to_string()));
        // Within the leeway of the clocks.
        assert!(login(&with(&json!({ "exp": NOW - 299, "iat": NOW + 300 }))).is_ok());
    }

    #[test]
    fn each_wrong_claim_is_rejected_and_named() {
        for (change, claim) in [
            (json!({ "iss": "https://evil.example" }), "iss"),
            (json!({ "iss": "https://id.example/" }), "iss"),
            (json!({ "iss": null }), "iss"),
            (json!({ "sub": null }), "sub"),
            (json!({ "sub": "" }), "sub"),
            (json!({ "sub": 7 }), "sub"),
            (json!({ "sub": "u".repeat(256) }), "sub"),
            (json!({ "aud": "other" }), "aud"),
            (json!({ "aud": ["other"] }), "aud"),
            (json!({ "aud": { "app": "app" } }), "aud"),
            (json!({ "aud": null }), "aud"),
            (json!({ "aud": "a\",\"app" }), "aud"),
            (json!({ "aud": ["other", "app"] }), "azp"),
            (json!({ "azp": "other" }), "azp"),
            (json!({ "exp": NOW - 300 }), "exp"),
            (json!({ "exp": null }), "exp"),
            (json!({ "exp": "soon" }), "exp"),
            (json!({ "iat": NOW + 301 }), "iat"),
            (json!({ "iat": null }), "iat"),
            (json!({ "nonce": "other" }), "nonce"),
            (json!({ "nonce": null }), "nonce"),
            (json!({ "at_hash": "AAAAAAAAAAAAAAAAAAAAAA" }), "at_hash"),
        ] {
            assert_eq!(login(&with(&change)), Err(claim.to_owned()), "{change}");
        }
    }

    #[test]
    fn unsigned_symmetric_and_encrypted_tokens_are_rejected() {
        for header in [
            json!({ "alg": "none" }),
            json!({ "alg": "None" }),
            json!({ "alg": "HS256" }),
            json!({ "alg": "RS" }),
            json!({}),
            json!({ "alg": "RS256", "crit": ["exp"] }),
        ] {
            let login = To::Login { nonce: "n", max_age: None };
            assert_eq!(checked(&token(&header, &good()), login), Err("alg".to_owned()), "{header}");
        }
        for text in ["", "a", "a.b", "a.b.c.d", "a.b.c.d.e"] {
            assert_eq!(checked(text, To::Login { nonce: "n", max_age: None }), Err("form".to_owned()), "{text}");
        }
        let text = format!("{}.!.c", pkce::base64url(br#"{"alg":"ES256"}"#));
        assert_eq!(checked(&text, To::Login { nonce: "n", max_age: None }), Err("payload".to_owned()));
        assert_eq!(checked("!.b.c", To::Login { nonce: "n", max_age: None }), Err("header".to_owned()));
    }

    #[test]
    fn access_token_hash_is_compared_for_its_algorithm() {
        let hash = half_of_hash(&Secret::from("at".to_owned()));
        assert_eq!(hash.len(), 22);
        assert!(login(&with(&json!({ "at_hash": hash }))).is_ok());
        let other = with(&json!({ "at_hash": half_of_hash(&Secret::from("other".to_owned())) }));
        for algorithm in ["RS256", "PS256", "ES256"] {
            let login = To::Login { nonce: "n", max_age: None };
            assert_eq!(checked(&token(&json!({ "alg": algorithm }), &other), login), Err("at_hash".to_owned()));
        }
        let longer = with(&json!({ "at_hash": "of-another-hash" }));
        assert!(checked(&token(&json!({ "alg": "ES512" }), &longer), To::Login { nonce: "n", max_age: None }).is_ok());
    }

    #[test]
    fn max_age_needs_a_recent_sign_in() {
        let aged = |claims: &Value, max_age| {
            checked(&token(&json!({ "alg": "RS256" }), claims), To::Login { nonce: "n", max_age: Some(max_age) })
        };
        assert!(aged(&good(), 0).is_ok(), "a minute is within the leeway");
        assert!(aged(&with(&json!({ "auth_time": NOW - 400 })), 100).is_ok());
        assert_eq!(aged(&with(&json!({ "auth_time": NOW - 401 })), 100), Err("auth_time".to_owned()));
        assert_eq!(aged(&with(&json!({ "auth_time": null })), 100), Err("auth_time".to_owned()));
    }

    #[test]
    fn refreshed_token_is_of_same_user_and_login() {
        let before = good().to_string();
        let refreshed = |change: &Value| {
            checked(&token(&json!({ "alg": "RS256" }), &with(change)), To::Refresh { claims: &before })
        };
        for change in [json!({}), json!({ "nonce": null }), json!({ "auth_time": null }), json!({ "exp": NOW + 9 })] {
            assert!(refreshed(&change).is_ok(), "{change}");
        }
        for (change, claim) in [
            (json!({ "sub": "u2" }), "sub"),
            (json!({ "nonce": "other" }), "nonce"),
            (json!({ "auth_time": NOW }), "auth_time"),
            (json!({ "iss": "https://evil.example" }), "iss"),
            (json!({ "aud": "other" }), "aud"),
        ] {
            assert_eq!(refreshed(&change), Err(claim.to_owned()), "{change}");
        }
    }

    proptest! {
        #[test]
        fn no_token_makes_check_panic(token in any::<String>(), header in any::<String>(), payload in any::<String>()) {
            let encoded = format!("{}.{}.x", pkce::base64url(header.as_bytes()), pkce::base64url(payload.as_bytes()));
            for token in [token, encoded] {
                let checked = checked(&token, To::Login { nonce: "n", max_age: None });
                prop_assert!(checked.is_err());
            }
        }
    }
}
