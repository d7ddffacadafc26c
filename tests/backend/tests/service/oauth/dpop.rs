//! Grants that are bound to a key of their app (RFC 9449 §5): code exchange, refresh and revocation.

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use stagepass_backend::Settings;
use stagepass_test_support::dpop::ProofKey;
use stagepass_test_support::{Reply, TestService, Tokens, answer, sent, settings};

struct BoundGrant {
    world: TestService,
    key: ProofKey,
    tokens: Tokens,
}

impl BoundGrant {
    async fn new() -> Self {
        let (world, key) = (TestService::new().await, ProofKey::new());
        let reply = exchange(&world, &world.code().await, Some(&key)).await;
        assert_eq!((reply.status, &reply.json()["token_type"]), (200, &json!("DPoP")), "{}", reply.body);
        Self { tokens: Tokens::of(&reply), world, key }
    }

    async fn refresh(&self, token: &str, key: Option<&ProofKey>) -> Reply {
        sent(post(&self.world, "/oauth/token", key).json(&self.world.refresh_of(token))).await
    }

    async fn refresh_with(&self, token: &str, proof: &str) -> Reply {
        sent(post(&self.world, "/oauth/token", None).header("dpop", proof).json(&self.world.refresh_of(token))).await
    }

    async fn revoke(&self, token: &str, key: Option<&ProofKey>) -> Reply {
        let body = json!({ "token": token, "client_id": self.world.app.api_key });
        sent(post(&self.world, "/oauth/revoke", key).json(&body)).await
    }

    async fn me(&self, token: &str) -> u16 {
        sent(self.world.ask_with_proof(Method::GET, "/me", token, &self.key)).await.status
    }

    fn claims(&self) -> Value {
        self.world.proof_claims(&Method::POST, "/oauth/token", "")
    }
}

fn post(world: &TestService, path: &str, key: Option<&ProofKey>) -> RequestBuilder {
    match key {
        Some(key) => world.ask_with_proof(Method::POST, path, "", key),
        None => world.ask(Method::POST, path, ""),
    }
}

async fn exchange(world: &TestService, code: &str, key: Option<&ProofKey>) -> Reply {
    sent(post(world, "/oauth/token", key).json(&world.exchange_of(code))).await
}

#[tokio::test]
async fn grant_without_proof_stays_a_bearer_grant() {
    let (world, key) = (TestService::new().await, ProofKey::new());
    let tokens = world.login().await;
    // A thief with the refresh token must not be able to bind it.
    let request = post(&world, "/oauth/token", Some(&key));
    let reply = sent(request.json(&world.refresh_of(&tokens.refresh))).await;
    assert_eq!((reply.status, &reply.json()["token_type"]), (200, &json!("Bearer")));
    let next = Tokens::of(&reply);
    assert_eq!(world.me(&next.access).await.status, 200);
    assert_eq!(world.refresh(&next.refresh).await.status, 200);
}

#[tokio::test]
async fn refresh_with_wrong_or_missing_key_changes_nothing() {
    let bound = BoundGrant::new().await;
    let (first, thief) = (&bound.tokens, ProofKey::new());
    let second = Tokens::of(&bound.refresh(&first.refresh, Some(&bound.key)).await);
    let third = Tokens::of(&bound.refresh(&second.refresh, Some(&bound.key)).await);
    assert_eq!(bound.me(&third.access).await, 200);
    // Also the replaced token, whose use with the right key revokes the grant.
    for token in [&third.refresh, &second.refresh, &first.refresh] {
        for key in [None, Some(&thief)] {
            bound.refresh(token, key).await.is_error(400, "invalid_grant");
        }
    }
    assert_eq!(bound.me(&third.access).await, 200);
    let fourth = bound.refresh(&third.refresh, Some(&bound.key)).await;
    assert_eq!(fourth.json()["token_type"], "DPoP", "{}", fourth.body);
    assert_eq!(bound.me(&Tokens::of(&fourth).access).await, 200);
}

#[tokio::test]
async fn replayed_refresh_token_with_right_key_revokes_grant() {
    let bound = BoundGrant::new().await;
    let second = Tokens::of(&bound.refresh(&bound.tokens.refresh, Some(&bound.key)).await);
    assert_eq!(bound.me(&second.access).await, 200);
    bound.world.clock.advance(10);
    assert_eq!(bound.refresh(&bound.tokens.refresh, Some(&bound.key)).await.error(), "invalid_grant");
    assert_eq!(bound.me(&second.access).await, 401);
}

#[tokio::test]
async fn successor_is_repeated_to_the_same_key_only() {
    let bound = BoundGrant::new().await;
    let first = &bound.tokens.refresh;
    let second = Tokens::of(&bound.refresh(first, Some(&bound.key)).await);
    for key in [None, Some(&ProofKey::new())] {
        assert_eq!(bound.refresh(first, key).await.error(), "invalid_grant");
    }
    let again = bound.refresh(first, Some(&bound.key)).await;
    assert_eq!(Tokens::of(&again).refresh, second.refresh);
}

#[tokio::test]
async fn bad_proof_is_refused_and_consumes_nothing() {
    let bound = BoundGrant::new().await;
    let (claims, now) = (bound.claims(), bound.claims()["iat"].as_i64().unwrap());
    let with = |name: &str, value: Value| {
        let mut changed = claims.clone();
        changed[name] = value;
        bound.key.sign(&changed)
    };
    let good = bound.key.sign(&claims);
    let revocation = json!({ "token": bound.tokens.refresh, "client_id": bound.world.app.api_key });
    let code = bound.world.code().await;
    let bad = [
        ("another method", with("htm", json!("GET"))),
        ("another URL", with("htu", json!(bound.world.url("/me")))),
        ("another origin", with("htu", json!("https://other.example/v1/oauth/token"))),
        ("stale", with("iat", json!(now - 61))),
        ("from the future", with("iat", json!(now + 61))),
        ("without jti", with("jti", json!(""))),
        ("no JWT", "x".to_owned()),
        ("too long", "x".repeat(5_000)),
        ("another signature", format!("{}AAAA", &good[..good.len() - 4])),
    ];
    for (name, proof) in &bad {
        for (path, body) in [
            ("/oauth/token", bound.world.refresh_of(&bound.tokens.refresh)),
            ("/oauth/token", bound.world.exchange_of(&code)),
            ("/oauth/revoke", revocation.clone()),
        ] {
            let reply = sent(post(&bound.world, path, None).header("dpop", proof).json(&body)).await;
            assert_eq!(reply.failure(), (400, "invalid_dpop_proof".to_owned()), "{name}");
        }
    }
    let twice = post(&bound.world, "/oauth/token", Some(&bound.key)).header("dpop", &good);
    let reply = sent(twice.json(&bound.world.refresh_of(&bound.tokens.refresh))).await;
    assert_eq!(reply.failure(), (400, "invalid_dpop_proof".to_owned()), "two headers");

    assert_eq!(exchange(&bound.world, &code, Some(&bound.key)).await.status, 200);
    let refreshed = bound.refresh_with(&bound.tokens.refresh, &good).await.with_status(200);
    let mut oldest = bound.claims();
    oldest["iat"] = json!(now - 60);
    let oldest = bound.key.sign(&oldest);
    assert_eq!(bound.refresh_with(&Tokens::of(&refreshed).refresh, &oldest).await.status, 200);
}

#[tokio::test]
async fn replayed_proof_is_rejected_while_still_valid() {
    let bound = BoundGrant::new().await;
    let mut claims = bound.claims();
    claims["iat"] = json!(claims["iat"].as_i64().unwrap() + 60);
    let proof = bound.key.sign(&claims);
    let second = Tokens::of(&bound.refresh_with(&bound.tokens.refresh, &proof).await);
    for seconds in [0, 60, 60] {
        bound.world.clock.advance(seconds);
        bound.world.service.sweep().await;
        bound.refresh_with(&second.refresh, &proof).await.is_error(400, "invalid_dpop_proof");
    }
    assert_eq!(bound.refresh(&second.refresh, Some(&bound.key)).await.status, 200);
}

#[tokio::test]
async fn revocation_needs_the_key() {
    let bound = BoundGrant::new().await;
    for token in [&bound.tokens.refresh, &bound.tokens.access] {
        for key in [None, Some(&ProofKey::new())] {
            bound.revoke(token, key).await.is_error(400, "invalid_dpop_proof");
        }
    }
    let second = Tokens::of(&bound.refresh(&bound.tokens.refresh, Some(&bound.key)).await);
    assert_eq!(bound.me(&second.access).await, 200);
    assert_eq!(bound.revoke("unknown", None).await.status, 200);
    assert_eq!(bound.revoke(&second.refresh, Some(&bound.key)).await.status, 200);
    assert_eq!(bound.me(&second.access).await, 401);
    assert_eq!(bound.refresh(&second.refresh, Some(&bound.key)).await.error(), "invalid_grant");
}

#[tokio::test]
async fn reused_code_with_another_key_revokes_the_grant() {
    let (world, thief, key) = (TestService::new().await, ProofKey::new(), ProofKey::new());
    let code = world.code().await;
    let stolen = Tokens::of(&exchange(&world, &code, Some(&thief)).await);
    assert_eq!(exchange(&world, &code, Some(&key)).await.error(), "invalid_grant");
    assert_eq!(sent(world.ask_with_proof(Method::GET, "/me", &stolen.access, &thief)).await.status, 401);
}

#[tokio::test]
async fn code_with_dpop_jkt_needs_that_key() {
    let (world, key) = (TestService::new().await, ProofKey::new());
    let request = world.request().with("dpop_jkt", &key.thumbprint());
    let code = answer(&world.approve(&request).await, "code").unwrap();
    for other in [None, Some(&ProofKey::new())] {
        assert_eq!(exchange(&world, &code, other).await.error(), "invalid_grant");
    }
    let tokens = Tokens::of(&exchange(&world, &code, Some(&key)).await);
    // Without the key, the used code does not end the grant either.
    assert_eq!(exchange(&world, &code, None).await.error(), "invalid_grant");
    let me = async || sent(world.ask_with_proof(Method::GET, "/me", &tokens.access, &key)).await.status;
    assert_eq!(me().await, 200);
    assert_eq!(exchange(&world, &code, Some(&key)).await.error(), "invalid_grant");
    assert_eq!(me().await, 401);
}

#[tokio::test]
async fn malformed_dpop_jkt_is_refused() {
    let world = TestService::new().await;
    let mut browser = world.browser_with_consent(&world.request()).await;
    for text in ["", "x", &"=".repeat(43), &"A".repeat(44)] {
        let reply = browser.get(&world.request().with("dpop_jkt", text).path()).await;
        if text.is_empty() {
            assert_eq!(reply.status, 200, "an empty parameter is a missing one");
        } else {
            assert_eq!(answer(&reply.location(), "error").as_deref(), Some("invalid_request"), "{text}");
        }
    }
}

#[tokio::test]
async fn required_nonce_is_given_without_consuming_anything() {
    let world = TestService::with(Settings { dpop_nonce: true, ..settings() }).await;
    let key = ProofKey::new();
    let with_nonce = |path: &str, method: &Method, token: &str, nonce: &str| {
        let mut claims = world.proof_claims(method, path, token);
        claims["nonce"] = json!(nonce);
        key.sign(&claims)
    };
    let code = world.code().await;
    let reply = exchange(&world, &code, Some(&key)).await;
    reply.is_error(400, "use_dpop_nonce");
    let nonce = reply.header("dpop-nonce").to_owned();
    let ask = async |body: &Value, nonce: &str| {
        let proof = with_nonce("/oauth/token", &Method::POST, "", nonce);
        sent(post(&world, "/oauth/token", None).header("dpop", proof).json(body)).await
    };
    assert_eq!(ask(&world.exchange_of(&code), "made up").await.error(), "use_dpop_nonce");
    let reply = ask(&world.exchange_of(&code), &nonce).await.with_status(200);
    let tokens = Tokens::of(&reply);

    let challenged = sent(world.ask_with_proof(Method::GET, "/me", &tokens.access, &key)).await;
    challenged.is_error(401, "use_dpop_nonce");
    assert_eq!(challenged.challenge(), "DPoP error=\"use_dpop_nonce\", algs=\"ES256\"");
    let proof = with_nonce("/me", &Method::GET, &tokens.access, challenged.header("dpop-nonce"));
    let request = world.ask(Method::GET, "/me", "").header("authorization", format!("DPoP {}", tokens.access));
    assert_eq!(sent(request.header("dpop", proof)).await.status, 200);

    world.clock.advance(300);
    let body = world.refresh_of(&tokens.refresh);
    let expired = ask(&body, &nonce).await;
    assert_eq!(expired.error(), "use_dpop_nonce");
    assert_eq!(ask(&body, expired.header("dpop-nonce")).await.status, 200);
    // A client without proofs is not asked for a nonce.
    let tokens = world.login().await;
    assert_eq!(world.me(&tokens.access).await.status, 200);
}
