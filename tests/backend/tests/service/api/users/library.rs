//! What a listener has saved.

use std::time::Duration;

use serde_json::json;
use stagepass_test_support::api_client::{ApiClient, titles};

#[tokio::test]
async fn saved_listed_and_removed() {
    let scene = ApiClient::new().await;
    let cid = scene.cid(Duration::from_secs(1)).await;
    for title in ["one", "two", "three"] {
        scene.track(title, &cid).await;
    }
    let (fan, fan_id) = scene.somebody("fan", "write").await;
    let library = format!("/users/{fan_id}/library/tracks");
    assert_eq!(scene.get(&library, &fan).await.json(), json!({ "data": [] }));
    for track in [3, 1, 2, 3] {
        assert_eq!(scene.put(&format!("{library}/{track}"), &fan).await.status, 204);
    }
    assert_eq!(titles(&scene.get(&library, &fan).await.json()), ["two", "one", "three"]);
    for _ in 0..2 {
        assert_eq!(scene.delete(&format!("{library}/1"), &fan).await.status, 204);
    }
    scene.delete("/tracks/2", &scene.token).await;
    let reader = scene.tokens("fan", "read").await.access;
    assert_eq!(titles(&scene.get(&library, &reader).await.json()), ["three"]);
    for missing in ["2", "99", "x"] {
        assert_eq!(scene.put(&format!("{library}/{missing}"), &fan).await.status, 404, "{missing}");
        assert_eq!(scene.delete(&format!("{library}/{missing}"), &fan).await.status, 204, "{missing}");
    }
}

#[tokio::test]
async fn it_is_ones_own() {
    let scene = ApiClient::new().await;
    let cid = scene.cid(Duration::from_secs(1)).await;
    let id = scene.track("one", &cid).await;
    let (stranger, _) = scene.somebody("mallory", "write").await;
    let library = format!("/users/{}/library/tracks", scene.world.demo.user_id);
    let entry = format!("{library}/{id}");
    scene.put(&entry, &scene.token).await;
    for reply in [
        scene.get(&library, &stranger).await,
        scene.put(&entry, &stranger).await,
        scene.delete(&entry, &stranger).await,
    ] {
        reply.is_error(403, "access_denied");
    }
    for reply in [scene.get(&library, "").await, scene.get(&library, "x").await] {
        reply.is_error(401, "invalid_token");
    }
    assert_eq!(titles(&scene.get(&library, &scene.token).await.json()), ["one"]);
}
