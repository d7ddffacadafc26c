//! User profiles, as apps see them.

mod library;

use reqwest::Method;
use serde_json::json;
use stagepass_test_support::{TestService, person, sent};

#[tokio::test]
async fn by_number_or_by_handle_in_any_case() {
    let world = TestService::new().await;
    let expected = json!({ "data": { "user_id": 1, "handle": "demo", "name": "Demo Listener", "is_verified": false } });
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
async fn who_is_nobody_is_not_found() {
    let world = TestService::new().await;
    for path in [
        "/users/2",
        "/users/0",
        "/users/-1",
        "/users/+1",
        "/users/demo",
        "/users/99999999999999999999",
        "/users/handle/1",
        "/users/handle/dem",
    ] {
        let reply = sent(world.ask(Method::GET, path, &world.app.bearer_token)).await;
        assert_eq!((reply.status, reply.error().as_str()), (404, "not_found"), "{path}");
    }
}

#[tokio::test]
async fn is_for_apps_and_not_for_listeners_or_strangers() {
    let world = TestService::new().await;
    let access = world.login().await.access;
    for (token, status) in [("", 401), ("x", 401), (access.as_str(), 403), (world.app.api_secret.as_str(), 401)] {
        for path in ["/users/1", "/users/handle/demo", "/users/99"] {
            assert_eq!(sent(world.ask(Method::GET, path, token)).await.status, status, "{path}");
        }
    }
}
