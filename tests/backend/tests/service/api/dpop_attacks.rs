//! Attackers who send proofs, or tokens that are bound to the key of another client, must not harm other sign-ins.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::Method;
use serde_json::json;
use stagepass_backend::clock::Clock as _;
use stagepass_backend::store::Store;
use stagepass_backend::{Limits, Rate, ServerSettings, Settings};
use stagepass_test_support::dpop::ProofKey;
use stagepass_test_support::{Reply, TestService, TestStorage, Tokens, sent, settings};

/// A signed-in owner whose tokens are bound, and the key of a thief.
struct Theft {
    world: TestService,
    key: ProofKey,
    thief: ProofKey,
    tokens: Tokens,
}

impl Theft {
    async fn at(world: TestService) -> Self {
        let key = ProofKey::new();
        let tokens = world.bound_login(&key).await;
        Self { world, key, thief: ProofKey::new(), tokens }
    }

    /// `GET /me` with these values of the header `DPoP`.
    async fn me(&self, proofs: &[&str]) -> Reply {
        let authorization = format!("DPoP {}", self.tokens.access);
        let request = self.world.ask(Method::GET, "/me", "").header("authorization", authorization);
        sent(proofs.iter().fold(request, |request, proof| request.header("dpop", *proof))).await
    }

    fn proof(&self, key: &ProofKey) -> String {
        key.sign(&self.world.proof_claims(&Method::GET, "/me", &self.tokens.access))
    }

    /// The status of a request of the owner.
    async fn owner(&self) -> u16 {
        self.me(&[&self.proof(&self.key)]).await.status
    }

    async fn refresh(&self, key: &ProofKey) -> Reply {
        let body = self.world.refresh_of(&self.tokens.refresh);
        sent(self.world.ask_with_proof(Method::POST, "/oauth/token", "", key).json(&body)).await
    }
}

/// Returns the proof with the second valid signature of the same text, (r, n − s), which everyone can compute.
fn mirrored(proof: &str) -> String {
    /// The order of the curve P-256, big-endian.
    const ORDER: [u8; 32] = *b"\xff\xff\xff\xff\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\
        \xbc\xe6\xfa\xad\xa7\x17\x9e\x84\xf3\xb9\xca\xc2\xfc\x63\x25\x51";
    let (signed, signature) = proof.rsplit_once('.').unwrap();
    let mut bytes = URL_SAFE_NO_PAD.decode(signature).unwrap();
    let mut borrowed = 0;
    for (at, of_order) in ORDER.iter().enumerate().rev() {
        let difference = i16::from(*of_order) - i16::from(bytes[32 + at]) - borrowed;
        borrowed = i16::from(difference < 0);
        bytes[32 + at] = difference.rem_euclid(256).to_le_bytes()[0];
    }
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(bytes))
}

/// A thief has the tokens and has recorded all requests. `dpop/proof/tests.rs` has the forms of a proof.
#[tokio::test]
async fn recorded_and_forged_proofs_open_nothing() {
    let theft = Theft::at(TestService::new().await).await;
    let (world, tokens) = (&theft.world, &theft.tokens);
    let recorded = theft.proof(&theft.key);
    assert_eq!(theft.me(&[&recorded]).await.status, 200);
    let [header, _, signature]: [&str; 3] = recorded.split('.').collect::<Vec<_>>().try_into().unwrap();
    let owners = json!({ "typ": "dpop+jwt", "alg": "ES256", "jwk": theft.key.jwk() }).to_string();
    let ticket = json!({ "audience": "https://thief.example" });
    let revocation = json!({ "token": tokens.refresh, "client_id": world.app.api_key });
    for (method, path, scheme, body) in [
        (Method::GET, "/me", "DPoP", json!({})),
        (Method::GET, "/me", "Bearer", json!({})),
        (Method::GET, "/uploads", "DPoP", json!({})),
        (Method::POST, "/tickets", "DPoP", ticket.clone()),
        (Method::POST, "/tickets", "Bearer", ticket),
        (Method::POST, "/tracks", "DPoP", json!({ "title": "Stolen", "track_cid": "x" })),
        (Method::POST, "/oauth/token", "", world.refresh_of(&tokens.refresh)),
        (Method::POST, "/oauth/revoke", "", revocation),
    ] {
        let access = if scheme.is_empty() { "" } else { tokens.access.as_str() };
        let claims = world.proof_claims(&method, path, access);
        let new_claims = URL_SAFE_NO_PAD.encode(claims.to_string());
        for (way, proof) in [
            ("no proof", None),
            ("the thief's key", Some(theft.thief.sign(&claims))),
            ("the owner's key, the thief's signature", Some(theft.thief.sign_text(&owners, &claims.to_string()))),
            ("recorded", Some(recorded.clone())),
            ("recorded, the other signature", Some(mirrored(&recorded))),
            ("recorded signature, new claims", Some(format!("{header}.{new_claims}.{signature}"))),
        ] {
            let mut request = world.ask(method.clone(), path, "").header("tus-resumable", "1.0.0").json(&body);
            if !access.is_empty() {
                request = request.header("authorization", format!("{scheme} {access}"));
            }
            let reply = sent(proof.iter().fold(request, |request, proof| request.header("dpop", proof))).await;
            let status = reply.status;
            assert!(matches!(status, 400 | 401), "{method} {path} {scheme}, {way}: {status} {}", reply.body);
        }
    }
    assert_eq!((theft.owner().await, theft.refresh(&theft.key).await.status), (200, 200));
}

/// A thief who has recorded a request sends it again. That must not count for the user, whose requests would then be
/// refused.
#[tokio::test]
async fn replayed_proofs_use_up_no_rate_limit() {
    let per_user = Some(Rate { per_second: 1, burst: 8 });
    let theft = Theft::at(TestService::with(Settings { per_app: per_user, per_user, ..settings() }).await).await;
    let recorded = theft.proof(&theft.key);
    assert_eq!(theft.me(&[&recorded]).await.status, 200);
    for _ in 0..30 {
        assert_eq!(theft.me(&[&recorded]).await.failure(), (401, "invalid_dpop_proof".to_owned()));
        assert_eq!(theft.me(&[&theft.proof(&theft.thief)]).await.failure(), (401, "invalid_dpop_proof".to_owned()));
        assert_eq!(theft.refresh(&theft.thief).await.failure(), (400, "invalid_grant".to_owned()));
    }
    for _ in 0..5 {
        assert_eq!(theft.owner().await, 200);
    }
    assert_eq!(theft.refresh(&theft.key).await.status, 200);
}

/// Any replica deletes the proofs that have expired by its own clock.
#[tokio::test]
async fn replica_with_a_fast_clock_forgets_no_proof() {
    let storage = TestStorage::new();
    let theft = Theft::at(TestService::with(storage.settings()).await).await;
    let mut claims = theft.world.proof_claims(&Method::GET, "/me", &theft.tokens.access);
    claims["iat"] = json!(theft.world.clock.now() + 60);
    let recorded = theft.key.sign(&claims);
    assert_eq!(theft.me(&[&recorded]).await.status, 200);
    theft.world.clock.advance(119);
    let store = Store::open(&storage.database()).await.unwrap();
    store.forget_proofs(theft.world.clock.now() + 60).await.unwrap();
    assert_eq!(theft.me(&[&recorded]).await.failure(), (401, "invalid_dpop_proof".to_owned()));
}

/// A proof of a request that was refused for its rate is not used up, so it fills no memory either.
#[tokio::test]
async fn rate_limited_request_does_not_store_its_proof() {
    let storage = TestStorage::new();
    let per_user = Some(Rate { per_second: 1, burst: 1 });
    let theft = Theft::at(TestService::with(Settings { per_app: None, per_user, ..storage.settings() }).await).await;
    let before = storage.count("dpop_proofs");
    let (mut accepted, mut status) = (0, 200);
    while accepted == 0 || status == 200 {
        status = theft.owner().await;
        accepted += usize::from(status == 200);
    }
    assert_eq!((status, storage.count("dpop_proofs")), (429, before + accepted));
}

/// None of them is remembered, and the owner is served after each.
#[tokio::test]
async fn proofs_of_other_keys_are_never_remembered() {
    let storage = TestStorage::new();
    let theft = Theft::at(TestService::with(storage.settings()).await).await;
    let before = storage.count("dpop_proofs");
    for _ in 0..20 {
        assert_eq!(theft.me(&[&theft.proof(&theft.thief)]).await.status, 401);
        assert_eq!(theft.refresh(&theft.thief).await.status, 400);
    }
    assert_eq!(storage.count("dpop_proofs"), before);
    assert_eq!((theft.owner().await, storage.count("dpop_proofs")), (200, before + 1));
}

/// Proofs that are long, many, deeply nested, or of points that are not on the curve.
#[tokio::test]
async fn hostile_proofs_are_rejected_and_owner_is_served() {
    let theft = Theft::at(TestService::new().await).await;
    let claims = theft.world.proof_claims(&Method::GET, "/me", &theft.tokens.access).to_string();
    let jwk = theft.key.jwk();
    let header = |x: &str, y: &str| {
        json!({ "typ": "dpop+jwt", "alg": "ES256", "jwk": { "kty": "EC", "crv": "P-256", "x": x, "y": y } }).to_string()
    };
    let (x, y) = (jwk["x"].as_str().unwrap(), jwk["y"].as_str().unwrap());
    let (zero, ones) = ("A".repeat(43), format!("{}8", "_".repeat(42)));
    let mut hostile: Vec<(String, String)> = [
        ("infinity", &*zero, &*zero),
        ("x of zero", &zero, y),
        ("coordinates over the prime", &ones, &ones),
        ("x for y", y, x),
    ]
    .map(|(name, x, y)| (name.to_owned(), theft.thief.sign_text(&header(x, y), &claims)))
    .into();
    for (name, (open, close)) in [("lists", ("[", "]")), ("objects", (r#"{"a":"#, "}"))] {
        let deep = open.repeat(300) + "1" + &close.repeat(300);
        let nested = format!(r#"{{"typ":"dpop+jwt","alg":"ES256","jwk":{jwk},"more":{deep}}}"#);
        hostile.push((format!("{name} in the header"), theft.thief.sign_text(&nested, &claims)));
        let nested = claims.replacen('{', &format!(r#"{{"more":{deep},"#), 1);
        hostile.push((format!("{name} in the claims"), theft.thief.sign_text(&header(x, y), &nested)));
    }
    hostile.push(("a number of many digits".to_owned(), {
        theft.thief.sign_text(&header(x, y), &claims.replacen("\"iat\":", &format!("\"iat\":{}", "9".repeat(999)), 1))
    }));
    hostile.push(("4,097 bytes".to_owned(), "a".repeat(4_097)));
    hostile.push(("100 kB".to_owned(), "a".repeat(100_000)));
    hostile.push(("only dots".to_owned(), ".".repeat(4_096)));
    for (name, proof) in &hostile {
        let reply = theft.me(&[proof]).await;
        assert!(matches!(reply.status, 401 | 431), "{name}: {} {}", reply.status, reply.body);
        assert_eq!(theft.owner().await, 200, "{name}");
    }
    let own = theft.proof(&theft.key);
    let many: Vec<&str> = std::iter::repeat_n(own.as_str(), 60).collect();
    assert!(matches!(theft.me(&many).await.status, 401 | 431));
    assert_eq!(theft.me(&[&own]).await.status, 200, "of several headers none is used");
}

/// The signature is verified last: a code that was made up costs no elliptic curves. Only what is no JWT is refused
/// before.
#[tokio::test]
async fn proof_with_an_unknown_token_is_not_verified() {
    let theft = Theft::at(TestService::new().await).await;
    let with = |header, body| theft.world.ask(Method::POST, "/oauth/token", "").header("dpop", header).json(&body);
    sent(with("not a proof", theft.world.exchange_of("made up"))).await.is_error(400, "invalid_dpop_proof");
    let post = |body| with("not.a.proof", body);
    sent(post(theft.world.exchange_of("made up"))).await.is_error(400, "invalid_grant");
    assert_eq!(sent(post(theft.world.refresh_of("made up"))).await.failure(), (400, "invalid_grant".to_owned()));
    let request = theft.world.ask(Method::GET, "/me", "").header("authorization", "DPoP made-up").header("dpop", "x");
    assert_eq!(sent(request).await.failure(), (401, "invalid_token".to_owned()));
    let revocation = theft.world.ask(Method::POST, "/oauth/revoke", "").header("dpop", "not.a.proof");
    let revocation = revocation.json(&json!({ "token": "made up", "client_id": theft.world.app.api_key }));
    assert_eq!(sent(revocation).await.status, 200);
}

#[tokio::test]
async fn flood_of_proofs_limits_only_its_address() {
    let limits = Limits { per_address: Some(Rate { per_second: 1, burst: 10 }), ..Limits::NONE };
    let trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    let server = ServerSettings { limits, trusted_proxies, ..ServerSettings::default() };
    let theft = Theft::at(TestService::with(Settings { server, ..settings() }).await).await;
    let me = async |address: &str, key: &ProofKey| {
        let request = theft.world.ask_with_proof(Method::GET, "/me", &theft.tokens.access, key);
        sent(request.header("x-forwarded-for", address)).await.status
    };
    let mut statuses = Vec::new();
    for _ in 0..40 {
        statuses.push(me("192.0.2.1", &theft.thief).await);
    }
    assert!(statuses.contains(&401) && statuses.contains(&429), "{statuses:?}");
    for _ in 0..5 {
        assert_eq!(me("192.0.2.2", &theft.key).await, 200);
    }
}

/// A nonce is not of one client, and nothing that another client sends ends it.
#[tokio::test]
async fn nonce_stays_valid_whatever_others_send() {
    let (key, thief) = (ProofKey::new(), ProofKey::new());
    let world = TestService::with(Settings { dpop_nonce: true, ..settings() }).await;
    let exchange = world.exchange_of(&world.code().await);
    let post = |key: &ProofKey, nonce: &str| {
        let mut claims = world.proof_claims(&Method::POST, "/oauth/token", "");
        claims["nonce"] = json!(nonce);
        world.ask(Method::POST, "/oauth/token", "").header("dpop", key.sign(&claims)).json(&exchange)
    };
    let nonce = sent(post(&key, "none")).await.header("dpop-nonce").to_owned();
    for made_up in ["none", "", &nonce.to_uppercase(), &format!("{nonce}A"), &nonce[1..]] {
        assert_eq!(sent(post(&thief, made_up)).await.error(), "use_dpop_nonce");
    }
    assert_eq!(sent(post(&key, &nonce)).await.status, 200);
}
