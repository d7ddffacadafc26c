//! Apps that only take tokens that are bound to a key (RFC 9449 §5.2).

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_test_support::dpop::ProofKey;
use stagepass_test_support::{CALLBACK, Reply, TestService, Tokens, sent};

use super::Developer;

async fn set(developer: &Developer<'_>, bound: &Value) -> Reply {
    let app = json!({ "name": "Radio", "redirectUris": [CALLBACK], "dpop_bound_access_tokens": bound });
    developer.replace(&developer.world.app.api_key, &app).await
}

async fn token(world: &TestService, body: &Value, key: &ProofKey) -> Reply {
    sent(world.ask_with_proof(Method::POST, "/oauth/token", "", key).json(body)).await
}

#[tokio::test]
async fn exchange_without_proof_is_rejected_and_keeps_code() {
    let (world, key) = (TestService::new().await, ProofKey::new());
    let developer = Developer::demo(&world).await;
    let set_to = set(&developer, &json!(true)).await;
    assert_eq!((set_to.status, &set_to.json()["dpop_bound_access_tokens"]), (200, &json!(true)), "{}", set_to.body);
    assert_eq!(developer.get(&format!("/{}", world.app.api_key)).await.json(), set_to.json());
    let exchange = world.exchange_of(&world.code().await);
    for _ in 0..2 {
        assert_eq!(world.token(&exchange).await.failure(), (400, "invalid_dpop_proof".to_owned()));
    }
    let bound = token(&world, &exchange, &key).await;
    assert_eq!((bound.status, &bound.json()["token_type"]), (200, &json!("DPoP")), "{}", bound.body);
    assert_eq!(token(&world, &world.refresh_of(&Tokens::of(&bound).refresh), &key).await.status, 200);
    // An app without registration has no such setting.
    world.login_unregistered("Other", CALLBACK).await;
}

/// Neither the newest refresh token of a session that is not bound nor the repeatable one is accepted, with or without
/// a proof. Nothing is revoked: the session continues if the app takes such tokens again.
#[tokio::test]
async fn unbound_session_is_rejected_at_its_next_refresh() {
    let (world, key) = (TestService::new().await, ProofKey::new());
    let developer = Developer::demo(&world).await;
    let first = world.login().await;
    let second = Tokens::of(&world.refresh(&first.refresh).await);
    assert_eq!(set(&developer, &json!(true)).await.status, 200);
    for tokens in [&first, &second] {
        assert_eq!(world.refresh(&tokens.refresh).await.failure(), (400, "invalid_grant".to_owned()));
        let with_proof = token(&world, &world.refresh_of(&tokens.refresh), &key).await;
        with_proof.is_error(400, "invalid_grant");
        assert!(with_proof.body.contains("sign in again"), "{}", with_proof.body);
    }
    assert_eq!(world.me(&second.access).await.status, 200, "until the access token expires");
    assert_eq!(set(&developer, &Value::Null).await.json()["dpop_bound_access_tokens"], json!(false));
    assert_eq!(world.refresh(&second.refresh).await.status, 200);
}
