//! Uploads that are deleted while something else happens, and what goes with them.

use reqwest::Method;
use serde_json::json;
use stagepass_test_support::TestStorage;
use stagepass_test_support::api_client::{ApiClient, fixture, half_sent, sent};
use tokio::io::AsyncReadExt as _;

#[tokio::test]
async fn a_request_that_brings_bytes_is_ended() {
    let scene = ApiClient::new().await;
    let sound = fixture("tone.mp3");
    let upload = scene.begin(sound.len()).await;
    let mut connection = half_sent(&scene, &upload, &sound, 3_000).await;
    // Its bytes have come as far as the service, or the request waits for its turn behind this one and then finds
    // nothing: either way it ends.
    assert_eq!(scene.terminate(&upload).await.status, 204);
    let mut answer = vec![0; 12];
    connection.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, b"HTTP/1.1 404");
    assert_eq!((scene.offset(&upload).await, scene.files("uploads")), (None, 0));
}

/// A delisted track still uses its upload. A deleted track does not.
#[tokio::test]
async fn upload_used_by_track_cannot_be_deleted() {
    let scene = ApiClient::new().await;
    let sound = fixture("tone.mp3");
    let upload = scene.begin(sound.len()).await;
    assert_eq!(scene.append(&upload, 0, &sound).await.status, 204);
    let cid = scene.shown(&upload).await["track_cid"].as_str().unwrap().to_owned();
    let track = scene.track("One", &cid).await;
    scene.terminate(&upload).await.is_error(409, "in_use");
    assert_eq!(scene.change(track, &scene.token, &json!({ "delisted": true })).await.status, 200);
    assert_eq!(scene.terminate(&upload).await.status, 409, "it can come back");
    assert_eq!((scene.files("audio"), scene.shown(&upload).await["status"].as_str()), (1, Some("completed")));
    assert_eq!(scene.delete(&format!("/tracks/{track}"), &scene.token).await.status, 204);
    assert_eq!((scene.terminate(&upload).await.status, scene.files("audio")), (204, 0));
    let refused = scene.post("/tracks", &scene.token, &json!({ "title": "Two", "track_cid": cid })).await;
    assert_eq!((refused.status, refused.error().as_str()), (403, "access_denied"), "it is nobody's upload any more");
}

#[tokio::test]
async fn audio_shared_with_another_user_survives_deletion() {
    let scene = ApiClient::new().await;
    let sound = fixture("tone.mp3");
    let (other, _) = scene.add_user("other", "write").await;
    let own = scene.begin(sound.len()).await;
    scene.append(&own, 0, &sound).await;
    let others = scene.uploaded_by(&other, sound).await;
    assert_eq!((scene.terminate(&own).await.status, scene.files("audio")), (204, 1));
    assert_eq!(sent(scene.tus(Method::DELETE, &others, &other)).await.status, 204);
    assert_eq!(scene.files("audio"), 0);
}

/// A service was killed between saying that it drops some audio, and doing so.
#[tokio::test]
async fn upload_completes_after_interrupted_deletion_of_same_audio() {
    let place = TestStorage::new();
    let scene = ApiClient::at(&place).await;
    let sound = fixture("tone.mp3");
    let first = scene.begin(sound.len()).await;
    scene.append(&first, 0, &sound).await;
    place.execute("DELETE FROM uploads; UPDATE contents SET state = 1, state_since = 1800000000");

    let again = scene.begin(sound.len()).await;
    let refused = scene.append(&again, 0, &sound).await;
    assert_eq!((refused.status, refused.error().as_str(), refused.header("retry-after")), (503, "busy", "5"));
    assert!(refused.body.contains("The received bytes are kept"), "{}", refused.body);
    let scene = scene.later(59).await;
    assert_eq!(sent(scene.tus(Method::HEAD, &again, &scene.token)).await.status, 503);
    // The earlier request has ended.
    scene.world.clock.advance(1);
    assert_eq!(scene.offset(&again).await, Some(sound.len()));
    scene.is_stored(&again, &sound).await;
    assert_eq!((scene.files("audio"), scene.files("uploads")), (1, 0));
}

#[tokio::test]
async fn sweep_finishes_interrupted_audio_deletion_after_ten_minutes() {
    let place = TestStorage::with_bucket();
    let scene = ApiClient::at(&place).await;
    scene.uploaded(&fixture("tone.mp3")).await;
    place.execute("DELETE FROM uploads; UPDATE contents SET state = 1, state_since = 1800000000");
    scene.world.clock.advance(10 * 60 - 1);
    scene.world.service.sweep().await;
    assert_eq!(scene.files("audio"), 1);
    scene.world.clock.advance(1);
    scene.world.service.sweep().await;
    assert_eq!(scene.files("audio"), 0);
    let rows = place.rows();
    let content = rows.iter().find(|row| row.table == "contents").unwrap();
    assert_eq!(content.number("state"), Some(2));
}

/// Listeners upload and delete the same audio again and again, all at once: every completed upload keeps its audio.
#[tokio::test]
async fn concurrent_deletion_never_removes_audio_of_completed_upload() {
    let scene = ApiClient::new().await;
    let sound = fixture("tone.mp3");
    let mut tokens = vec![scene.token.clone()];
    for number in 0..4 {
        tokens.push(scene.add_user(&format!("listener{number}"), "write").await.0);
    }
    let audio = scene.folder("audio");
    for _ in 0..4 {
        let rounds = tokens.iter().map(|token| async {
            let upload = scene.create(token, sound.len()).await.header("location").to_owned();
            let append = scene.tus(Method::PATCH, &upload, token).header("upload-offset", 0);
            let append = append.header("content-type", "application/offset+octet-stream").body(sound.clone());
            let mut status = sent(append).await.status;
            while status == 503 {
                status = sent(scene.tus(Method::HEAD, &upload, token)).await.status;
            }
            assert!(matches!(status, 200 | 204), "{status}");
            let data = scene.get(&upload, token).await.json()["data"].clone();
            assert_eq!(data["status"], "completed");
            assert_eq!(std::fs::read(audio.join(data["track_cid"].as_str().unwrap())).unwrap(), sound);
            assert_eq!(sent(scene.tus(Method::DELETE, &upload, token)).await.status, 204);
        });
        futures_util::future::join_all(rounds).await;
        assert_eq!((scene.files("audio"), scene.files("uploads")), (0, 0));
    }
}
