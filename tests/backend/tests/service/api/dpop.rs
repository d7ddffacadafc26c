//! Access tokens that are bound to a key: each request needs a proof (RFC 9449 §7).

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_test_support::api_client::{ApiClient, wav};
use stagepass_test_support::dpop::ProofKey;
use stagepass_test_support::{AUDIENCE, Reply, TestService, Tokens, registered, sent};

async fn me(world: &TestService, scheme: &str, token: &str, proof: &str) -> Reply {
    let request = world.ask(Method::GET, "/me", "").header("authorization", format!("{scheme} {token}"));
    sent(if proof.is_empty() { request } else { request.header("dpop", proof) }).await
}

#[tokio::test]
async fn bound_token_is_refused_as_bearer_token() {
    let (world, key) = (TestService::new().await, ProofKey::new());
    let tokens = world.bound_login(&key).await;
    let proof = key.sign(&world.proof_claims(&Method::GET, "/me", &tokens.access));
    for proof in ["", &proof] {
        let reply = me(&world, "Bearer", &tokens.access, proof).await;
        reply.is_error(401, "invalid_token");
        assert_eq!(reply.challenge(), "DPoP error=\"invalid_token\", algs=\"ES256\"");
    }
    for scheme in ["DPoP", "dpop"] {
        let proof = key.sign(&world.proof_claims(&Method::GET, "/me", &tokens.access));
        assert_eq!(me(&world, scheme, &tokens.access, &proof).await.status, 200);
    }
}

#[tokio::test]
async fn unbound_token_is_refused_as_bound_token() {
    let (world, key) = (TestService::new().await, ProofKey::new());
    let tokens = world.login().await;
    let proof = key.sign(&world.proof_claims(&Method::GET, "/me", &tokens.access));
    let reply = me(&world, "DPoP", &tokens.access, &proof).await;
    reply.is_error(401, "invalid_token");
    assert_eq!(reply.challenge(), "Bearer error=\"invalid_token\"");
    assert_eq!(me(&world, "Bearer", &tokens.access, &proof).await.status, 200, "a proof does no harm");
}

#[tokio::test]
async fn proof_must_match_request_token_and_key() {
    let (world, key) = (TestService::new().await, ProofKey::new());
    let (tokens, others) = (world.bound_login(&key).await, world.bound_login(&key).await);
    let claims = world.proof_claims(&Method::GET, "/me", &tokens.access);
    let now = claims["iat"].as_i64().unwrap();
    let with = |name: &str, value: Value| {
        let mut changed = claims.clone();
        changed[name] = value;
        key.sign(&changed)
    };
    for (name, proof) in [
        ("missing", String::new()),
        ("without ath", key.sign(&world.proof_claims(&Method::GET, "/me", ""))),
        ("another token", key.sign(&world.proof_claims(&Method::GET, "/me", &others.access))),
        ("another method", with("htm", json!("POST"))),
        ("another URL", with("htu", json!(world.url("/tickets")))),
        ("another origin", with("htu", json!("http://127.0.0.1/v1/me"))),
        ("stale", with("iat", json!(now - 61))),
        ("from the future", with("iat", json!(now + 61))),
        ("another key", ProofKey::new().sign(&claims)),
    ] {
        let reply = me(&world, "DPoP", &tokens.access, &proof).await;
        assert_eq!(reply.failure(), (401, "invalid_dpop_proof".to_owned()), "{name}");
        assert_eq!(reply.challenge(), "DPoP error=\"invalid_dpop_proof\", algs=\"ES256\"");
    }
    // None of them was remembered, although most had the same `jti`.
    let proof = key.sign(&claims);
    assert_eq!(me(&world, "DPoP", &tokens.access, &proof).await.status, 200);
    assert_eq!(me(&world, "DPoP", &tokens.access, &proof).await.failure(), (401, "invalid_dpop_proof".to_owned()));

    world.clock.advance(60 * 60);
    let proof = key.sign(&world.proof_claims(&Method::GET, "/me", &tokens.access));
    let expired = me(&world, "DPoP", &tokens.access, &proof).await;
    expired.is_error(401, "invalid_token");
    assert_eq!(expired.challenge(), "DPoP error=\"invalid_token\", algs=\"ES256\"");
}

#[tokio::test]
async fn every_endpoint_takes_a_bound_token() {
    let scene = ApiClient::new().await;
    let (world, key) = (&scene.world, ProofKey::new());
    let token = world.bound_login(&key).await.access;
    let demo = world.demo.user_id;
    let ask = |method: Method, path: &str| world.ask_with_proof(method, path, &token, &key);

    let sound = wav(Duration::from_secs(1));
    let begun = ask(Method::POST, "/uploads").header("tus-resumable", "1.0.0").header("upload-length", sound.len());
    let upload = sent(begun).await.header("location").to_owned();
    let path = upload.strip_prefix(world.service.base_url()).unwrap_or(&upload).to_owned();
    let append = ask(Method::PATCH, &path).header("tus-resumable", "1.0.0").header("upload-offset", 0);
    let appended = sent(append.header("content-type", "application/offset+octet-stream").body(sound)).await;
    assert_eq!(appended.status, 204, "{}", appended.body);
    let cid = sent(ask(Method::GET, &path)).await.json()["data"]["track_cid"].clone();
    let track = sent(ask(Method::POST, "/tracks").json(&json!({ "title": "Bound", "track_cid": cid }))).await;
    assert_eq!(track.status, 201, "{}", track.body);
    let id = track.json()["data"]["id"].as_i64().unwrap_or_default().max(1);
    assert_eq!(sent(ask(Method::POST, "/tickets").json(&json!({ "audience": AUDIENCE }))).await.status, 200);
    for path in [
        "/me".to_owned(),
        format!("/tracks/{id}?x=1"),
        format!("/users/{demo}/tracks?limit=1"),
        format!("/users/{demo}/library/tracks"),
    ] {
        assert_eq!(sent(ask(Method::GET, &path)).await.status, 200, "{path}");
        let stolen = sent(world.ask(Method::GET, &path, &token)).await;
        assert_eq!(stolen.failure(), (401, "invalid_token".to_owned()), "{path}");
    }
    assert_eq!(sent(ask(Method::DELETE, &format!("/tracks/{id}"))).await.status, 204);
}

#[tokio::test]
async fn missing_scope_names_the_scheme() {
    let (world, key) = (TestService::new().await, ProofKey::new());
    let reader = world.request().with("scope", "read");
    let code = stagepass_test_support::answer(&world.approve(&reader).await, "code").unwrap();
    let request = world.ask_with_proof(Method::POST, "/oauth/token", "", &key);
    let token = Tokens::of(&sent(request.json(&world.exchange_of(&code))).await).access;
    let body = json!({ "title": "No", "track_cid": "x" });
    let reply = sent(world.ask_with_proof(Method::POST, "/tracks", &token, &key).json(&body)).await;
    reply.is_error(403, "insufficient_scope");
    assert!(reply.challenge().starts_with("DPoP error=\"insufficient_scope\""));
}

#[tokio::test]
async fn app_bearer_token_is_no_dpop_token() {
    let world = TestService::new().await;
    let app = registered(&world.service, "Other", &["https://other.example/callback"]).await;
    let library = format!("/users/{0}/library/tracks?user_id={0}", world.demo.user_id);
    let request = world.ask(Method::GET, &library, "").header("authorization", format!("DPoP {}", app.bearer_token));
    assert_eq!(sent(request).await.failure(), (401, "invalid_token".to_owned()));
}
