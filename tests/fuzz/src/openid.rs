//! What an OpenID provider sends.

use stagepass_core::document::{Document as _, Json};
use stagepass_core::openid::id_token::{Expected, To, check};
use stagepass_core::openid::metadata::Metadata;
use stagepass_core::text::secret::Secret;

const ISSUER: &str = "https://id.example";
const CLIENT: &str = "app";
const NONCE: &str = "n";

/// A token that is accepted has the issuer, the audience and the nonce of the login.
pub(crate) fn id_token(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let (token, access_token) = (Secret::from(text.to_owned()), Secret::from("at".to_owned()));
    let to = To::Login { nonce: NONCE, max_age: None };
    let expected =
        Expected { issuer: ISSUER, client_id: CLIENT, access_token: &access_token, now: 1_800_000_000_000, to };
    let Ok(claims) = check::<Json>(&token, &expected) else { return };
    let claims: serde_json::Value = serde_json::from_str(&claims).unwrap_or_default();
    let is = |name: &str, value: &str| claims.get(name).and_then(serde_json::Value::as_str) == Some(value);
    assert!(is("iss", ISSUER) && is("nonce", NONCE), "{claims}");
    let audience = claims.get("aud").map(ToString::to_string).unwrap_or_default();
    assert!(audience.contains("\"app\""), "{claims}");
}

/// Metadata that is accepted has this issuer, and endpoints to which no other machine can listen.
pub(crate) fn provider_metadata(bytes: &[u8]) {
    let Some(document) = str::from_utf8(bytes).ok().and_then(Json::parse) else { return };
    let Ok(metadata) = Metadata::read(&document, ISSUER) else { return };
    assert_eq!(document.text("issuer").as_deref(), Some(ISSUER));
    for url in [metadata.authorization_endpoint, metadata.token_endpoint] {
        let url = url::Url::parse(&url).unwrap_or_else(|error| panic!("{url}: {error}"));
        let host = url.host_str().unwrap_or_default();
        let is_here = host == "localhost" || host == "[::1]" || host.starts_with("127.");
        assert!(url.scheme() == "https" || is_here, "{url}");
    }
}
