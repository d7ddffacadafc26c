//! Health and metrics of the service, for its operator.

use reqwest::Method;
use serde_json::json;
use stagepass_test_support::{Reply, TestService, TestStorage, sent};

async fn get(world: &TestService, path: &str) -> Reply {
    sent(world.ask(Method::GET, path, "")).await
}

#[tokio::test]
async fn draining_service_is_alive_but_not_ready() {
    let world = TestService::new().await;
    let (alive, ready) = (get(&world, "/healthz").await, get(&world, "/readyz").await);
    assert_eq!((alive.status, alive.json()), (200, json!({ "status": "ok" })));
    let all = json!({ "status": "ready", "server": "ok", "database": "ok", "media": "ok", "uploads": "ok" });
    assert_eq!((ready.status, ready.json()), (200, all));

    world.service.drain();
    let (alive, ready) = (get(&world, "/healthz").await, get(&world, "/readyz").await);
    assert_eq!(alive.status, 200, "it lives and answers");
    assert_eq!(alive.header("connection"), "close");
    let stopping =
        json!({ "status": "not ready", "server": "stopping", "database": "ok", "media": "ok", "uploads": "ok" });
    assert_eq!((ready.status, ready.json()), (503, stopping));
}

#[tokio::test]
async fn it_says_what_it_can_not_use() {
    let place = TestStorage::new();
    let world = TestService::with(place.settings()).await;
    place.execute("ALTER TABLE counters RENAME TO gone");
    std::fs::remove_dir_all(place.media()).unwrap();
    let (alive, ready) = (get(&world, "/healthz").await, get(&world, "/readyz").await);
    assert_eq!(alive.status, 200, "that it lives has nothing to do with it");
    let broken = json!({ "status": "not ready", "server": "ok", "database": "can't be used", "media": "can't be used", "uploads": "can't be used" });
    assert_eq!((ready.status, ready.json()), (503, broken));
}
