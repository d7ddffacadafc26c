//! Pieces with a checksum (the extension `checksum`): kept if they arrive as they were sent, and not at all otherwise.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::Method;
use sha1::Sha1;
use sha2::{Digest as _, Sha256};
use stagepass_test_support::api_client::{ApiClient, fixture, half_sent_with, sent, wav};
use stagepass_test_support::{Reply, TestStorage};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

fn sha1(bytes: &[u8]) -> String {
    format!("sha1 {}", STANDARD.encode(Sha1::digest(bytes)))
}

fn sha256(bytes: &[u8]) -> String {
    format!("sha256 {}", STANDARD.encode(Sha256::digest(bytes)))
}

async fn append(scene: &ApiClient, upload: &str, offset: usize, bytes: &[u8], checksum: &str) -> Reply {
    sent(scene.patch(upload, offset, bytes.to_vec()).header("upload-checksum", checksum)).await
}

#[tokio::test]
async fn only_bytes_with_matching_checksum_are_kept() {
    let place = TestStorage::with_bucket();
    for scene in [ApiClient::new().await, ApiClient::at(&place).await] {
        let sound = fixture("tone.mp3");
        let upload = scene.begin(sound.len()).await;
        let (first, second) = sound.split_at(4_000);
        for wrong in [sha1(second), sha256(&first[1..])] {
            let reply = append(&scene, &upload, 0, first, &wrong).await;
            assert_eq!((reply.status, reply.error().as_str()), (460, "checksum_mismatch"), "{wrong}");
            assert_eq!((scene.offset(&upload).await, scene.draft(&upload).metadata().unwrap().len()), (Some(0), 0));
        }
        let reply = append(&scene, &upload, 0, first, &sha1(first)).await;
        assert_eq!((reply.status, reply.header("upload-offset")), (204, "4000"));
        let reply = append(&scene, &upload, 4_000, second, &sha256(first)).await;
        assert_eq!((reply.status, scene.offset(&upload).await), (460, Some(4_000)), "not even the last one");
        assert_eq!(append(&scene, &upload, 4_000, second, &sha256(second)).await.status, 204);
        let data = scene.shown(&upload).await;
        assert_eq!(data["status"], "completed");
        let cid = data["track_cid"].as_str().unwrap();
        assert_eq!(std::fs::read(scene.folder("audio").join(cid)).unwrap(), sound);
    }
}

#[tokio::test]
async fn one_that_breaks_off_is_not_kept() {
    let scene = ApiClient::new().await;
    let sound = fixture("tone.mp3");
    let upload = scene.begin(sound.len()).await;
    assert_eq!(append(&scene, &upload, 0, &sound[..100], &sha1(&sound[..100])).await.status, 204);
    let more = format!("upload-checksum: {}\r\n", sha1(&sound[100..]));
    let mut connection = half_sent_with(&scene, &upload, (100, &sound[100..]), 3_000, &more).await;
    connection.shutdown().await.unwrap();
    let mut answer = Vec::new();
    let _ = connection.read_to_end(&mut answer).await;
    assert!(!String::from_utf8_lossy(&answer).starts_with("HTTP/1.1 2"));
    let refused = scene.append(&upload, 1, &sound[1..]).await;
    assert_eq!((refused.status, refused.header("upload-offset")), (409, "100"));
    assert_eq!(append(&scene, &upload, 100, &sound[100..], &sha256(&sound[100..])).await.status, 204);
    assert_eq!(scene.shown(&upload).await["status"], "completed");
}

#[tokio::test]
async fn invalid_checksum_header_is_rejected_without_storing_bytes() {
    let scene = ApiClient::new().await;
    let upload = scene.begin(1_000).await;
    let good = sha1(b"12345");
    for bad in ["", "sha1", "md5 XUFAKrxLKna5cZ2REBfFkg==", &good.replace("sha1", "sha512"), "sha1 12345", &good[..20]]
    {
        let reply = append(&scene, &upload, 0, b"12345", bad).await;
        assert_eq!((reply.status, reply.error().as_str()), (400, "invalid_request"), "{bad}");
        let begun = scene.tus(Method::POST, "/uploads", &scene.token).header("upload-length", 5);
        assert_eq!(sent(begun.header("upload-checksum", bad)).await.status, 400, "{bad}");
    }
    let twice = scene.patch(&upload, 0, "12345").header("upload-checksum", &good).header("upload-checksum", &good);
    assert_eq!(sent(twice).await.status, 400);
    assert_eq!((scene.offset(&upload).await, scene.files("uploads")), (Some(0), 0));
}

#[tokio::test]
async fn bytes_reach_bucket_only_after_checksum_matches() {
    let mut place = TestStorage::with_bucket();
    let scene = ApiClient::at(&place).await;
    // 16 KB a second: two parts of 8 MiB, and some more.
    let sound = wav(Duration::from_secs(1_100));
    let upload = scene.begin(sound.len()).await;
    let (first, last) = sound.split_at(sound.len() - 1_000);
    assert_eq!(append(&scene, &upload, 0, first, &sha256(last)).await.status, 460);
    assert_eq!((scene.offset(&upload).await, place.s3().count_requests(&Method::PUT, "")), (Some(0), 0));
    assert_eq!(append(&scene, &upload, 0, first, &sha256(first)).await.status, 204);
    assert_eq!(place.s3().count_requests(&Method::PUT, "partNumber="), 2);
    assert_eq!(append(&scene, &upload, first.len(), last, &sha1(last)).await.status, 204);
    let cid = scene.shown(&upload).await["track_cid"].as_str().unwrap().to_owned();
    assert!(std::fs::read(scene.folder("audio").join(cid)).unwrap() == sound);
}
