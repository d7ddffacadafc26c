//! Token introspection by the app's own server (RFC 7662).

use reqwest::RequestBuilder;
use serde_json::{Value, json};
use stagepass_backend::accounts::{RegisteredApp, Rotation};
use stagepass_test_support::{CALLBACK, Reply, TestService, Tokens, registered, sent};

/// A request of the server of `app`, with Basic authentication.
fn request(world: &TestService, app: &RegisteredApp, token: &str) -> RequestBuilder {
    let post = world.http.post(world.url("/oauth/introspect")).form(&[("token", token)]);
    post.basic_auth(&app.api_key, Some(&app.api_secret))
}

async fn introspect(world: &TestService, token: &str) -> Value {
    let reply = sent(request(world, &world.app, token)).await.with_status(200);
    reply.json()
}

fn inactive() -> Value {
    json!({ "active": false })
}

#[tokio::test]
async fn valid_access_token_is_active() {
    let world = TestService::new().await;
    let access = world.login().await.access;
    let expected = json!({
        "active": true, "scope": "write", "client_id": world.app.api_key, "token_type": "Bearer",
        "exp": 1_800_003_600, "sub": world.demo.user_id.to_string(), "username": "demo", "iss": world.service.base_url(),
    });
    let by_basic = sent(request(&world, &world.app, &access).header("origin", "https://app.example")).await;
    assert_eq!((by_basic.status, by_basic.json()), (200, expected.clone()));
    assert_eq!((by_basic.header("cache-control"), by_basic.header("access-control-allow-origin")), ("no-store", ""));
    let upper = world.app.api_key.to_ascii_uppercase().replace("0X", "0x");
    let fields = [("token", access.as_str()), ("client_id", &upper), ("client_secret", &world.app.api_secret)];
    let in_body = sent(world.http.post(world.url("/oauth/introspect")).form(&fields)).await;
    assert_eq!((in_body.status, in_body.json()), (200, expected));
}

#[tokio::test]
async fn expired_or_revoked_token_is_inactive() {
    let world = TestService::new().await;
    let (tokens, others) = (world.login().await, world.login().await);
    world.revoke(&tokens.refresh, &json!(world.app.api_key)).await;
    assert_eq!(introspect(&world, &tokens.access).await, inactive());
    assert_eq!(introspect(&world, &others.access).await["active"], true);
    world.clock.advance(60 * 60);
    assert_eq!(introspect(&world, &others.access).await, inactive());
}

#[tokio::test]
async fn tokens_of_other_kinds_or_apps_are_inactive() {
    let world = TestService::new().await;
    let tokens = world.login().await;
    let (ticket, code) = (world.ticket(&tokens.access).await, world.code().await);
    for token in [&tokens.refresh, &ticket, &code, &world.app.bearer_token, "x"] {
        assert_eq!(introspect(&world, token).await, inactive(), "{token}");
    }
    let other = registered(&world.service, "Other", &[CALLBACK]).await;
    let of_other = sent(request(&world, &other, &tokens.access)).await;
    assert_eq!((of_other.status, of_other.json()), (200, inactive()));

    let unregistered = world.login_unregistered("Some Player", CALLBACK).await;
    assert_eq!(introspect(&world, &unregistered.access).await, inactive());
}

#[tokio::test]
async fn introspection_changes_nothing() {
    let world = TestService::new().await;
    let first = world.login().await;
    let second = Tokens::of(&world.refresh(&first.refresh).await);
    assert_eq!(introspect(&world, &second.access).await["active"], true);
    let repeated = Tokens::of(&world.refresh(&first.refresh).await);
    assert_eq!(repeated.refresh, second.refresh, "a lost response can still be repeated");
}

#[tokio::test]
async fn client_without_its_secret_is_refused() {
    let world = TestService::new().await;
    let access = world.login().await.access;
    let other = registered(&world.service, "Other", &[CALLBACK]).await;
    let post = || world.http.post(world.url("/oauth/introspect"));
    let form = || post().form(&[("token", &access)]);
    let (key, secret) = (&world.app.api_key, &world.app.api_secret);
    let unknown = format!("0x{}", "3".repeat(40));
    for request in [
        form(),
        form().bearer_auth(secret),
        form().basic_auth(key, Some("")),
        form().basic_auth(key, Some(&world.app.bearer_token)),
        form().basic_auth(key, Some(&other.api_secret)),
        form().basic_auth(key, Some(&access)),
        form().basic_auth(&unknown, Some(secret)),
        form().basic_auth("Some Player", Some(secret)),
        form().header("authorization", "Basic *"),
        post().form(&[("token", &access), ("client_id", key)]),
        post().form(&[("token", &access), ("client_id", &other.api_key), ("client_secret", secret)]),
        post().form(&[("token", &access), ("client_id", &other.api_key)]).basic_auth(key, Some(secret)),
    ] {
        let reply: Reply = sent(request).await;
        reply.is_error(401, "invalid_client");
        assert_eq!(reply.header("www-authenticate"), "Basic realm=\"stagepass\"");
        assert!(!reply.body.contains(secret.as_str()));
    }
    let both = [("token", &access), ("client_id", key), ("client_secret", secret)];
    sent(post().form(&both).basic_auth(key, Some(secret))).await.is_error(400, "invalid_request");
    sent(post().form(&[("x", "y")]).basic_auth(key, Some(secret))).await.is_error(400, "invalid_request");
}

#[tokio::test]
async fn rotated_secret_is_refused_at_once() {
    let world = TestService::new().await;
    let access = world.login().await.access;
    assert_eq!(introspect(&world, &access).await["active"], true);
    let (accounts, owner) = (world.service.accounts(), world.demo.user_id);
    let rotate = accounts.rotate_secrets(&world.app.api_key, owner, Rotation::ApiSecret);
    let secret = rotate.await.unwrap().api_secret.unwrap();
    assert_eq!(sent(request(&world, &world.app, &access)).await.status, 401);
    let form = world.http.post(world.url("/oauth/introspect")).form(&[("token", &access)]);
    assert_eq!(sent(form.basic_auth(&world.app.api_key, Some(secret))).await.json()["active"], true);
}
