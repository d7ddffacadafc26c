//! A listener's own uploads, and how much they may keep.

use reqwest::Method;
use serde_json::json;
use stagepass_test_support::api_client::{ApiClient, fixture, id, sent};

#[tokio::test]
async fn newest_first_and_a_page_at_a_time() {
    let scene = ApiClient::new().await;
    let sound = fixture("tone.mp3");
    // "night bus.mp3"
    let begun = scene.tus(Method::POST, "/uploads", &scene.token).header("upload-length", sound.len());
    let named =
        sent(begun.header("upload-metadata", "filename bmlnaHQgYnVzLm1wMw==")).await.header("location").to_owned();
    let done = scene.begin(sound.len()).await;
    scene.append(&done, 0, &sound).await;
    scene.append(&named, 0, &sound[..100]).await;
    let last = scene.begin(50).await;
    let (other, _) = scene.add_user("other", "write").await;
    scene.create(&other, 10).await;

    let all = scene.get("/uploads", &scene.token).await;
    let body = all.json();
    let ids: Vec<&str> = body["data"].as_array().unwrap().iter().map(|upload| upload["id"].as_str().unwrap()).collect();
    assert_eq!(ids, [id(&last), id(&done), id(&named)]);
    assert_eq!(body["quota"], json!({ "bytes": 20_000_000_000_u64, "used": 2 * sound.len() + 50 }));
    assert_eq!(body.get("next_cursor"), None);
    let expires_at = 1_800_000_000 + 24 * 60 * 60;
    let (size, filename) = (sound.len(), "night bus.mp3");
    let expected = json!({ "id": id(&named), "status": "uploading", "size": size, "offset": 100, "filename": filename, "expires_at": expires_at });
    assert_eq!(body["data"][2], expected);
    for (place, upload) in [&last, &done, &named].into_iter().enumerate() {
        assert_eq!(body["data"][place], scene.shown(upload).await, "as each by itself");
    }

    let first = scene.get("/uploads?limit=2", &scene.token).await.json();
    let cursor = first["next_cursor"].as_str().unwrap();
    scene.begin(60).await;
    let second = scene.get(&format!("/uploads?limit=2&cursor={cursor}"), &scene.token).await.json();
    assert_eq!((&first["data"][1], &second["data"][0]), (&body["data"][1], &body["data"][2]));
    assert_eq!((second["data"].as_array().unwrap().len(), second.get("next_cursor")), (1, None));
}

#[tokio::test]
async fn deleted_and_expired_uploads_are_not_listed() {
    let scene = ApiClient::new().await;
    let (deleted, _) = (scene.begin(10).await, scene.begin(20).await);
    scene.terminate(&deleted).await;
    assert_eq!(scene.get("/uploads", &scene.token).await.json()["data"].as_array().unwrap().len(), 1);
    let scene = scene.later(24 * 60 * 60).await;
    let body = scene.get("/uploads", &scene.token).await.json();
    assert_eq!((&body["data"], &body["quota"]["used"]), (&json!([]), &json!(0)));
}

#[tokio::test]
async fn for_its_listener_alone() {
    let scene = ApiClient::new().await;
    scene.begin(10).await;
    assert_eq!(scene.get("/uploads", "").await.status, 401);
    let reader = scene.tokens("demo", "read").await.access;
    assert_eq!(scene.get("/uploads", &reader).await.json()["data"].as_array().unwrap().len(), 1);
    for query in ["limit=0", "limit=101", "cursor=x", "limit=1&limit=1"] {
        let reply = scene.get(&format!("/uploads?{query}"), &reader).await;
        assert_eq!((reply.status, reply.error().as_str()), (400, "invalid_request"), "{query}");
    }
}
