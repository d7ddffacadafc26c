//! User profiles, as apps see them.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_test_support::api_client::ApiClient;
use stagepass_test_support::{TestService, person, sent};

const AUTHORITY: &str = "0x58802e7a660990622B728BF06ae9361BC9403eb7";

/// The profile of `demo`, as `/me` has it.
async fn profile(world: &TestService) -> Value {
    world.me(&world.login().await.access).await.json()
}

#[tokio::test]
async fn by_number_or_by_handle_in_any_case() {
    let world = TestService::new().await;
    let expected = profile(&world).await;
    for path in ["/users/1", "/users/handle/demo", "/users/handle/DEMO"] {
        let reply = sent(world.ask(Method::GET, path, &world.app.bearer_token)).await;
        assert_eq!((reply.status, reply.json()), (200, expected.clone()), "{path}");
        assert_eq!((reply.header("cache-control"), reply.header("access-control-allow-origin")), ("no-store", "*"));
    }
    let handle = world.service.accounts().add_user(person("handle", "Handle")).await.unwrap();
    let named_handle = sent(world.ask(Method::GET, "/users/handle/handle", &world.app.bearer_token)).await;
    assert_eq!(named_handle.json()["data"]["user_id"], handle.user_id);
}

#[tokio::test]
async fn unknown_user_is_not_found() {
    let world = TestService::new().await;
    let paths = "/users/2 /users/0 /users/-1 /users/+1 /users/demo /users/99999999999999999999 /users/handle/1 \
                 /users/handle/dem";
    for path in paths.split(' ') {
        let reply = sent(world.ask(Method::GET, path, &world.app.bearer_token)).await;
        assert_eq!((reply.status, reply.error().as_str()), (404, "not_found"), "{path}");
    }
}

/// Otherwise, any client could find out which handles are taken, which sign-up limits.
#[tokio::test]
async fn user_without_listed_tracks_is_not_found() {
    let scene = ApiClient::new().await;
    let (other, _) = scene.add_user("other", "read").await;
    let found = async |token: &str| {
        let [by_number, by_handle] = ["/users/1", "/users/handle/Demo"].map(|path| scene.get(path, token));
        let (by_number, by_handle) = (by_number.await, by_handle.await);
        assert_eq!((by_number.status, &by_number.body), (by_handle.status, &by_handle.body));
        by_number
    };
    let (own, profile) = (found(&scene.token).await, profile(&scene.world).await);
    assert_eq!((own.status, own.json()), (200, profile.clone()));
    for token in ["", &other] {
        assert_eq!((found(token).await.status, found(token).await.error()), (404, "not_found".to_owned()));
    }
    let cid = scene.cid(Duration::from_secs(1)).await;
    let gated = json!({ "title": "One", "track_cid": cid, "access_authorities": [AUTHORITY] });
    assert_eq!(scene.post("/tracks", &scene.token, &gated).await.status, 201);
    for token in ["", &other] {
        let found = found(token).await;
        assert_eq!((found.status, found.json()), (200, profile.clone()), "a gated track counts");
    }
    let listed = scene.get("/users/1/tracks", "").await.json();
    assert_eq!(listed["data"].as_array().unwrap().len(), 1, "and is listed");
    assert_eq!(scene.change(1, &scene.token, &json!({ "delisted": true })).await.status, 200);
    assert_eq!(found("").await.status, 404);
    assert_eq!(found(&scene.world.app.bearer_token).await.status, 200);
}

#[tokio::test]
async fn token_that_is_not_valid_reads_no_profile() {
    let world = TestService::new().await;
    for token in ["x", world.app.api_secret.as_str()] {
        for path in ["/users/1", "/users/handle/demo", "/users/99"] {
            let reply = sent(world.ask(Method::GET, path, token)).await;
            assert_eq!((reply.status, reply.error().as_str()), (401, "invalid_token"), "{path}");
        }
    }
}
