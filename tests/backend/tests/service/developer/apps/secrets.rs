//! Replacing an app's secret.

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_test_support::{Reply, TestService};

use super::{Developer, sent};

async fn library(world: &TestService, bearer_token: &Value) -> u16 {
    world.library_as_app(bearer_token.as_str().unwrap()).await
}

fn members(reply: &Reply) -> Vec<String> {
    assert_eq!((reply.status, reply.header("cache-control")), (200, "no-store"), "{}", reply.body);
    let mut members: Vec<String> = reply.json().as_object().unwrap().keys().cloned().collect();
    members.sort_unstable();
    members
}

#[tokio::test]
async fn rotated_bearer_token_replaces_the_old_at_once() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let tokens = world.login().await;
    let mut old = json!(world.app.bearer_token);
    assert_eq!(library(&world, &old).await, 200);
    for which in ["bearer_token", "both"] {
        let rotated = developer.rotate(&world.app.api_key, which).await;
        let new = rotated.json()["bearer_token"].clone();
        assert_ne!(new, old);
        assert_eq!((library(&world, &old).await, library(&world, &new).await), (401, 200), "{which}");
        old = new;
    }
    let rotated = developer.rotate(&world.app.api_key, "api_secret").await;
    assert_eq!(members(&rotated), ["api_key", "api_secret"]);
    assert_eq!(library(&world, &old).await, 200, "it is the other that was made anew");
    assert_eq!(library(&world, &rotated.json()["api_secret"]).await, 401, "the two are not each other");
    assert_eq!(world.me(&tokens.access).await.status, 200, "whoever is signed in stays so");
    assert_eq!(world.refresh(&tokens.refresh).await.status, 200);
}

#[tokio::test]
async fn rotation_shows_only_requested_secrets_and_only_once() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let upper = format!("0X{}", world.app.api_key[2..].to_ascii_uppercase());
    let both = developer.rotate(&upper, "both").await;
    assert_eq!(members(&both), ["api_key", "api_secret", "bearer_token"]);
    assert_eq!(both.json()["api_key"], world.app.api_key.as_str());
    assert_eq!(members(&developer.rotate(&world.app.api_key, "bearer_token").await), ["api_key", "bearer_token"]);
    let shown = developer.get("").await.body;
    for secret in ["api_secret", "bearer_token"] {
        assert!(!shown.contains(both.json()[secret].as_str().unwrap()) && !shown.contains(secret), "{shown}");
    }
}

#[tokio::test]
async fn only_the_signed_in_owner_rotates_secrets() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let other = Developer::new_user(&world, "other").await;
    let own = world.app.api_key.as_str();
    for named in [own, &format!("0x{}", "0".repeat(40)), "0x1", "redirect-uri", "%C3%A9"] {
        let reply = other.rotate(named, "both").await;
        assert_eq!((reply.status, reply.error().as_str()), (404, "not_found"), "{named}");
    }
    let path = format!("/{own}/secrets");
    let body = json!({ "rotate": "both" });
    sent(developer.request(Method::POST, &path).json(&body)).await.is_error(403, "invalid_csrf_token");
    let bearer = world.http.post(world.url(&format!("/developer-apps{path}"))).bearer_auth(&world.app.bearer_token);
    assert_eq!(sent(bearer.json(&body)).await.status, 401);
    world.login().await;
    assert_eq!(library(&world, &json!(world.app.bearer_token)).await, 200, "it is the old one still");
}

#[tokio::test]
async fn missing_or_unknown_secret_to_rotate_is_rejected() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let path = format!("/{}/secrets", world.app.api_key);
    for (body, rule) in [
        (json!({}), "missing"),
        (json!({ "rotate": null }), "missing"),
        (json!({ "rotate": ["both"] }), "type"),
        (json!({ "rotate": "" }), "unknown"),
        (json!({ "rotate": "Both" }), "unknown"),
        (json!({ "rotate": "api_key" }), "unknown"),
    ] {
        let reply = sent(developer.change(Method::POST, &path).json(&body)).await;
        assert_eq!((reply.status, reply.error().as_str()), (400, "invalid_request"), "{body}");
        assert_eq!((&reply.json()["field"], &reply.json()["rule"]), (&json!("rotate"), &json!(rule)), "{body}");
    }
    assert_eq!(sent(developer.change(Method::POST, &path).form(&[("rotate", "both")])).await.status, 415);
}
