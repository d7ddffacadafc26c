//! `checksum`.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::Method;
use sha1::Sha1;
use sha2::{Digest as _, Sha256};
use stagepass_test_support::TestStorage;
use stagepass_test_support::api_client::{ApiClient, fixture, sent, wav};

use super::{by_hand, create_with, everywhere, head, patch_with};

fn sha1(bytes: &[u8]) -> String {
    format!("sha1 {}", STANDARD.encode(Sha1::digest(bytes)))
}

fn sha256(bytes: &[u8]) -> String {
    format!("sha256 {}", STANDARD.encode(Sha256::digest(bytes)))
}

#[tokio::test]
async fn only_bytes_with_matching_checksum_are_kept() {
    let (_place, scenes) = everywhere().await;
    for scene in scenes {
        let sound = fixture("tone.mp3");
        let upload = scene.begin(sound.len()).await;
        let (first, second) = sound.split_at(4_000);
        for wrong in [sha1(second), sha256(&first[1..])] {
            let reply = patch_with(&scene, &upload, 0, &wrong, first).await;
            assert_eq!(reply.failure(), (460, "checksum_mismatch".to_owned()), "{wrong}");
            assert_eq!((scene.offset(&upload).await, scene.draft(&upload).metadata().unwrap().len()), (Some(0), 0));
        }
        let reply = patch_with(&scene, &upload, 0, &sha1(first), first).await;
        assert_eq!((reply.status, reply.header("upload-offset")), (204, "4000"));
        let reply = patch_with(&scene, &upload, 4_000, &sha256(first), second).await;
        assert_eq!((reply.status, scene.offset(&upload).await), (460, Some(4_000)), "not even the last one");
        assert_eq!(patch_with(&scene, &upload, 4_000, &sha256(second), second).await.status, 204);
        scene.is_stored(&upload, &sound).await;
    }
}

#[tokio::test]
async fn unsupported_or_malformed_checksum_returns_400_not_460() {
    let scene = ApiClient::new().await;
    let upload = scene.begin(1_000).await;
    let good = sha1(b"12345");
    for bad in ["", "sha1", "sha1 not-base64!", "md5 XUFAKrxLKna5cZ2REBfFkg=="] {
        let reply = patch_with(&scene, &upload, 0, bad, b"12345").await;
        assert_eq!(reply.failure(), (400, "invalid_request".to_owned()), "{bad}");
        assert_eq!(create_with(&scene, 5, &[("upload-checksum", bad)], b"").await.status, 400, "{bad}");
    }
    let twice = scene.patch(&upload, 0, "12345").header("upload-checksum", &good).header("upload-checksum", &good);
    assert_eq!(sent(twice).await.status, 400);
    assert_eq!((scene.offset(&upload).await, scene.files("uploads")), (Some(0), 0));
}

#[tokio::test]
async fn interrupted_patch_with_checksum_is_discarded() {
    let (_place, scenes) = everywhere().await;
    for scene in scenes {
        let upload = scene.begin(100).await;
        assert_eq!(patch_with(&scene, &upload, 0, &sha1(b"hello "), b"hello ").await.status, 204);
        let sum = sha1(b"hello world");
        let headers = format!("upload-offset: 6\r\nupload-checksum: {sum}\r\ncontent-length: 11\r\n");
        let answer = by_hand(&scene, ("PATCH", &upload), &headers, (b"hello", false)).await;
        assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
        // Waits for the turn of the one that broke off.
        assert_eq!(patch_with(&scene, &upload, 6, &sum, b"hello world").await.status, 204);
        assert_eq!(head(&scene, &upload).await.header("upload-offset"), "17");
    }
}

#[tokio::test]
async fn bytes_reach_bucket_only_after_checksum_matches() {
    let mut place = TestStorage::with_bucket();
    let scene = ApiClient::at(&place).await;
    // 16 KB a second: two parts of 8 MiB, and some more.
    let sound = wav(Duration::from_secs(1_100));
    let upload = scene.begin(sound.len()).await;
    let (first, last) = sound.split_at(sound.len() - 1_000);
    assert_eq!(patch_with(&scene, &upload, 0, &sha256(last), first).await.status, 460);
    assert_eq!((scene.offset(&upload).await, place.s3().count_requests(&Method::PUT, "")), (Some(0), 0));
    assert_eq!(patch_with(&scene, &upload, 0, &sha256(first), first).await.status, 204);
    assert_eq!(place.s3().count_requests(&Method::PUT, "partNumber="), 2);
    assert_eq!(patch_with(&scene, &upload, first.len(), &sha1(last), last).await.status, 204);
    scene.is_stored(&upload, &sound).await;
}
