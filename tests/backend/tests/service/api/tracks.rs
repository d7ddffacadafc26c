//! Making, showing and deleting tracks.

mod artwork;
mod delisting;
mod limits;
mod listens;
pub(crate) mod sites;
mod stream;
mod update;

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_test_support::api_client::{ApiClient, sent, titles, wav};
use stagepass_test_support::{CALLBACK, registered};

const AUTHORITY: &str = "0x1563915e194D8CfBA1943570603F7606A3115508";

#[tokio::test]
async fn created_track_is_public() {
    let scene = ApiClient::new().await;
    let cid = scene.cid(Duration::from_millis(2_500)).await;
    let body = json!({
        "title": " Night Bus ", "genre": "Ambient", "description": "two\nlines", "track_cid": cid,
        "access_authorities": [AUTHORITY.to_lowercase(), AUTHORITY], "release_date": "2026-11-21",
    });
    let made = scene.post("/tracks", &scene.token, &body).await.with_status(201);
    let track = made.json()["data"].clone();
    let user_id = scene.world.demo.user_id;
    let expected = json!({
        "id": 1, "title": "Night Bus", "genre": "Ambient", "description": "two\nlines", "duration": 3, "track_cid": cid,
        "user": {
            "id": user_id.to_string(), "user_id": user_id, "handle": "demo", "name": "Demo Listener", "is_verified": false
        },
        "access_authorities": [AUTHORITY], "stream": { "url": scene.world.url("/tracks/1/stream") },
    });
    assert_eq!(track, expected);
    let shown = scene.get("/tracks/1", "").await;
    assert_eq!((shown.status, &shown.json()["data"]), (200, &expected));
    assert_eq!(shown.header("access-control-allow-origin"), "*");
    let plain = scene.track("Plain", &cid).await;
    let plain = scene.get(&format!("/tracks/{plain}"), "").await.json()["data"].clone();
    assert_eq!((&plain["access_authorities"], plain.get("genre"), plain.get("description")), (&json!([]), None, None));
}

#[tokio::test]
async fn only_of_own_audio_gated_unless_public() {
    let (scene, cid) = ApiClient::with_audio().await;
    let (stranger, _) = scene.add_user("mallory", "write").await;
    let unfinished = scene.begin(100).await;
    let id = unfinished.rsplit_once('/').unwrap().1;
    for (token, cid) in [
        (&stranger, cid.as_str()),
        (&scene.token, "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"),
        (&scene.token, id),
        (&scene.token, ""),
    ] {
        let reply = scene.post("/tracks", token, &json!({ "title": "Mine", "track_cid": cid })).await;
        assert_eq!((reply.status, reply.error().as_str()), (403, "access_denied"), "{cid}");
    }
    assert_eq!(scene.get("/tracks/1", "").await.status, 404);
    // Who has the same file may: it is theirs as well.
    let sound = wav(Duration::from_secs(1));
    scene.uploaded_by(&stranger, sound).await;
    let open = json!({ "title": "Mine", "track_cid": cid });
    assert_eq!(scene.post("/tracks", &stranger, &open).await.status, 201);
    // It is public now, and stays so for each of them.
    let gated = json!({ "title": "Mine alone", "track_cid": cid, "access_authorities": [AUTHORITY] });
    scene.post("/tracks", &scene.token, &gated).await.is_error(409, "already_public");
    assert_eq!(scene.post("/tracks", &scene.token, &open).await.status, 201);
    assert_eq!(scene.post("/tracks", &stranger, &gated).await.status, 409);
}

/// When a track is created, and when it is changed.
#[tokio::test]
async fn invalid_member_is_rejected_and_named() {
    let (scene, cid) = ApiClient::with_audio().await;
    let track = scene.track("A", &cid).await;
    let before = scene.seen(track).await;
    let zero = format!("0x{}", "0".repeat(40));
    let many: Vec<String> = (1..=21).map(|number| format!("0x{number:040x}")).collect();
    for (member, value) in [
        ("title", json!("")),
        ("title", json!("  ")),
        ("title", json!("a".repeat(201))),
        ("title", json!("a\u{0}b")),
        ("title", json!("a\nb")),
        ("title", json!(5)),
        ("title", Value::Null),
        ("genre", json!("g".repeat(101))),
        ("genre", json!([])),
        ("description", json!("d".repeat(2_001))),
        ("track_cid", Value::Null),
        ("track_cid", json!(1)),
        ("access_authorities", json!([zero])),
        ("access_authorities", json!([AUTHORITY, "0x12"])),
        ("access_authorities", json!([AUTHORITY, &AUTHORITY[2..]])),
        ("access_authorities", json!(AUTHORITY)),
        ("access_authorities", json!([1])),
        ("access_authorities", json!(many)),
    ] {
        let (mut created, mut changed) = (json!({ "title": "B", "track_cid": cid }), json!({ "title": "B" }));
        (created[member], changed[member]) = (value.clone(), value.clone());
        let mut replies = vec![scene.post("/tracks", &scene.token, &created).await];
        if member != "track_cid" {
            replies.push(scene.change(track, &scene.token, &changed).await);
        }
        for reply in replies {
            assert_eq!(reply.failure(), (400, "invalid_request".to_owned()), "{member} {value}");
            let description = reply.json()["error_description"].as_str().unwrap().to_owned();
            assert!(description.starts_with(member), "{member}: {description}");
        }
    }
    assert_eq!(scene.seen(track).await, before);
    let longest = json!({ "title": "é".repeat(200) });
    assert_eq!(scene.change(track, &scene.token, &longest).await.status, 200);
}

#[tokio::test]
async fn bodies_that_are_none() {
    let scene = ApiClient::new().await;
    let send = |content_type: &'static str, body: String| {
        let request = scene.ask(Method::POST, "/tracks", &scene.token).header("content-type", content_type);
        sent(request.body(body))
    };
    let twice = r#"{"title":"a","title":"b","track_cid":"c"}"#;
    for body in ["", "{", "null", "5", "[\"a\",null,null,\"b\",null]", twice, "{\"title\":\"\u{1}\"}"] {
        let reply = send("application/json", body.to_owned()).await;
        assert_eq!((reply.status, reply.error().as_str()), (400, "invalid_request"), "{body}");
    }
    assert_eq!(send("text/plain", r#"{"title":"a","track_cid":"c"}"#.to_owned()).await.status, 400);
    let deep = format!("{{\"x\":{}{}}}", "[".repeat(10_000), "]".repeat(10_000));
    assert_eq!(send("application/json", deep).await.status, 400);
}

#[tokio::test]
async fn another_apps_track_is_only_hidden() {
    let scene = ApiClient::new().await;
    let track = format!("/tracks/{}", scene.track("Tape", &scene.cid(Duration::from_secs(1)).await).await);
    let other = registered(&scene.world.service, "Other", &[CALLBACK]).await;
    let others = scene.world.login_with(&other.api_key, CALLBACK).await.access;
    let as_app = format!("{track}?user_id={}", scene.world.demo.user_id);
    for (path, token) in [(&track, &others), (&as_app, &other.bearer_token)] {
        let hidden = scene.delete(path, token).await;
        assert_eq!((hidden.status, &hidden.json()["data"]["delisted"]), (200, &json!(true)), "{}", hidden.body);
    }
    assert_eq!(scene.get(&track, "").await.status, 404);
    assert_eq!(scene.get(&track, &scene.token).await.status, 200, "its owner still has it");
    let by_its_app = scene.delete(&as_app, &scene.world.app.bearer_token).await;
    assert_eq!(by_its_app.status, 204, "the app that made it deletes it");
    assert_eq!(scene.get(&track, &scene.token).await.status, 404);
}

/// What only its owner may do with a track.
fn of_owner(track: &str) -> [(Method, String); 5] {
    [
        (Method::PATCH, format!("/tracks/{track}")),
        (Method::DELETE, format!("/tracks/{track}")),
        (Method::PUT, format!("/tracks/{track}/artwork")),
        (Method::DELETE, format!("/tracks/{track}/artwork")),
        (Method::GET, format!("/tracks/{track}/listens")),
    ]
}

#[tokio::test]
async fn only_the_owner_changes_track_and_library() {
    let (scene, cid) = ApiClient::with_audio().await;
    let track = scene.track("Mine", &cid).await;
    let (mallory, _) = scene.add_user("mallory", "write").await;
    let library = format!("/users/{}/library/tracks", scene.world.demo.user_id);
    let entry = format!("{library}/{track}");
    scene.put(&entry, &scene.token).await;
    let ask = async |method: &Method, path: &str, token: &str| {
        sent(scene.ask(method.clone(), path, token).json(&json!({ "title": "Hers" }))).await
    };
    let of_library = [(Method::GET, library.clone()), (Method::PUT, entry.clone()), (Method::DELETE, entry)];
    for (method, path) in of_owner(&track.to_string()).iter().chain(&of_library) {
        for (token, status, code) in
            [("", 401, "invalid_token"), ("x", 401, "invalid_token"), (&mallory, 403, "access_denied")]
        {
            let reply = ask(method, path, token).await;
            assert_eq!((reply.status, reply.error().as_str()), (status, code), "{method} {path}");
        }
    }
    let left = scene.seen(track).await;
    assert_eq!((&left["title"], left.get("artwork")), (&json!("Mine"), None));
    assert_eq!(titles(&scene.get(&library, &scene.token).await.json()), ["Mine"]);
    for missing in ["99", "x", "-1", "+1"] {
        for (method, path) in of_owner(missing) {
            ask(&method, &path, &scene.token).await.is_error(404, "not_found");
        }
    }
}

#[tokio::test]
async fn deleted_track_is_gone_and_its_number_too() {
    let (scene, cid) = ApiClient::with_audio().await;
    let track = format!("/tracks/{}", scene.track("Mine", &cid).await);
    assert_eq!(scene.delete(&track, &scene.token).await.status, 204);
    let change = scene.change(1, &scene.token, &json!({ "title": "Back" })).await;
    for reply in [
        change,
        scene.get(&track, "").await,
        scene.delete(&track, &scene.token).await,
        scene.get(&format!("{track}/stream"), "").await,
    ] {
        reply.is_error(404, "not_found");
    }
    assert_eq!(scene.track("The next one", &cid).await, 2, "a number is never given again");
}

#[tokio::test]
async fn number_without_user_or_track_is_404() {
    let scene = ApiClient::new().await;
    let own = format!("/users/{}/tracks", scene.world.demo.user_id);
    assert_eq!(scene.get(&own, "").await.json(), json!({ "data": [] }));
    for unknown in ["99", "x", "-1", "+1", "9999999999999999999999"] {
        for path in [format!("/users/{unknown}/tracks"), format!("/tracks/{unknown}")] {
            scene.get(&path, "").await.is_error(404, "not_found");
        }
    }
}
