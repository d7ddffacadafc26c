//! `expiration` and `termination`.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use stagepass_test_support::api_client::{ApiClient, sent, wav};

use super::{OCTETS, create_with, everywhere, head, unfinished};

const HOUR: i64 = 60 * 60;

#[tokio::test]
async fn upload_expires_header_is_sent_until_completion() {
    let scene = ApiClient::new().await;
    let bytes = wav(Duration::from_millis(500));
    let created = scene.create(&scene.token, bytes.len()).await;
    assert_eq!(created.header("upload-expires"), "Sat, 16 Jan 2027 08:00:00 GMT");
    let upload = created.header("location").to_owned();
    scene.world.clock.advance(HOUR / 2);
    assert_eq!(head(&scene, &upload).await.header("upload-expires"), "Sat, 16 Jan 2027 08:00:00 GMT");
    let reply = scene.append(&upload, 0, &bytes[..100]).await;
    assert_eq!((reply.status, reply.header("upload-expires")), (204, "Sat, 16 Jan 2027 08:30:00 GMT"));
    let reply = create_with(&scene, 100, &[("content-type", OCTETS)], b"x").await;
    assert_eq!((reply.status, reply.header("upload-expires")), (201, "Sat, 16 Jan 2027 08:30:00 GMT"));

    let reply = scene.append(&upload, 100, &bytes[100..]).await;
    assert_eq!((reply.status, reply.header("upload-expires")), (204, ""));
    assert_eq!(head(&scene, &upload).await.header("upload-expires"), "");
}

#[tokio::test]
async fn expired_upload_returns_404_and_is_swept() {
    let (_place, scenes) = everywhere().await;
    for mut scene in scenes {
        let upload = scene.begin(100).await;
        assert_eq!(scene.append(&upload, 0, b"x").await.status, 204);
        scene.world.clock.advance(24 * HOUR - 1);
        scene.token = scene.tokens("demo", "write").await.access;
        assert_eq!(scene.offset(&upload).await, Some(1));
        scene.world.clock.advance(1);
        for reply in [head(&scene, &upload).await, scene.append(&upload, 1, b"x").await] {
            assert_eq!((reply.status, reply.header("upload-offset")), (404, ""));
        }
        scene.world.service.sweep().await;
        assert_eq!((scene.offset(&upload).await, unfinished(&scene)), (None, 0));
    }
}

#[tokio::test]
async fn appending_extends_expiry_up_to_one_week() {
    let mut scene = ApiClient::new().await;
    let upload = scene.begin(1_000).await;
    let mut expires = String::new();
    for at in 0..8 {
        scene.world.clock.advance(20 * HOUR);
        scene.token = scene.tokens("demo", "write").await.access;
        let reply = scene.append(&upload, at, b"x").await;
        assert_eq!(reply.status, 204, "after {} hours", (at + 1) * 20);
        expires = reply.header("upload-expires").to_owned();
    }
    // A week after it was begun.
    assert_eq!(expires, "Fri, 22 Jan 2027 08:00:00 GMT");
    scene.world.clock.advance(8 * HOUR);
    scene.token = scene.tokens("demo", "write").await.access;
    assert_eq!(scene.offset(&upload).await, None);
}

#[tokio::test]
async fn an_upload_can_be_ended_wherever_it_stands() {
    let (_place, scenes) = everywhere().await;
    for scene in scenes {
        let bytes = wav(Duration::from_millis(500));
        for count in [0, 100, bytes.len()] {
            let upload = scene.begin(bytes.len()).await;
            assert_eq!(scene.append(&upload, 0, &bytes[..count]).await.status, 204);
            let reply = sent(scene.tus(Method::DELETE, &upload, &scene.token)).await;
            assert_eq!((reply.status, reply.body.as_str()), (204, ""), "{count}");
            let again = sent(scene.tus(Method::DELETE, &upload, &scene.token)).await;
            for gone in [head(&scene, &upload).await, scene.append(&upload, count, b"").await, again] {
                assert_eq!((gone.status, gone.header("upload-offset")), (404, ""), "{count}");
            }
            assert_eq!((unfinished(&scene), scene.files("audio")), (0, 0), "{count}");
        }
    }
}

#[tokio::test]
async fn delete_requires_owner_and_keeps_audio_of_tracks() {
    let scene = ApiClient::new().await;
    let bytes = wav(Duration::from_millis(500));
    let upload = scene.begin(bytes.len()).await;
    let (other, _) = scene.somebody("other", "write").await;
    let (reads, _) = scene.somebody("reader", "read").await;
    for (token, status) in [(&other, 404), (&reads, 403), (&String::new(), 401)] {
        assert_eq!(sent(scene.tus(Method::DELETE, &upload, token)).await.status, status);
    }
    assert_eq!(scene.append(&upload, 0, &bytes).await.status, 204);
    let cid = scene.get(&upload, &scene.token).await.json()["data"]["track_cid"].as_str().unwrap().to_owned();
    let track = scene.track("Kept", &cid).await;
    let refused = sent(scene.tus(Method::DELETE, &upload, &scene.token)).await;
    assert_eq!((refused.status, refused.error().as_str()), (409, "in_use"));
    assert_eq!((scene.offset(&upload).await, scene.files("audio")), (Some(bytes.len()), 1));
    assert_eq!(scene.delete(&format!("/tracks/{track}"), &scene.token).await.status, 204);
    assert_eq!(sent(scene.tus(Method::DELETE, &upload, &scene.token)).await.status, 204);
    assert_eq!(scene.files("audio"), 0);
    // Nor can a track be made of it any more.
    let late = scene.post("/tracks", &scene.token, &json!({ "title": "Late", "track_cid": cid })).await;
    assert_eq!(late.status, 403);
}
