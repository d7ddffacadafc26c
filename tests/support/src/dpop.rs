//! An app's key for DPoP (RFC 9449), and the proofs that it signs.

use std::sync::atomic::{AtomicU64, Ordering};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::{Method, RequestBuilder};
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};

use crate::{TestService, Tokens, sent};

/// A key pair for ES256.
pub struct ProofKey(EcdsaKeyPair);

impl Default for ProofKey {
    fn default() -> Self {
        Self::new()
    }
}

impl ProofKey {
    /// Creates a key pair.
    pub fn new() -> Self {
        let (of, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let document = EcdsaKeyPair::generate_pkcs8(of, &random).expect("a key pair");
        Self(EcdsaKeyPair::from_pkcs8(of, document.as_ref(), &random).expect("the same key pair"))
    }

    /// Returns the public key.
    pub fn jwk(&self) -> Value {
        let point = self.0.public_key().as_ref();
        json!({ "kty": "EC", "crv": "P-256", "x": encoded(&point[1..33]), "y": encoded(&point[33..]) })
    }

    /// Returns the thumbprint of the public key (RFC 7638).
    pub fn thumbprint(&self) -> String {
        let jwk = self.jwk();
        encoded_hash(&format!(r#"{{"crv":"P-256","kty":"EC","x":{},"y":{}}}"#, jwk["x"], jwk["y"]))
    }

    /// Signs a proof with these claims.
    pub fn sign(&self, claims: &Value) -> String {
        let header = json!({ "typ": "dpop+jwt", "alg": "ES256", "jwk": self.jwk() });
        self.sign_text(&header.to_string(), &claims.to_string())
    }

    /// Signs this header and these claims, whatever they are.
    pub fn sign_text(&self, header: &str, claims: &str) -> String {
        let [header, claims] = [header, claims].map(|part| encoded(part.as_bytes()));
        let signed = format!("{header}.{claims}");
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes()).expect("a signature");
        format!("{signed}.{}", encoded(signature.as_ref()))
    }
}

/// Returns the claims of a new proof. With an access token, they have its hash.
pub fn proof_claims(method: &str, url: &str, now: i64, access_token: &str) -> Value {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let jti = format!("proof-{}", NEXT.fetch_add(1, Ordering::Relaxed));
    let mut claims = json!({ "jti": jti, "htm": method, "htu": url, "iat": now });
    if !access_token.is_empty() {
        claims["ath"] = json!(encoded_hash(access_token));
    }
    claims
}

impl TestService {
    /// Returns the claims of a proof for a request to `path` under the base URL, at the time of the service's clock.
    pub fn proof_claims(&self, method: &Method, path: &str, access_token: &str) -> Value {
        let path = path.split('?').next().unwrap_or_default();
        let now = stagepass_backend::clock::Clock::now(&*self.clock);
        proof_claims(method.as_str(), &self.url(path), now, access_token)
    }

    /// A request with an access token that is bound to `key`, or without a token, and with a proof.
    pub fn ask_with_proof(&self, method: Method, path: &str, access_token: &str, key: &ProofKey) -> RequestBuilder {
        let proof = key.sign(&self.proof_claims(&method, path, access_token));
        let request = self.ask(method, path, "").header("dpop", proof);
        if access_token.is_empty() { request } else { request.header("authorization", format!("DPoP {access_token}")) }
    }

    /// Returns tokens of a login of the registered app that are bound to `key`.
    pub async fn bound_login(&self, key: &ProofKey) -> Tokens {
        let exchange = self.exchange_of(&self.code().await);
        let request = self.ask_with_proof(Method::POST, "/oauth/token", "", key);
        Tokens::of(&sent(request.json(&exchange)).await)
    }
}

fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn encoded_hash(text: &str) -> String {
    encoded(digest(&SHA256, text.as_bytes()).as_ref())
}
