//! Apps that act for listeners with their bearer token.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use stagepass_test_support::api_client::{ApiClient, sent, wav};
use stagepass_test_support::registered;

#[tokio::test]
async fn for_those_who_granted_write() {
    let scene = ApiClient::new().await;
    let (app, user) = (scene.world.app.bearer_token.clone(), scene.world.demo.user_id);
    let as_user = |path: &str| format!("{path}?user_id={user}");
    let sound = wav(Duration::from_secs(1));
    let begun = scene.tus(Method::POST, &as_user("/uploads"), &app).header("upload-length", sound.len());
    let upload = sent(begun).await.header("location").to_owned();
    assert!(upload.ends_with(&format!("?user_id={user}")), "{upload}");
    let patch = scene.tus(Method::PATCH, &upload, &app).header("upload-offset", 0);
    assert_eq!(sent(patch.header("content-type", "application/offset+octet-stream").body(sound)).await.status, 204);
    assert_eq!(scene.get(&as_user("/uploads"), &app).await.json()["data"].as_array().unwrap().len(), 1);
    // The listener's own token sees what the app has done for them.
    let cid = scene.get(&upload, &scene.token).await.json()["data"]["track_cid"].clone();
    let made = scene.post(&as_user("/tracks"), &app, &json!({ "title": "By the app", "track_cid": cid })).await;
    assert_eq!((made.status, &made.json()["data"]["user"]["user_id"]), (201, &json!(user)));
    let id = made.json()["data"]["id"].clone();
    let change = scene.ask(Method::PATCH, &as_user(&format!("/tracks/{id}")), &app);
    assert_eq!(sent(change.json(&json!({ "title": "Changed" }))).await.json()["data"]["title"], "Changed");
    let library = format!("/users/{user}/library/tracks");
    assert_eq!(scene.put(&as_user(&format!("{library}/{id}")), &app).await.status, 204);
    assert_eq!(scene.get(&as_user(&library), &app).await.json()["data"][0]["id"], id);
    assert_eq!(scene.delete(&as_user(&format!("/tracks/{id}")), &app).await.status, 204);
}

/// RFC 6750 §3.1: a client that gets a 401 takes its token for expired, and may end its session.
#[tokio::test]
async fn good_token_of_another_kind_is_forbidden() {
    let scene = ApiClient::new().await;
    let app = &scene.world.app.bearer_token;
    for (method, path, token) in
        [(Method::POST, "/tickets/verify", &scene.token), (Method::GET, "/me", app), (Method::POST, "/tickets", app)]
    {
        let reply = sent(scene.ask(method.clone(), path, token)).await;
        assert_eq!((reply.status, reply.error().as_str()), (403, "access_denied"), "{method} {path}: {}", reply.body);
        let reply = sent(scene.ask(method.clone(), path, &token.to_lowercase())).await;
        assert_eq!((reply.status, reply.error().as_str()), (401, "invalid_token"), "{method} {path}: {}", reply.body);
    }
}

#[tokio::test]
async fn other_users_are_rejected() {
    let scene = ApiClient::new().await;
    let app = &scene.world.app.bearer_token;
    let (_, reader) = scene.add_user("reader", "read").await;
    let stranger = scene.world.service.accounts().add_user(stagepass_test_support::person("new", "New")).await.unwrap();
    let other = registered(&scene.world.service, "Another app", &["https://other.example/callback"]).await;
    let demo = scene.world.demo.user_id;
    let body = json!({ "title": "No", "track_cid": "x" });
    for (token, user_id) in [(app, reader), (app, stranger.user_id), (app, 999), (app, -1), (&other.bearer_token, demo)]
    {
        let reply = scene.post(&format!("/tracks?user_id={user_id}"), token, &body).await;
        assert_eq!((reply.status, reply.error().as_str()), (403, "access_denied"), "{user_id}");
        let reply = scene.get(&format!("/users/{user_id}/library/tracks?user_id={user_id}"), token).await;
        assert_eq!(reply.status, 403, "reading, too: {user_id}");
    }
    for query in ["", "?user_id=", "?user_id=x", "?user_id=1&user_id=1", "?user_id=99999999999999999999"] {
        let reply = scene.post(&format!("/tracks{query}"), app, &body).await;
        assert_eq!((reply.status, reply.error().as_str()), (400, "invalid_request"), "{query}");
    }
    let secret = &scene.world.app.api_secret;
    for token in [secret.as_str(), &app[1..], &app.to_lowercase(), &scene.world.app.api_key, "a b"] {
        let reply = scene.post(&format!("/tracks?user_id={demo}"), token, &body).await;
        assert_eq!((reply.status, reply.error().as_str()), (401, "invalid_token"), "{token}");
    }
}

/// A larger grant extends the consent.
#[tokio::test]
async fn logout_and_smaller_grant_keep_the_consent() {
    let scene = ApiClient::new().await;
    let tokens = scene.tokens("demo", "write").await;
    let library = format!("/users/{0}/library/tracks?user_id={0}", scene.world.demo.user_id);
    let app = &scene.world.app.bearer_token;
    scene.world.revoke(&tokens.refresh, &json!(scene.world.app.api_key)).await;
    assert_eq!(scene.get(&library, &tokens.access).await.status, 401);
    assert_eq!(scene.get(&library, app).await.status, 200);
    scene.tokens("demo", "read").await;
    assert_eq!(scene.get(&library, app).await.status, 200);

    // The other way round it grows.
    let (_, reader) = scene.add_user("reader", "read").await;
    let library = format!("/users/{reader}/library/tracks?user_id={reader}");
    assert_eq!(scene.get(&library, app).await.status, 403);
    scene.tokens("reader", "write").await;
    assert_eq!(scene.get(&library, app).await.status, 200);
}
