//! Refresh tokens: rotated at every use, and not lost with an answer.

use serde_json::{Value, json};
use stagepass_test_support::{CALLBACK, TestService, Tokens, answer, registered};

#[tokio::test]
async fn every_use_brings_a_new_one() {
    let world = TestService::new().await;
    let first = world.login().await;
    let reply = world.refresh(&first.refresh).await;
    let second = Tokens::of(&reply);
    assert_eq!(reply.json()["scope"], "write");
    assert_eq!(reply.json()["expires_in"], 3600);
    assert_eq!(reply.header("cache-control"), "no-store");
    assert_ne!(second.refresh, first.refresh);
    assert_ne!(second.access, first.access);
    assert_eq!(world.me(&first.access).await.status, 200, "an access token outlives the rotation");
    assert_eq!(world.me(&second.access).await.status, 200);
}

/// Any use of the successor, also of its access token, shows that it arrived. Then a repeat is a replay.
#[tokio::test]
async fn later_refresh_repeats_only_an_unused_successor() {
    let world = TestService::new().await;
    let first = world.login().await;
    let second = Tokens::of(&world.refresh(&first.refresh).await);
    assert_eq!(world.me(&first.access).await.status, 200, "the old access token says nothing about the successor");
    world.clock.advance(3_000);
    assert_eq!(Tokens::of(&world.refresh(&first.refresh).await).refresh, second.refresh);

    assert_eq!(world.me(&second.access).await.status, 200);
    assert_eq!(world.refresh(&first.refresh).await.error(), "invalid_grant");
    assert_eq!(world.me(&second.access).await.status, 401, "the family is gone");
    assert_eq!(world.refresh(&second.refresh).await.error(), "invalid_grant");
}

#[tokio::test]
async fn immediate_replay_after_successor_refresh_revokes_family() {
    let world = TestService::new().await;
    let first = world.login().await;
    let second = Tokens::of(&world.refresh(&first.refresh).await);
    let third = Tokens::of(&world.refresh(&second.refresh).await);
    assert_eq!(world.refresh(&first.refresh).await.error(), "invalid_grant");
    assert_eq!(world.refresh(&third.refresh).await.error(), "invalid_grant");
    for tokens in [first, second, third] {
        assert_eq!(world.me(&tokens.access).await.status, 401);
    }
}

#[tokio::test]
async fn wider_scope_than_approved_is_rejected() {
    let world = TestService::new().await;
    let address = world.approve(&world.request().with("scope", "read")).await;
    let reading = Tokens::of(&world.token(&world.exchange_of(&answer(&address, "code").unwrap())).await);
    let writing = world.login().await;
    let asking = async |refresh: &str, scope: Value| {
        let mut body = world.refresh_of(refresh);
        body["scope"] = scope;
        world.token(&body).await
    };
    for scope in ["write", "read write", "admin", "READ", " "] {
        assert_eq!(asking(&reading.refresh, json!(scope)).await.error(), "invalid_scope", "{scope}");
    }
    assert_eq!(asking(&writing.refresh, json!("admin")).await.error(), "invalid_scope");
    assert_eq!(asking(&writing.refresh, json!(["write"])).await.error(), "invalid_request");
    for (tokens, scope, given) in [(reading, json!("read"), "read"), (writing, json!("write"), "write")] {
        let next = asking(&tokens.refresh, scope).await;
        assert_eq!(next.json()["scope"], given, "{}", next.body);
        let last = asking(&Tokens::of(&next).refresh, Value::Null).await;
        assert_eq!(last.json()["scope"], given, "{}", last.body);
    }
}

#[tokio::test]
async fn another_client_can_neither_use_nor_end_it() {
    let world = TestService::new().await;
    let other = registered(&world.service, "Other", &[CALLBACK]).await;
    let first = world.login().await;
    let second = Tokens::of(&world.refresh(&first.refresh).await);
    let third = Tokens::of(&world.refresh(&second.refresh).await);
    for token in [&first.refresh, &third.refresh] {
        for client_id in [json!(other.api_key), json!("Late Night Radio")] {
            let body = json!({ "grant_type": "refresh_token", "refresh_token": token, "client_id": client_id });
            assert_eq!(world.token(&body).await.error(), "invalid_grant");
        }
    }
    assert_eq!(world.refresh(&third.refresh).await.status, 200);
}
