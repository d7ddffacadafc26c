//! The proofs that a thief can send: recorded ones, changed ones, and forged ones.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::hmac::{HMAC_SHA256, Key, sign};
use serde_json::{Value, json};
use stagepass_test_support::dpop::{ProofKey, proof_claims};

use super::loot::Loot;

/// The order of the curve P-256, big-endian.
const ORDER: [u8; 32] = [
    0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xbc, 0xe6, 0xfa, 0xad, 0xa7,
    0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
];

/// The request that the thief wants to send.
pub(super) struct Wanted<'a> {
    pub(super) method: &'a str,
    pub(super) url: &'a str,
    /// The access token in its header, or empty.
    pub(super) access_token: &'a str,
    /// The time of the service in Unix seconds.
    pub(super) now: i64,
}

impl Wanted<'_> {
    /// The claims of a new proof.
    fn claims(&self) -> Value {
        proof_claims(self.method, self.url, self.now, self.access_token)
    }
}

/// A name, and the values of the headers `DPoP`.
pub(super) type NamedProofs = (String, Vec<String>);

/// Returns all proofs for this request, none included.
pub(super) fn proofs(loot: &Loot, thief: &ProofKey, wanted: &Wanted<'_>) -> Vec<NamedProofs> {
    let mut proofs = own_proofs(thief, wanted);
    if let Some(owner) = &loot.jwk {
        proofs.extend(forged_proofs(owner, thief, wanted));
        proofs.extend(recorded_proofs(loot, thief, wanted));
    }
    proofs
}

/// No proof, and proofs of the thief's own key.
fn own_proofs(thief: &ProofKey, wanted: &Wanted<'_>) -> Vec<NamedProofs> {
    let mut proofs = vec![("no proof".to_owned(), vec![])];
    let mut add = |name: &str, proof: String| proofs.push((name.to_owned(), vec![proof]));
    add("own key", thief.sign(&wanted.claims()));
    for (name, member, value) in [
        ("own key, no ath", "ath", Value::Null),
        ("own key, ath of another token", "ath", json!("fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")),
        ("own key, another method", "htm", json!("OPTIONS")),
        ("own key, another URL", "htu", json!("https://other.example/v1/me")),
        ("own key, an hour old", "iat", json!(wanted.now - 3_600)),
        ("own key, an hour ahead", "iat", json!(wanted.now + 3_600)),
    ] {
        let mut changed = wanted.claims();
        changed[member] = value;
        add(name, thief.sign(&changed));
    }
    proofs
}

/// Proofs that name the key of the owner, and are not signed by it.
fn forged_proofs(owner: &Value, thief: &ProofKey, wanted: &Wanted<'_>) -> Vec<NamedProofs> {
    let mut proofs = Vec::new();
    let mut add = |name: &str, proof: String| proofs.push((name.to_owned(), vec![proof]));
    let header = |members: Value| {
        let mut header = json!({ "typ": "dpop+jwt", "alg": "ES256", "jwk": owner });
        for (name, value) in members.as_object().into_iter().flatten() {
            header[name] = value.clone();
        }
        header.to_string()
    };
    let signed_by_thief = |header: &str| thief.sign_text(header, &wanted.claims().to_string());
    let own = thief.jwk();
    let mut with_private = owner.clone();
    with_private["d"] = own["x"].clone();
    let mut half = owner.clone();
    half["y"] = own["y"].clone();
    let thumbprint = thief.thumbprint();
    for (name, members) in [
        ("the owner's key, the thief's signature", json!({})),
        ("the thief's key, named as the owner's", json!({ "jwk": own, "kid": owner["x"] })),
        ("the thief's key by its address", json!({ "jku": "https://thief.example/keys", "kid": thumbprint })),
        ("the thief's certificate", json!({ "x5c": [STANDARD.encode(thumbprint.as_bytes())] })),
        ("the owner's key with a private part", json!({ "jwk": with_private })),
        ("a point of both keys", json!({ "jwk": half })),
        ("a list of keys", json!({ "jwk": [owner, own] })),
        ("RS256", json!({ "alg": "RS256" })),
        ("ES384", json!({ "alg": "ES384" })),
        ("EdDSA", json!({ "alg": "EdDSA" })),
        ("another type", json!({ "typ": "JWT" })),
        ("an unknown extension", json!({ "crit": ["b64"], "b64": false })),
    ] {
        add(name, signed_by_thief(&header(members)));
    }
    for (name, first, second) in
        [("two keys, the thief's last", owner, &own), ("two keys, the owner's last", &own, owner)]
    {
        let twice = format!(r#"{{"typ":"dpop+jwt","alg":"ES256","jwk":{first},"jwk":{second}}}"#);
        add(name, signed_by_thief(&twice));
    }
    let unsigned =
        |header: String| [header, wanted.claims().to_string()].map(|part| URL_SAFE_NO_PAD.encode(part)).join(".");
    for alg in ["none", "None", "", "ES256"] {
        add(&format!("no signature, alg {alg:?}"), unsigned(header(json!({ "alg": alg }))) + ".");
    }
    for (name, signature) in [("zeros", [0; 64]), ("ones", [255; 64]), ("the order twice", order_twice())] {
        add(
            &format!("signature of {name}"),
            format!("{}.{}", unsigned(header(json!({}))), URL_SAFE_NO_PAD.encode(signature)),
        );
    }
    for (name, secret) in public_secrets(owner) {
        let text = unsigned(header(json!({ "alg": "HS256" })));
        let signature = sign(&Key::new(HMAC_SHA256, &secret), text.as_bytes());
        add(&format!("HS256 with {name}"), format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature.as_ref())));
    }
    proofs
}

/// Proofs of requests of the owner, as they were and changed.
fn recorded_proofs(loot: &Loot, thief: &ProofKey, wanted: &Wanted<'_>) -> Vec<NamedProofs> {
    let mut proofs = Vec::new();
    let mut add = |name: &str, proof: String| proofs.push((name.to_owned(), vec![proof]));
    let recorded = loot.proofs();
    for (number, proof) in recorded.iter().enumerate() {
        add(&format!("recorded proof {number}"), (*proof).to_owned());
    }
    let newest = recorded.first().expect("a bound session sends proofs");
    let parts: Vec<&str> = newest.split('.').collect();
    let [old_header, old_claims, signature] = parts[..] else { panic!("a recorded proof is a JWT") };
    add(
        "recorded proof, the other signature of the same",
        format!("{old_header}.{old_claims}.{}", mirrored(signature)),
    );
    add("recorded proof, padded", format!("{newest}="));
    add("recorded proof, a part more", format!("{newest}.{signature}"));
    add("recorded signature, new claims", {
        format!("{old_header}.{}.{signature}", URL_SAFE_NO_PAD.encode(wanted.claims().to_string()))
    });
    let own_proof = || thief.sign(&wanted.claims());
    proofs.extend([
        ("two proofs, the recorded first".to_owned(), vec![(*newest).to_owned(), own_proof()]),
        ("two proofs, the thief's first".to_owned(), vec![own_proof(), (*newest).to_owned()]),
        ("two proofs in one header".to_owned(), vec![format!("{newest}, {}", own_proof())]),
    ]);
    proofs
}

/// Returns forms of the public key that a server might take for the secret of an HMAC.
fn public_secrets(jwk: &Value) -> [(&'static str, Vec<u8>); 4] {
    let coordinate = |name: &str| URL_SAFE_NO_PAD.decode(jwk[name].as_str().expect("a coordinate")).expect("base64url");
    let point = [vec![4], coordinate("x"), coordinate("y")].concat();
    // RFC 5480: the head of a SubjectPublicKeyInfo of a P-256 key.
    let head = "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE";
    let mut spki = STANDARD.decode(head).expect("base64");
    spki.extend(&point[1..]);
    let pem = format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n", STANDARD.encode(&spki));
    [("the point", point), ("the JWK", jwk.to_string().into_bytes()), ("the SPKI", spki), ("the PEM", pem.into_bytes())]
}

fn order_twice() -> [u8; 64] {
    let mut signature = [0; 64];
    signature[..32].copy_from_slice(&ORDER);
    signature[32..].copy_from_slice(&ORDER);
    signature
}

/// Returns the second valid signature of the same text, (r, n − s), which everyone can compute.
fn mirrored(signature: &str) -> String {
    let mut bytes = URL_SAFE_NO_PAD.decode(signature).expect("a recorded signature");
    let mut borrowed = 0;
    for (at, of_order) in ORDER.iter().enumerate().rev() {
        let difference = i16::from(*of_order) - i16::from(bytes[32 + at]) - borrowed;
        borrowed = i16::from(difference < 0);
        bytes[32 + at] = difference.rem_euclid(256).to_le_bytes()[0];
    }
    URL_SAFE_NO_PAD.encode(bytes)
}
