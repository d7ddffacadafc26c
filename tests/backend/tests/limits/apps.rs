//! So many requests of one app, all its listeners together.

use serde_json::json;
use stagepass_backend::{Rate, Settings};

use crate::support::{CALLBACK, Tokens, VERIFIER, World, answer, registered};

const BURST: u32 = 12;

async fn world() -> World {
    let per_app = Some(Rate { per_second: 1, burst: BURST });
    World::with(Settings { per_app, ..stagepass_test_ground::settings() }).await
}

/// Asks for the listener until that is too much.
async fn exhaust(world: &World, access: &str) {
    for count in 0.. {
        let reply = world.me(access).await;
        match reply.status {
            200 => assert!(count < 10 * BURST, "there is no end"),
            status => {
                assert_eq!(
                    (status, reply.error().as_str(), reply.header("retry-after")),
                    (429, "too_many_requests", "1")
                );
                assert_eq!(reply.header("access-control-allow-origin"), "*");
                assert!(reply.header("access-control-expose-headers").contains("retry-after"));
                return;
            }
        }
    }
}

#[tokio::test]
async fn its_tokens_count_and_another_apps_do_not() {
    let mut world = world().await;
    let mine = world.login().await;
    let other = registered(&world.service, "Another", &[CALLBACK]).await;
    let first = std::mem::replace(&mut world.app, other);
    let theirs = world.login().await;
    exhaust(&world, &mine.access).await;
    assert_eq!(world.me(&theirs.access).await.status, 200);

    world.app = first;
    let mut refreshed = Vec::new();
    for _ in 0..2 {
        let reply = world.refresh(&mine.refresh).await;
        refreshed.push((reply.status, reply.header("retry-after").to_owned()));
    }
    assert!(refreshed.contains(&(429, "1".to_owned())), "{refreshed:?}");
    // Whoever signs out is let in.
    let client_id = json!(world.app.api_key);
    assert_eq!(world.revoke(&mine.refresh, &client_id).await.status, 200);
    assert_eq!(world.me(&mine.access).await.status, 401);
}

#[tokio::test]
async fn a_refusal_leaves_the_tokens_as_they_were() {
    let world = world().await;
    let mine = world.login().await;
    exhaust(&world, &mine.access).await;
    let refreshed = loop {
        let reply = world.refresh(&mine.refresh).await;
        match reply.status {
            429 => tokio::time::sleep(std::time::Duration::from_millis(100)).await,
            _ => break reply,
        }
    };
    assert_eq!(refreshed.status, 200, "{}", refreshed.body);
    assert_ne!(Tokens::of(&refreshed).refresh, mine.refresh);
}

#[tokio::test]
async fn its_name_alone_counts_for_nothing() {
    let world = world().await;
    let mine = world.login().await;
    for _ in 0..3 * BURST {
        assert_eq!(world.refresh("made up").await.status, 400);
        let code = world.token(&world.exchange_of("made up")).await;
        assert_eq!((code.status, code.error().as_str()), (400, "invalid_grant"));
    }
    assert_eq!(world.me(&mine.access).await.status, 200);
}

#[tokio::test]
async fn its_bearer_token_counts() {
    let world = world().await;
    let verify = || world.http.post(world.url("/tickets/verify")).bearer_auth(&world.app.bearer_token);
    let mut last = 400;
    for _ in 0..10 * BURST {
        last = verify().json(&json!({})).send().await.unwrap().status().as_u16();
        if last != 400 {
            break;
        }
    }
    assert_eq!(last, 429);
}

#[tokio::test]
async fn an_app_that_has_registered_nothing_has_no_limit_of_its_own() {
    let world = world().await;
    let code = answer(&world.approve(&world.unregistered_request("Radio")).await, "code").unwrap();
    let body = json!({ "grant_type": "authorization_code", "code": code, "code_verifier": VERIFIER, "client_id": "Radio",
        "redirect_uri": CALLBACK });
    let tokens = Tokens::of(&world.token(&body).await);
    for _ in 0..3 * BURST {
        assert_eq!(world.me(&tokens.access).await.status, 200);
    }
}
