//! Tracks that their owners withdraw, and bring back.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_backend::Settings;
use stagepass_test_support::api_client::{ApiClient, fetch_audio, sent, titles, wav};

use super::{AUTHORITY, of_owner};

async fn delist(scene: &ApiClient, track: i64) {
    let reply = scene.change(track, &scene.token, &json!({ "delisted": true })).await;
    assert_eq!((reply.status, &reply.json()["data"]["delisted"]), (200, &json!(true)), "{}", reply.body);
}

async fn relist(scene: &ApiClient, track: i64) {
    let reply = scene.change(track, &scene.token, &json!({ "delisted": false })).await;
    assert_eq!((reply.status, reply.json()["data"].get("delisted")), (200, None), "{}", reply.body);
}

async fn listen(scene: &ApiClient, cid: &str) -> u16 {
    fetch_audio(&scene.world.service, cid).await.0
}

#[tokio::test]
async fn delisted_track_is_hidden_from_others_until_relisted() {
    let node_url = Some("https://node.example".to_owned());
    let scene = ApiClient::with(Settings { node_url, ..stagepass_test_support::settings() }).await;
    let cid = scene.cid(Duration::from_secs(1)).await;
    for title in ["one", "two", "three"] {
        scene.track(title, &cid).await;
    }
    let (fan, fan_id) = scene.add_user("fan", "write").await;
    let demo = scene.world.demo.user_id;
    let (tracks, saved) = (format!("/users/{demo}/tracks"), format!("/users/{fan_id}/library/tracks"));
    for track in [2, 1] {
        scene.put(&format!("{saved}/{track}"), &fan).await;
    }
    scene.put(&format!("/users/{demo}/library/tracks/2"), &scene.token).await;
    let before = scene.seen(2).await;

    for _ in 0..2 {
        delist(&scene, 2).await;
        delist(&scene, 2).await;
        for token in ["", &fan] {
            let gone = scene.get("/tracks/2", token).await;
            gone.is_error(404, "not_found");
            assert_eq!(gone.body, scene.get("/tracks/99", token).await.body, "as if there were none");
            assert_eq!(scene.get("/tracks/2/stream", token).await.status, 404);
            assert_eq!(titles(&scene.get(&tracks, token).await.json()), ["three", "one"]);
        }
        assert_eq!(titles(&scene.get(&saved, &fan).await.json()), ["one"]);
        assert_eq!(scene.put(&format!("{saved}/2"), &fan).await.status, 404);

        relist(&scene, 2).await;
        assert_eq!(scene.get("/tracks/2", "").await.json()["data"], before);
        assert_eq!(scene.get("/tracks/2/stream", "").await.status, 302);
        assert_eq!(titles(&scene.get(&tracks, "").await.json()), ["three", "two", "one"]);
        assert_eq!(titles(&scene.get(&saved, &fan).await.json()), ["one", "two"], "saved it has stayed");
    }
}

#[tokio::test]
async fn owner_sees_delisted_track_marked_as_delisted() {
    let (scene, cid) = ApiClient::with_audio().await;
    for title in ["one", "two"] {
        scene.track(title, &cid).await;
    }
    delist(&scene, 1).await;
    let demo = scene.world.demo.user_id;
    let library = format!("/users/{demo}/library/tracks");
    for track in [1, 2] {
        assert_eq!(scene.put(&format!("{library}/{track}"), &scene.token).await.status, 204);
    }
    let delisted = |page: Value| -> Vec<bool> {
        page["data"].as_array().unwrap().iter().map(|track| track.get("delisted") == Some(&json!(true))).collect()
    };
    let reader = scene.tokens("demo", "read").await.access;
    let app = &scene.world.app.bearer_token;
    for (token, query) in [(&scene.token, String::new()), (&reader, String::new()), (app, format!("?user_id={demo}"))] {
        assert_eq!(scene.get(&format!("/tracks/1{query}"), token).await.json()["data"]["delisted"], true);
        let own = scene.get(&format!("/users/{demo}/tracks{query}"), token).await.json();
        assert_eq!((titles(&own), delisted(own.clone())), (vec!["two", "one"], vec![false, true]));
        assert_eq!(delisted(scene.get(&format!("{library}{query}"), token).await.json()), [false, true]);
    }
    // An app without a user sees what the public sees.
    assert_eq!(scene.get("/tracks/1", app).await.status, 404);
    assert_eq!(scene.get("/tracks/2", app).await.status, 200);
    assert_eq!(scene.change(1, &scene.token, &json!({ "title": "uno" })).await.json()["data"]["delisted"], true);
    assert_eq!(scene.delete("/tracks/1", &scene.token).await.status, 204);
    assert_eq!(scene.change(1, &scene.token, &json!({ "delisted": false })).await.status, 404, "deleted is for ever");
}

#[tokio::test]
async fn invalid_token_is_not_treated_as_anonymous() {
    let (scene, cid) = ApiClient::with_audio().await;
    scene.track("one", &cid).await;
    let demo = scene.world.demo.user_id;
    let (_, other) = scene.add_user("other", "write").await;
    for path in ["/tracks/1".to_owned(), format!("/users/{demo}/tracks")] {
        assert_eq!(scene.get(&path, "").await.status, 200);
        for bad in ["x", &scene.token[1..], &"A".repeat(scene.token.len()), "a b"] {
            let reply = scene.get(&path, bad).await;
            assert_eq!((reply.status, reply.error().as_str()), (401, "invalid_token"), "{bad}");
        }
        assert_eq!(sent(scene.ask(Method::GET, &path, "").basic_auth("demo", Some("x"))).await.status, 401);
        assert_eq!(scene.get(&format!("{path}?user_id={other}"), &scene.token).await.status, 403);
        assert_eq!(scene.get(&format!("{path}?user_id={demo}"), &scene.token).await.status, 200);
        assert_eq!(scene.get(&format!("{path}?user_id={other}"), "").await.status, 200);
    }
    scene.world.clock.advance(3_601);
    assert_eq!(scene.get("/tracks/1", &scene.token).await.error(), "invalid_token", "it has expired");
    assert_eq!(scene.get("/tracks/1", "").await.status, 200);
}

/// Another user gets the same response to changes, artwork and listens of both.
#[tokio::test]
async fn delisted_track_is_indistinguishable_from_missing_one() {
    let (scene, cid) = ApiClient::with_audio().await;
    let track = scene.track("one", &cid).await;
    delist(&scene, track).await;
    let (mallory, _) = scene.add_user("mallory", "write").await;
    for ((method, hidden), (_, missing)) in of_owner(&track.to_string()).into_iter().zip(of_owner("99")) {
        let ask = |path: &str| sent(scene.ask(method.clone(), path, &mallory).json(&json!({ "title": "Hers" })));
        let (hidden, missing) = (ask(&hidden).await, ask(&missing).await);
        assert_eq!((hidden.status, &hidden.body), (404, &missing.body), "{method}");
    }
    assert_eq!(scene.seen(track).await["title"], "one");
}

#[tokio::test]
async fn relisting_gated_track_of_public_audio_is_rejected() {
    let (scene, cid) = ApiClient::with_audio().await;
    let gated = json!({ "title": "gated", "track_cid": cid, "access_authorities": [AUTHORITY] });
    assert_eq!(scene.post("/tracks", &scene.token, &gated).await.status, 201);
    delist(&scene, 1).await;
    let (mallory, _) = scene.add_user("mallory", "write").await;
    scene.uploaded_by(&mallory, wav(Duration::from_secs(1))).await;
    assert_eq!(scene.post("/tracks", &mallory, &json!({ "title": "open", "track_cid": cid })).await.status, 201);

    for change in [
        json!({ "delisted": false }),
        json!({ "delisted": false, "title": "Back" }),
        json!({ "delisted": false, "access_authorities": [AUTHORITY] }),
    ] {
        let refused = scene.change(1, &scene.token, &change).await;
        assert_eq!((refused.status, refused.error().as_str()), (409, "already_public"), "{change}");
        assert_eq!((&scene.seen(1).await["delisted"], &scene.seen(1).await["title"]), (&json!(true), &json!("gated")));
    }
    assert_eq!(listen(&scene, &cid).await, 200);
    let open = json!({ "delisted": false, "access_authorities": [] });
    assert_eq!(scene.change(1, &scene.token, &open).await.status, 200);
    delist(&scene, 1).await;
    assert_eq!(scene.change(1, &scene.token, &json!({ "access_authorities": [AUTHORITY] })).await.status, 409);
    relist(&scene, 1).await;
}
