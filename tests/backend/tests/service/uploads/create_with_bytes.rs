//! Uploads that begin with their bytes (the extension `creation-with-upload`).

use std::time::Duration;

use base64::Engine as _;
use reqwest::{Method, RequestBuilder};
use sha1::{Digest as _, Sha1};
use stagepass_test_support::TestStorage;
use stagepass_test_support::api_client::{ApiClient, fixture, sent, wav};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

fn begin(scene: &ApiClient, length: usize, bytes: &[u8]) -> RequestBuilder {
    scene
        .tus(Method::POST, "/uploads", &scene.token)
        .header("upload-length", length)
        .header("content-type", "application/offset+octet-stream")
        .body(bytes.to_vec())
}

/// How many uploads the listener has.
async fn count(scene: &ApiClient) -> usize {
    scene.get("/uploads", &scene.token).await.json()["data"].as_array().unwrap().len()
}

#[tokio::test]
async fn all_at_once_it_is_complete_at_once() {
    let place = TestStorage::with_bucket();
    for scene in [ApiClient::new().await, ApiClient::at(&place).await] {
        let sound = fixture("tone.flac");
        let reply = sent(begin(&scene, sound.len(), &sound)).await;
        assert_eq!((reply.status, reply.header("upload-offset")), (201, sound.len().to_string().as_str()));
        assert_eq!(reply.header("upload-expires"), "");
        let data = scene.shown(reply.header("location")).await;
        assert_eq!(data["status"], "completed");
        let cid = data["track_cid"].as_str().unwrap();
        assert_eq!(std::fs::read(scene.folder("audio").join(cid)).unwrap(), sound);
        assert_eq!(scene.files("uploads"), 0);
    }
}

#[tokio::test]
async fn creation_with_first_bytes_resumes_and_completes() {
    let scene = ApiClient::new().await;
    let sound = wav(Duration::from_secs(2));
    let (first, second) = sound.split_at(10_000);
    let reply = sent(begin(&scene, sound.len(), first)).await;
    assert_eq!((reply.status, reply.header("upload-offset")), (201, "10000"));
    assert_eq!(reply.header("upload-expires"), "Sat, 16 Jan 2027 08:00:00 GMT");
    let upload = reply.header("location");
    assert_eq!(scene.offset(upload).await, Some(10_000));
    assert_eq!(scene.append(upload, 10_000, second).await.status, 204);
    assert_eq!(scene.shown(upload).await["status"], "completed");
}

#[tokio::test]
async fn of_one_that_is_refused_nothing_stays() {
    let scene = ApiClient::new().await;
    let (sound, page) = (fixture("tone.mp3"), b"<!doctype html>".repeat(9));
    let of_type = |content_type: &'static str| {
        let begun = scene.tus(Method::POST, "/uploads", &scene.token).header("upload-length", sound.len());
        let begun = if content_type.is_empty() { begun } else { begun.header("content-type", content_type) };
        begun.body(sound.clone())
    };
    let wrong = format!("sha1 {}", base64::engine::general_purpose::STANDARD.encode(Sha1::digest("something else")));
    for (request, status, code) in [
        (of_type("application/octet-stream"), 415, "unsupported_media_type"),
        (of_type(""), 415, "unsupported_media_type"),
        (begin(&scene, 100, &sound), 413, "too_large"),
        (begin(&scene, sound.len(), &sound).header("upload-checksum", wrong), 460, "checksum_mismatch"),
        (begin(&scene, sound.len(), &sound).header("upload-checksum", "md5 AAAA"), 400, "invalid_request"),
        (begin(&scene, page.len(), &page), 422, "not_audio"),
    ] {
        let reply = sent(request).await;
        assert_eq!((reply.status, reply.error().as_str()), (status, code));
        assert_eq!(reply.header("location"), "");
        assert_eq!((count(&scene).await, scene.files("uploads"), scene.files("audio")), (0, 0, 0), "{code}");
    }
}

#[tokio::test]
async fn of_one_that_breaks_off_nothing_stays() {
    let place = TestStorage::new();
    let scene = ApiClient::at(&place).await;
    let host = scene.world.service.origin();
    let mut connection = TcpStream::connect(host.strip_prefix("http://").unwrap()).await.unwrap();
    let head = format!(
        "POST /v1/uploads HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ntus-resumable: 1.0.0\r\nupload-length: 9000\r\n\
         content-type: application/offset+octet-stream\r\ncontent-length: 9000\r\n\r\nRIFF",
        scene.token
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    connection.shutdown().await.unwrap();
    let mut answer = Vec::new();
    let _ = connection.read_to_end(&mut answer).await;
    assert!(!String::from_utf8_lossy(&answer).starts_with("HTTP/1.1 2"));
    // Whatever is still being done for it is done before the service has ended.
    scene.world.service.shutdown().await;
    assert!(place.rows().iter().all(|row| row.table != "uploads"));
    assert_eq!(std::fs::read_dir(place.drafts().join("uploads")).unwrap().count(), 0);
}

#[tokio::test]
async fn creation_during_bucket_outage_succeeds_and_completes_later() {
    let mut place = TestStorage::with_bucket();
    let scene = ApiClient::at(&place).await;
    let sound = fixture("tone.mp3");
    place.s3().stop();
    let reply = sent(begin(&scene, sound.len(), &sound)).await;
    assert_eq!((reply.status, reply.header("upload-offset")), (201, sound.len().to_string().as_str()));
    let upload = reply.header("location");
    assert_eq!(scene.get(upload, &scene.token).await.error(), "storage_unavailable");
    place.s3().start_again();
    assert_eq!(scene.shown(upload).await["status"], "completed");
}

#[tokio::test]
async fn for_an_app_that_says_for_whom() {
    let scene = ApiClient::new().await;
    let (app, user) = (&scene.world.app.bearer_token, scene.world.demo.user_id);
    let sound = fixture("tone.mp3");
    let request =
        scene.tus(Method::POST, &format!("/uploads?user_id={user}"), app).header("upload-length", sound.len());
    let reply = sent(request.header("content-type", "application/offset+octet-stream").body(sound)).await;
    assert_eq!(reply.status, 201);
    assert_eq!(scene.get(reply.header("location"), app).await.json()["data"]["status"], "completed");
    assert_eq!(scene.get(&format!("/uploads?user_id={user}"), app).await.json()["data"].as_array().unwrap().len(), 1);
}
