use proptest::prelude::*;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};

use super::*;

const TOKEN_URL: &str = "https://server.example.com/token";
/// RFC 9449 §5, figure 5, and §6.1, figure 9.
const OF_THE_RFC: &str = "\
    eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZ\
    OXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIs\
    ImNydiI6IlAtMjU2In19.\
    eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rv\
    a2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.\
    2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg";

struct Signer(EcdsaKeyPair);

impl Signer {
    fn new() -> Self {
        let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new()).unwrap();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document.as_ref(), &SystemRandom::new());
        Self(pair.unwrap())
    }

    fn jwk(&self) -> Value {
        let point = self.0.public_key().as_ref();
        let [x, y] = [&point[1..33], &point[33..]].map(|bytes| URL_SAFE_NO_PAD.encode(bytes));
        json!({ "kty": "EC", "crv": "P-256", "x": x, "y": y })
    }

    fn header(&self) -> Value {
        json!({ "typ": "dpop+jwt", "alg": "ES256", "jwk": self.jwk() })
    }

    fn sign(&self, header: &Value, claims: &Value) -> String {
        let [header, claims] = [header, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
        let signed = format!("{header}.{claims}");
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes()).unwrap();
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

fn claims() -> Value {
    json!({ "jti": "1", "htm": "POST", "htu": TOKEN_URL, "iat": 1000 })
}

fn with(mut document: Value, name: &str, value: Value) -> Value {
    document[name] = value;
    document
}

fn without(mut document: Value, name: &str) -> Value {
    document.as_object_mut().unwrap().remove(name);
    document
}

fn check(proof: &Proof, method: &str, url: &str, access_token: Option<&str>, now: i64) -> Result<(), ProofError> {
    proof.check(&ProvenRequest { method, url, access_token }, now)
}

#[test]
fn example_of_rfc_9449_is_accepted() {
    let proof = Proof::parse(OF_THE_RFC).unwrap();
    assert_eq!(proof.key, "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I");
    assert_eq!(check(&proof, "POST", TOKEN_URL, None, 1_562_262_616), Ok(()));
    let changed = OF_THE_RFC.replace("jp7I", "jp7J");
    assert!(Proof::parse(&changed).is_err());
}

#[test]
fn malformed_header_is_refused() {
    let signer = Signer::new();
    let header = signer.header();
    let jwk = |name: &str, value: Value| with(header.clone(), "jwk", with(signer.jwk(), name, value));
    let point = |text: &str| jwk("x", json!(text));
    let other = Signer::new().jwk();
    for (changed, error) in [
        (with(header.clone(), "typ", json!("JWT")), ProofError::Type),
        (with(header.clone(), "alg", json!("none")), ProofError::Algorithm),
        (with(header.clone(), "alg", json!("")), ProofError::Algorithm),
        (with(header.clone(), "alg", json!("HS256")), ProofError::Algorithm),
        (with(header.clone(), "alg", json!("RS256")), ProofError::Algorithm),
        (with(header.clone(), "alg", json!("ES384")), ProofError::Algorithm),
        (with(header.clone(), "alg", json!("EdDSA")), ProofError::Algorithm),
        (with(header.clone(), "crit", json!(["exp"])), ProofError::Form),
        (without(header.clone(), "jwk"), ProofError::Form),
        (without(header.clone(), "typ"), ProofError::Form),
        (jwk("d", json!("AAAA")), KeyError::Private.into()),
        (jwk("kty", json!("oct")), KeyError::Kind.into()),
        (jwk("crv", json!("P-384")), KeyError::Kind.into()),
        (point("AAAA"), KeyError::Kind.into()),
        (point(&format!("{}=", signer.jwk()["x"].as_str().unwrap())), KeyError::Kind.into()),
        (point(&"A".repeat(43)), ProofError::Signature),
        (with(header.clone(), "jwk", json!([other, signer.jwk()])), ProofError::Form),
        (with(with(header.clone(), "jwk", other.clone()), "jku", json!("https://a.example")), ProofError::Signature),
        (with(header.clone(), "jwk", other), ProofError::Signature),
        (json!([]), ProofError::Form),
    ] {
        assert_eq!(Proof::parse(&signer.sign(&changed, &claims())), Err(error), "{changed}");
    }
}

#[test]
fn malformed_claims_are_refused() {
    let signer = Signer::new();
    let parse = |claims: &Value| Proof::parse(&signer.sign(&signer.header(), claims)).map(|_| ());
    for name in ["jti", "htm", "htu", "iat"] {
        assert_eq!(parse(&without(claims(), name)), Err(ProofError::Form), "{name}");
        assert_eq!(parse(&with(claims(), name, json!(true))), Err(ProofError::Form), "{name}");
    }
    for (length, expected) in
        [(0, Err(ProofError::Identifier)), (1, Ok(())), (MAX_JTI, Ok(())), (MAX_JTI + 1, Err(ProofError::Identifier))]
    {
        assert_eq!(parse(&with(claims(), "jti", json!("x".repeat(length)))), expected, "{length}");
    }
    assert_eq!(parse(&with(claims(), "more", json!("x".repeat(MAX_LENGTH)))), Err(ProofError::TooLong));
    let proof = signer.sign(&signer.header(), &claims());
    for text in ["", ".", "..", "a.b", &format!("{proof}="), &format!("{proof}."), &format!(".{proof}")] {
        assert_eq!(Proof::parse(text), Err(ProofError::Form), "{text}");
    }
    let (input, _) = proof.rsplit_once('.').unwrap();
    for signature in [[0_u8; 64], [255; 64]] {
        let text = format!("{input}.{}", URL_SAFE_NO_PAD.encode(signature));
        assert_eq!(Proof::parse(&text), Err(ProofError::Signature), "{signature:?}");
    }
    let two_keys = format!(r#"{{"typ":"dpop+jwt","alg":"ES256","jwk":{0},"jwk":{0}}}"#, signer.jwk());
    let text = proof.split_once('.').map(|(_, rest)| format!("{}.{rest}", URL_SAFE_NO_PAD.encode(two_keys)));
    assert_eq!(Proof::parse(&text.unwrap()), Err(ProofError::Form), "two keys");
    let twice = URL_SAFE_NO_PAD.encode(r#"{"jti":"1","jti":"2","htm":"GET","htu":"https://a.example","iat":1}"#);
    let header = URL_SAFE_NO_PAD.encode(signer.header().to_string());
    assert_eq!(Proof::parse(&format!("{header}.{twice}.AA")), Err(ProofError::Form));
}

#[test]
fn proof_of_another_request_is_refused() {
    let signer = Signer::new();
    let ath = URL_SAFE_NO_PAD.encode(Sha256::digest("token"));
    let proof = Proof::parse(&signer.sign(&signer.header(), &with(claims(), "ath", json!(ath)))).unwrap();
    let bare = Proof::parse(&signer.sign(&signer.header(), &claims())).unwrap();
    let at = |now| check(&proof, "POST", TOKEN_URL, Some("token"), now);
    for (now, expected) in [
        (940, Ok(())),
        (1000, Ok(())),
        (1060, Ok(())),
        (939, Err(ProofError::Time)),
        (1061, Err(ProofError::Time)),
        (i64::MIN, Err(ProofError::Time)),
        (i64::MAX, Err(ProofError::Time)),
    ] {
        assert_eq!(at(now), expected, "{now}");
    }
    assert_eq!(check(&proof, "GET", TOKEN_URL, None, 1000), Err(ProofError::Method));
    assert_eq!(check(&proof, "post", TOKEN_URL, None, 1000), Err(ProofError::Method));
    for url in ["http://server.example.com/token", "https://server.example.com/token/", "https://other.example/token"] {
        assert_eq!(check(&proof, "POST", url, None, 1000), Err(ProofError::Url), "{url}");
    }
    assert_eq!(check(&proof, "POST", TOKEN_URL, Some("other"), 1000), Err(ProofError::AccessToken));
    assert_eq!(check(&bare, "POST", TOKEN_URL, Some("token"), 1000), Err(ProofError::AccessToken));
    assert_eq!(check(&bare, "POST", TOKEN_URL, None, 1000), Ok(()));
}

#[test]
fn htu_is_compared_normalized_without_query_and_fragment() {
    let signer = Signer::new();
    for (htu, expected) in [
        ("https://server.example.com/token?x=1#y", Ok(())),
        ("HTTPS://SERVER.example.com:443/token", Ok(())),
        ("https://server.example.com/a/../token", Ok(())),
        ("https://server.example.com:8443/token", Err(ProofError::Url)),
        ("https://ada@server.example.com/token", Err(ProofError::Url)),
        ("https://server.example.com/TOKEN", Err(ProofError::Url)),
        ("/token", Err(ProofError::Url)),
        ("", Err(ProofError::Url)),
    ] {
        let proof = Proof::parse(&signer.sign(&signer.header(), &with(claims(), "htu", json!(htu)))).unwrap();
        assert_eq!(check(&proof, "POST", TOKEN_URL, None, 1000), expected, "{htu}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in ".{0,300}") {
        prop_assert!(Proof::parse(&text).is_err());
    }

    #[test]
    fn any_changed_character_is_refused(at in any::<prop::sample::Index>(), other in "[A-Za-z0-9_.=-]") {
        let at = at.index(OF_THE_RFC.len());
        prop_assume!(OF_THE_RFC[at..=at] != other);
        let changed = [&OF_THE_RFC[..at], other.as_str(), &OF_THE_RFC[at + 1..]].concat();
        prop_assert!(Proof::parse(&changed).is_err());
    }

    #[test]
    fn any_claims_are_read_as_they_were_signed(jti in ".{1,60}", htm in "[A-Z]{1,9}", path in "[a-z/]{0,30}", iat in any::<i64>()) {
        let signer = Signer::new();
        let htu = format!("https://music.example/{path}");
        let claims = json!({ "jti": jti, "htm": htm, "htu": htu, "iat": iat });
        let proof = Proof::parse(&signer.sign(&signer.header(), &claims)).unwrap();
        prop_assert_eq!(proof.identifier(), <[u8; 32]>::from(Sha256::digest(&jti)));
        prop_assert_eq!(check(&proof, &htm, &htu, None, iat), Ok(()));
    }
}
