//! What a listener has saved.

use serde_json::json;
use stagepass_test_support::api_client::{ApiClient, titles};

#[tokio::test]
async fn saved_listed_and_removed() {
    let (scene, cid) = ApiClient::with_audio().await;
    for title in ["one", "two", "three"] {
        scene.track(title, &cid).await;
    }
    let (fan, fan_id) = scene.add_user("fan", "write").await;
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
