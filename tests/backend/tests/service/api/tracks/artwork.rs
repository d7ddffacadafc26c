//! The artwork of tracks: `PUT` and `DELETE /tracks/{id}/artwork`.

use std::time::Duration;

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use stagepass_backend::origin::Origin;
use stagepass_backend::{Settings, UploadLimits};
use stagepass_test_support::api_client::{ApiClient, sent, wav};
use stagepass_test_support::{Reply, TestStorage};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const PICTURE: &[u8] = include_bytes!("../../../../assets/demo-picture.png");
const SIZES: [&str; 3] = ["150x150", "480x480", "1000x1000"];

async fn put(scene: &ApiClient, track: i64, token: &str, picture: &[u8]) -> Reply {
    let request = scene.ask(Method::PUT, &format!("/tracks/{track}/artwork"), token);
    sent(request.header("content-type", "image/png").body(picture.to_vec())).await
}

/// Begins to send a picture, and pauses once the service has begun to read it. It says so (RFC 9110 §10.1.1).
async fn begun(scene: &ApiClient, track: i64, token: &str) -> TcpStream {
    let origin = scene.world.service.origin();
    let mut connection = TcpStream::connect(origin.strip_prefix("http://").unwrap()).await.unwrap();
    let head = format!(
        "PUT /v1/tracks/{track}/artwork HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\
         content-type: image/png\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
        PICTURE.len()
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    let mut line = [0; 25];
    connection.read_exact(&mut line).await.unwrap();
    assert_eq!(&line, b"HTTP/1.1 100 Continue\r\n\r\n", "{}", String::from_utf8_lossy(&line));
    connection.write_all(&PICTURE[..100]).await.unwrap();
    connection
}

/// Sends the rest of a picture, and returns the status.
async fn ended(mut connection: TcpStream) -> u16 {
    connection.write_all(&PICTURE[100..]).await.unwrap();
    let mut reply = Vec::new();
    connection.read_to_end(&mut reply).await.unwrap();
    String::from_utf8_lossy(&reply).split(' ').nth(1).unwrap().parse().unwrap()
}

/// A new user with a track of this audio.
async fn user_with_track(scene: &ApiClient, handle: &str, cid: &str) -> (String, i64) {
    let (token, _) = scene.add_user(handle, "write").await;
    scene.uploaded_by(&token, wav(Duration::from_secs(1))).await;
    let track = scene.post("/tracks", &token, &json!({ "title": "Theirs", "track_cid": cid })).await;
    (token, track.json()["data"]["id"].as_i64().unwrap())
}

/// The status at each address of a picture.
async fn found(scene: &ApiClient, artwork: &Value) -> Vec<u16> {
    let mut found = Vec::new();
    for size in SIZES {
        found.push(scene.get(artwork[size].as_str().unwrap(), "").await.status);
    }
    found
}

async fn scene(place: &TestStorage) -> (ApiClient, i64) {
    let mirror = Origin::parse("https://mirror.example").unwrap();
    let scene = ApiClient::with(Settings { picture_mirrors: vec![mirror], ..place.settings() }).await;
    let cid = scene.cid(Duration::from_secs(1)).await;
    let track = scene.track("One", &cid).await;
    (scene, track)
}

#[tokio::test]
async fn a_picture_is_shown_in_three_sizes() {
    let place = TestStorage::new();
    let (scene, track) = scene(&place).await;
    assert_eq!(scene.seen(track).await.get("artwork"), None);
    let changed = put(&scene, track, &scene.token, PICTURE).await.with_status(200);
    let artwork = changed.json()["data"]["artwork"].clone();
    assert_eq!(artwork["mirrors"], json!(["https://mirror.example"]));
    for size in SIZES {
        let response = scene.world.http.get(artwork[size].as_str().unwrap()).send().await.unwrap();
        assert_eq!(
            (response.status().as_u16(), &response.headers()["content-type"]),
            (200, "image/png".parse().as_ref().unwrap())
        );
        assert_eq!(response.headers()["cache-control"], "public, max-age=31536000, immutable");
        // PNG §11.2.1: the width is in the first chunk.
        let file = response.bytes().await.unwrap();
        let width = u32::from_be_bytes(file[16..20].try_into().unwrap());
        assert_eq!(format!("{width}x{width}"), size);
    }
    let list = scene.get(&format!("/users/{}/tracks", scene.world.demo.user_id), "").await.json();
    assert_eq!((&list["data"][0]["artwork"], &scene.seen(track).await["artwork"]), (&artwork, &artwork));
    assert_eq!(list["data"][0]["user"].get("profile_picture"), None, "it is the track's, not the listener's");
}

#[tokio::test]
async fn replaced_or_removed_artwork_leaves_no_files() {
    let place = TestStorage::new();
    let (scene, track) = scene(&place).await;
    let first = put(&scene, track, &scene.token, PICTURE).await.json()["data"]["artwork"].clone();
    let second = put(&scene, track, &scene.token, PICTURE).await.json()["data"]["artwork"].clone();
    assert_eq!((found(&scene, &first).await, found(&scene, &second).await), (vec![404; 3], vec![200; 3]));
    assert_eq!(place.count("pictures"), 3);
    let artwork = format!("/tracks/{track}/artwork");
    for _ in 0..2 {
        assert_eq!(scene.delete(&artwork, &scene.token).await.status, 204);
        assert_eq!((scene.seen(track).await.get("artwork"), place.count("pictures")), (None, 0));
    }

    // Of two at once one is left, and whole.
    let replies = join_all((0..2).map(|_| put(&scene, track, &scene.token, PICTURE))).await;
    assert!(replies.iter().all(|reply| reply.status == 200));
    assert_eq!((found(&scene, &scene.seen(track).await["artwork"]).await, place.count("pictures")), (vec![200; 3], 3));

    let last = scene.seen(track).await["artwork"].clone();
    scene.change(track, &scene.token, &json!({ "delisted": true })).await;
    assert_eq!(put(&scene, track, &scene.token, b"no picture").await.status, 422);
    assert_eq!(scene.seen(track).await["artwork"], last);
    assert_eq!(scene.delete(&format!("/tracks/{track}"), &scene.token).await.status, 204);
    assert_eq!((found(&scene, &last).await, place.count("pictures")), (vec![404; 3], 0));
    assert_eq!(put(&scene, track, &scene.token, PICTURE).await.status, 404);
    assert_eq!(place.count("pictures"), 0);
}

#[tokio::test]
async fn deleting_a_user_deletes_only_their_artwork() {
    let place = TestStorage::new();
    let (scene, track) = scene(&place).await;
    let cid = scene.seen(track).await["track_cid"].as_str().unwrap().to_owned();
    let own = put(&scene, track, &scene.token, PICTURE).await.json()["data"]["artwork"].clone();
    let (other, other_track) = user_with_track(&scene, "other", &cid).await;
    let other_artwork = put(&scene, other_track, &other, PICTURE).await.json()["data"]["artwork"].clone();
    assert_eq!(place.count("pictures"), 6);
    scene.world.service.accounts().delete_user("other").await.unwrap();
    assert_eq!((found(&scene, &own).await, found(&scene, &other_artwork).await), (vec![200; 3], vec![404; 3]));
    assert_eq!(place.count("pictures"), 3);
}

/// The track is deleted at the same time, or its owner.
#[tokio::test]
async fn artwork_sent_during_deletion_is_not_kept() {
    let place = TestStorage::new();
    let (scene, track) = scene(&place).await;
    let cid = scene.seen(track).await["track_cid"].as_str().unwrap().to_owned();
    for round in 0..8 {
        let track = scene.track("Short-lived", &cid).await;
        let path = format!("/tracks/{track}");
        let (given, deleted) =
            tokio::join!(put(&scene, track, &scene.token, PICTURE), scene.delete(&path, &scene.token));
        assert!(matches!(given.status, 200 | 404), "{round}: {}", given.body);
        assert_eq!((deleted.status, place.count("pictures")), (204, 0), "{round}");
    }
    let (other, other_track) = user_with_track(&scene, "other", &cid).await;
    let accounts = scene.world.service.accounts();
    let (_, deleted) = tokio::join!(put(&scene, other_track, &other, PICTURE), accounts.delete_user("other"));
    deleted.unwrap();
    assert_eq!(place.count("pictures"), 0);
}

#[tokio::test]
async fn invalid_or_oversized_picture_changes_nothing() {
    let place = TestStorage::new();
    let (scene, track) = scene(&place).await;
    let before = put(&scene, track, &scene.token, PICTURE).await.json()["data"].clone();
    for (body, status, code) in [
        (Vec::new(), 422, "not_a_picture"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), 422, "not_a_picture"),
        (b"GIF89a\x01\0\x01\0".to_vec(), 422, "not_a_picture"),
        (PICTURE[..PICTURE.len() / 2].to_vec(), 422, "not_a_picture"),
        ([PICTURE, &vec![0; 5_000_001 - PICTURE.len()]].concat(), 413, "too_large"),
    ] {
        let reply = put(&scene, track, &scene.token, &body).await;
        assert_eq!((reply.status, reply.error().as_str()), (status, code), "{} bytes", body.len());
        assert_eq!(reply.header("access-control-allow-origin"), "*");
    }
    assert_eq!((scene.seen(track).await, place.count("pictures")), (before, 3));
}

#[tokio::test]
async fn so_many_an_hour_and_no_more() {
    let place = TestStorage::new();
    let (scene, track) = scene(&place).await;
    for _ in 0..20 {
        assert_eq!(put(&scene, track, &scene.token, b"no picture").await.status, 422, "it is looked at all the same");
    }
    scene.world.clock.advance(600);
    let refused = put(&scene, track, &scene.token, PICTURE).await;
    refused.is_error(429, "too_many_requests");
    assert_eq!(refused.header("retry-after"), "3000");
    scene.world.clock.advance(2_999);
    assert_eq!(put(&scene, track, &scene.token, PICTURE).await.status, 429);
    scene.world.clock.advance(1);
    // The access token has lasted for an hour as well.
    let token = scene.tokens("demo", "write").await.access;
    assert_eq!(put(&scene, track, &token, PICTURE).await.status, 200);
}

/// The database is a file: with PostgreSQL, its disk is another machine's.
#[tokio::test]
async fn artwork_leaves_the_reserve_of_the_disk_free() {
    let place = TestStorage::new();
    let settings = |reserve| {
        let uploads = UploadLimits { disk_reserve: Some(reserve), ..UploadLimits::default() };
        let database = format!("sqlite:{}", place.folder().join("artwork.db").display()).parse().unwrap();
        Settings { uploads, database, ..place.settings() }
    };
    let scene = ApiClient::with(settings(0)).await;
    let track = scene.track("One", &scene.cid(Duration::from_secs(1)).await).await;
    let scene = scene.restarted(settings(u64::MAX)).await;
    assert_eq!(scene.create(&scene.token, 1).await.status, 507);
    put(&scene, track, &scene.token, PICTURE).await.is_error(507, "storage_full");
    assert_eq!(scene.seen(track).await.get("artwork"), None);
    assert_eq!(scene.delete(&format!("/tracks/{track}/artwork"), &scene.token).await.status, 204);
}

/// A picture is in memory from its first byte until it is stored, so few are in progress at once.
#[tokio::test]
async fn concurrent_pictures_are_limited_per_user_and_overall() {
    let place = TestStorage::new();
    let (scene, track) = scene(&place).await;
    let cid = scene.seen(track).await["track_cid"].as_str().unwrap().to_owned();
    let mut paused = vec![begun(&scene, track, &scene.token).await, begun(&scene, track, &scene.token).await];
    let refused = put(&scene, track, &scene.token, PICTURE).await;
    refused.is_error(429, "too_many_requests");
    assert_eq!(refused.header("retry-after"), "5");

    // Other users are not affected, until 16 pictures are in progress.
    for number in 0..7 {
        let (token, other_track) = user_with_track(&scene, &format!("user{number}"), &cid).await;
        assert_eq!(put(&scene, other_track, &token, PICTURE).await.status, 200);
        paused.extend([begun(&scene, other_track, &token).await, begun(&scene, other_track, &token).await]);
    }
    let (token, other_track) = user_with_track(&scene, "last", &cid).await;
    let refused = put(&scene, other_track, &token, PICTURE).await;
    refused.is_error(503, "busy");
    assert_eq!(refused.header("retry-after"), "5");

    // A refused picture does not count, and one that has ended makes room.
    assert_eq!(ended(paused.swap_remove(0)).await, 200);
    for _ in 0..18 {
        assert_eq!(put(&scene, track, &scene.token, b"no picture").await.status, 422);
    }
    assert_eq!(put(&scene, track, &scene.token, PICTURE).await.status, 429);
    assert_eq!(put(&scene, other_track, &token, PICTURE).await.status, 200);
}
