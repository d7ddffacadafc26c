//! Changing tracks.

use std::time::Duration;

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use stagepass_test_support::TestStorage;
use stagepass_test_support::api_client::{ApiClient, sent, wav};

const FIRST: &str = "0x1563915e194D8CfBA1943570603F7606A3115508";
const SECOND: &str = "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB";

/// A scene with a track that says everything of itself.
async fn scene() -> (ApiClient, i64, String) {
    let (scene, cid) = ApiClient::with_audio().await;
    let body = json!({
        "title": "Night Bus", "genre": "Ambient", "description": "two\nlines", "track_cid": cid, "access_authorities": [FIRST],
    });
    let made = scene.post("/tracks", &scene.token, &body).await;
    assert_eq!(made.status, 201, "{}", made.body);
    (scene, 1, cid)
}

/// A new listener `mallory`, who has the same sound, and a public track of it if asked for.
async fn mallory(scene: &ApiClient, cid: &str, is_public: bool) -> String {
    let (mallory, _) = scene.add_user("mallory", "write").await;
    scene.uploaded_by(&mallory, wav(Duration::from_secs(1))).await;
    if is_public {
        let public = json!({ "title": "Hers", "track_cid": cid });
        assert_eq!(scene.post("/tracks", &mallory, &public).await.status, 201);
    }
    mallory
}

#[tokio::test]
async fn only_given_members_change() {
    let (scene, track, _) = scene().await;
    let mut expected = scene.seen(track).await;
    for (change, value) in [
        (json!({ "title": "  Day Bus " }), json!("Day Bus")),
        (json!({ "genre": "Drone" }), json!("Drone")),
        (json!({ "description": "one line" }), json!("one line")),
        (json!({ "access_authorities": [SECOND, FIRST.to_lowercase(), SECOND] }), json!([SECOND, FIRST])),
        (json!({ "access_authorities": [] }), json!([])),
        (json!({ "access_authorities": [SECOND] }), json!([SECOND])),
    ] {
        let (name, _) = change.as_object().unwrap().iter().next().unwrap();
        expected[name] = value;
        let changed = scene.change(track, &scene.token, &change).await;
        assert_eq!((changed.status, &changed.json()["data"]), (200, &expected), "{change}");
        assert_eq!(changed.header("access-control-allow-origin"), "*");
        assert_eq!(scene.get("/tracks/1", "").await.json()["data"], expected);
    }
    let all = json!({ "title": "A", "genre": null, "description": " ", "access_authorities": [], "delisted": false });
    let changed = scene.change(track, &scene.token, &all).await.json()["data"].clone();
    assert_eq!((changed.get("genre"), changed.get("description"), changed.get("delisted")), (None, None, None));
    assert_eq!((&changed["title"], &changed["access_authorities"]), (&json!("A"), &json!([])));
    assert_eq!(changed["track_cid"], expected["track_cid"]);
}

#[tokio::test]
async fn invalid_change_is_named_and_changes_nothing() {
    let (scene, track, _) = scene().await;
    let before = scene.seen(track).await;
    for (body, word) in [
        ("[[\"title\",\"a\"]]", "object"),
        ("{} {}", "object"),
        ("{}", "nothing"),
        (r#"{"title":"a","title":"b"}"#, "title is repeated"),
        (r#"{"delisted":true,"x":1,"delisted":false}"#, "\"x\""),
        (r#"{"title":"Mine","track_cid":"b"}"#, "\"track_cid\""),
        ("{\"\\u001b[31m\":1}", r#""\u{1b}[31m""#),
        (r#"{"title":"Mine","access_authorities":null}"#, "access_authorities"),
        (r#"{"delisted":"true"}"#, "delisted"),
        (r#"{"delisted":null}"#, "delisted"),
    ] {
        let request = scene.ask(Method::PATCH, "/tracks/1", &scene.token).header("content-type", "application/json");
        let reply = sent(request.body(body)).await;
        assert_eq!(reply.failure(), (400, "invalid_request".to_owned()), "{body}");
        assert!(reply.json()["error_description"].as_str().unwrap().contains(word), "{body}: {}", reply.body);
    }
    assert_eq!(scene.seen(track).await, before);
}

/// A track that is gated already can still get another signer.
#[tokio::test]
async fn change_cannot_gate_audio_another_user_published() {
    let (scene, track, cid) = scene().await;
    let mallory = mallory(&scene, &cid, true).await;
    // No listener loses access, because none had it. A leaked key must be removable, whatever others do with the audio.
    let rekeyed = scene.change(track, &scene.token, &json!({ "access_authorities": [SECOND] })).await;
    assert_eq!((rekeyed.status, &rekeyed.json()["data"]["access_authorities"]), (200, &json!([SECOND])));
    assert_eq!(scene.change(track, &scene.token, &json!({ "access_authorities": [] })).await.status, 200);

    let before = scene.seen(track).await;
    let gate = json!({ "title": "Mine alone", "access_authorities": [FIRST] });
    scene.change(track, &scene.token, &gate).await.is_error(409, "already_public");
    assert_eq!(scene.seen(track).await, before, "not even its title");
    let body = json!({ "access_authorities": [FIRST] });
    assert_eq!(scene.change(2, &mallory, &body).await.status, 409, "and the other way round");
    assert_eq!(scene.change(track, &scene.token, &json!({ "title": "Ours" })).await.status, 200);

    // One that is withdrawn can come back, and is still public then.
    assert_eq!(scene.change(2, &mallory, &json!({ "delisted": true })).await.status, 200);
    assert_eq!(scene.change(track, &scene.token, &gate).await.status, 409);
    scene.delete("/tracks/2", &mallory).await;
    assert_eq!(scene.change(track, &scene.token, &gate).await.status, 200);
}

#[tokio::test]
async fn concurrent_changes_are_atomic() {
    let place = TestStorage::new();
    let scene = ApiClient::with(place.settings()).await;
    let cid = scene.cid(Duration::from_secs(1)).await;
    let track = scene.track("0", &cid).await;
    let authorities = |number: usize| -> Vec<String> {
        (1..=number % 5).map(|signer| format!("0x{number:020}{signer:020}")).collect()
    };
    let change = |number: usize| json!({ "title": number.to_string(), "access_authorities": authorities(number) });
    let changes: Vec<Value> = (1..=24).map(change).collect();
    let replies = join_all(changes.iter().map(|change| scene.change(track, &scene.token, change))).await;
    assert_eq!(replies.iter().map(|reply| reply.status).collect::<Vec<_>>(), [200; 24]);
    let left = scene.seen(track).await;
    let last: usize = left["title"].as_str().unwrap().parse().unwrap();
    assert_eq!(left["access_authorities"], json!(authorities(last)), "{last}");
}

/// Two users use the same audio at once: the later request sees the effect of the earlier one.
#[tokio::test]
async fn concurrent_gating_and_publishing_happen_in_order() {
    let place = TestStorage::new();
    let scene = ApiClient::with(place.settings()).await;
    let cid = scene.cid(Duration::from_secs(1)).await;
    let mallory = mallory(&scene, &cid, false).await;
    for round in 0..8 {
        let track = scene.track("Open", &cid).await;
        let (gate, open) = (json!({ "access_authorities": [FIRST] }), json!({ "title": "Hers", "track_cid": cid }));
        let (gated, opened) =
            tokio::join!(scene.change(track, &scene.token, &gate), scene.post("/tracks", &mallory, &open));
        assert_eq!(opened.status, 201, "{}", opened.body);
        let authorities = scene.seen(track).await["access_authorities"].clone();
        match gated.status {
            200 => assert_eq!(authorities, json!([FIRST]), "{round}"),
            409 => assert_eq!(authorities, json!([]), "{round}"),
            other => panic!("{other}: {}", gated.body),
        }
        // The second request has seen the first: from here on it stays unchanged.
        let again = scene.change(track, &scene.token, &gate).await.status;
        assert_eq!(again, gated.status, "{round}");
        scene.delete(&format!("/tracks/{track}"), &scene.token).await;
        scene.delete(&format!("/tracks/{}", opened.json()["data"]["id"]), &mallory).await;
    }
}
