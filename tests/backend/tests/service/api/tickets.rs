//! Tickets: who a listener is, told to one audience.

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_test_support::{AUDIENCE, CALLBACK, Reply, TestService, Tokens, registered, sent};

/// The status with which the app of `world` has a ticket for [`AUDIENCE`] verified, and the error code.
async fn verified(world: &TestService, ticket: &str) -> (u16, String) {
    let reply = world.verify_ticket(&world.app.bearer_token, ticket, AUDIENCE).await;
    (reply.status, reply.json()["error"].as_str().unwrap_or_default().to_owned())
}

fn good() -> (u16, String) {
    (200, String::new())
}

fn invalid() -> (u16, String) {
    (400, "invalid_ticket".to_owned())
}

#[tokio::test]
async fn says_who_the_listener_is() {
    let world = TestService::new().await;
    let ticket = world.ticket(&world.login().await.access).await;
    let reply = world.verify_ticket(&world.app.bearer_token, &ticket, AUDIENCE).await;
    let expected = json!({
        "audience": AUDIENCE, "api_key": world.app.api_key, "user_id": world.demo.user_id, "handle": "demo", "verified": false,
        "scope": "read", "expires_at": 1_800_000_300,
    });
    assert_eq!((reply.status, reply.json()), (200, expected));
    assert_eq!((reply.header("cache-control"), reply.header("access-control-allow-origin")), ("no-store", "*"));
}

#[tokio::test]
async fn write_ticket_needs_request_and_permission() {
    let world = TestService::new().await;
    let issue = async |token: &str, scope: Value| {
        let body = json!({ "audience": AUDIENCE, "scope": scope });
        sent(world.ask(Method::POST, "/tickets", token).json(&body)).await
    };
    let scope_of = async |reply: Reply| {
        let ticket = reply.json()["ticket"].as_str().unwrap_or_else(|| panic!("{}", reply.body)).to_owned();
        let holder = world.verify_ticket(&world.app.bearer_token, &ticket, AUDIENCE).await;
        holder.json()["scope"].as_str().unwrap_or_default().to_owned()
    };
    let writer = world.login_as("demo", &world.request().with("scope", "write")).await.access;
    assert_eq!(scope_of(issue(&writer, Value::Null).await).await, "read");
    assert_eq!(scope_of(issue(&writer, json!("read")).await).await, "read");
    assert_eq!(scope_of(issue(&writer, json!("write")).await).await, "write");
    issue(&writer, json!("admin")).await.is_error(400, "invalid_scope");

    let reader = world.login_as("demo", &world.request().with("scope", "read")).await.access;
    assert_eq!(scope_of(issue(&reader, json!("read")).await).await, "read");
    issue(&reader, json!("write")).await.is_error(403, "insufficient_scope");
}

#[tokio::test]
async fn is_good_for_one_audience_and_one_app() {
    let world = TestService::new().await;
    let ticket = world.ticket(&world.login().await.access).await;
    for audience in
        ["https://evil.example", "https://access.example:8443", "http://access.example", "https://access.example/"]
    {
        let reply = world.verify_ticket(&world.app.bearer_token, &ticket, audience).await;
        assert_eq!((reply.status, reply.error()), invalid(), "{audience}");
    }
    let other = registered(&world.service, "Other", &[CALLBACK]).await;
    let reply = world.verify_ticket(&other.bearer_token, &ticket, AUDIENCE).await;
    assert_eq!((reply.status, reply.error()), invalid());
    assert_eq!(verified(&world, &ticket).await, good());
}

#[tokio::test]
async fn ticket_ends_after_five_minutes_or_at_revocation() {
    let world = TestService::new().await;
    let tokens = world.login().await;
    let ticket = world.ticket(&tokens.access).await;
    world.clock.advance(299);
    assert_eq!(verified(&world, &ticket).await, good());
    world.clock.advance(1);
    assert_eq!(verified(&world, &ticket).await, invalid());

    let ticket = world.ticket(&tokens.access).await;
    let next = Tokens::of(&world.refresh(&tokens.refresh).await);
    assert_eq!(verified(&world, &ticket).await, good(), "a refresh does not end it");
    world.revoke(&next.refresh, &json!(world.app.api_key)).await;
    assert_eq!(verified(&world, &ticket).await, invalid());
}

#[tokio::test]
async fn audience_that_is_no_serialized_origin_is_rejected() {
    let world = TestService::new().await;
    let access = world.login().await.access;
    for audience in [json!("https://access.example/"), json!(""), json!(7), json!([AUDIENCE]), Value::Null] {
        let reply = world.issue_ticket(&access, &audience).await;
        assert_eq!(reply.failure(), (400, "invalid_request".to_owned()), "{audience}");
        let sentence = reply.json()["error_description"].to_string();
        assert!(sentence.contains("audience"), "{sentence}");
    }
}

#[tokio::test]
async fn an_app_that_has_registered_nothing_gets_none() {
    let world = TestService::new().await;
    let tokens = world.login_unregistered("Some Player", CALLBACK).await;
    world.issue_ticket(&tokens.access, &json!(AUDIENCE)).await.is_error(403, "access_denied");
}
