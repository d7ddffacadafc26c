//! The fuzz target of proofs.

use std::sync::OnceLock;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use url::Url;

use crate::dpop::proof::{Proof, ProofError, ProvenRequest};

/// Parses `bytes` as a proof. Then signs them as one, a line with the header and a line with the claims, and parses
/// the result. `KEY` in the header stands for the public key.
///
/// # Panics
/// If the proof is of another key, or for another request than its claims say.
#[expect(clippy::indexing_slicing, reason = "a missing member of a JSON value is null")]
pub fn dpop_proof(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let _ = Proof::parse(text);
    let (Some((header, claims)), Some(key_pair)) = (text.split_once('\n'), signer()) else { return };
    let jwk = jwk(key_pair);
    let [header, claims_part] =
        [&header.replace("KEY", &jwk.to_string()), claims].map(|part| URL_SAFE_NO_PAD.encode(part));
    let signed = format!("{header}.{claims_part}");
    let Ok(signature) = key_pair.sign(&SystemRandom::new(), signed.as_bytes()) else { return };
    let Ok(proof) = Proof::parse(&format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))) else { return };

    let canonical = format!(r#"{{"crv":"P-256","kty":"EC","x":{},"y":{}}}"#, jwk["x"], jwk["y"]);
    assert_eq!(proof.key, URL_SAFE_NO_PAD.encode(Sha256::digest(canonical)));
    let claims: Value = serde_json::from_str(claims).unwrap_or_default();
    let text = |name: &str| claims[name].as_str().unwrap_or_default();
    assert_eq!(proof.identifier(), <[u8; 32]>::from(Sha256::digest(text("jti"))));
    let now = claims["iat"].as_i64().unwrap_or_default();
    let Ok(mut url) = Url::parse(text("htu")) else { return };
    url.set_query(None);
    url.set_fragment(None);
    let request = ProvenRequest { method: text("htm"), url: url.as_str(), access_token: None };
    assert_eq!(proof.check(&request, now), Ok(()));
    assert_eq!(proof.check(&ProvenRequest { method: "", ..request }, now).is_ok(), text("htm").is_empty());
    assert_eq!(proof.check(&request, now.saturating_add(61)).is_err(), now <= i64::MAX - 61);
    let with_token = ProvenRequest { access_token: Some("token"), ..request };
    let is_of_token = text("ath") == URL_SAFE_NO_PAD.encode(Sha256::digest("token"));
    assert_eq!(proof.check(&with_token, now) == Err(ProofError::AccessToken), !is_of_token);
}

fn signer() -> Option<&'static EcdsaKeyPair> {
    static SIGNER: OnceLock<Option<EcdsaKeyPair>> = OnceLock::new();
    let create = || {
        let (of, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let document = EcdsaKeyPair::generate_pkcs8(of, &random).ok()?;
        EcdsaKeyPair::from_pkcs8(of, document.as_ref(), &random).ok()
    };
    SIGNER.get_or_init(create).as_ref()
}

fn jwk(key_pair: &EcdsaKeyPair) -> Value {
    let coordinates = key_pair.public_key().as_ref().get(1..).unwrap_or_default();
    let (x, y) = coordinates.split_at_checked(32).unwrap_or_default();
    json!({ "kty": "EC", "crv": "P-256", "x": URL_SAFE_NO_PAD.encode(x), "y": URL_SAFE_NO_PAD.encode(y) })
}
