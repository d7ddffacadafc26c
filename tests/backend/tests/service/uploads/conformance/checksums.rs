//! `checksum`.

use std::time::Duration;

use stagepass_test_support::api_client::{ApiClient, wav};

use super::{End, OCTETS, by_hand, create_with, everywhere, head, patch_with, unfinished};

/// Of "hello world", as the protocol's text has it, and by SHA-256.
const SHA1: &str = "sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=";
const SHA256: &str = "sha256 uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=";
const HELLO: &[u8] = b"hello world";

#[tokio::test]
async fn a_part_with_the_right_sum_is_taken() {
    let (_place, scenes) = everywhere().await;
    for scene in scenes {
        let upload = scene.begin(100).await;
        let mut at = 0;
        for sum in [SHA1, SHA256] {
            let reply = patch_with(&scene, &upload, at, ("upload-checksum", sum), HELLO).await;
            at += HELLO.len();
            assert_eq!((reply.status, reply.header("upload-offset")), (204, at.to_string().as_str()), "{}", reply.body);
        }
        assert_eq!(scene.offset(&upload).await, Some(at));
    }
}

#[tokio::test]
async fn of_a_part_with_another_sum_nothing_stays() {
    let (_place, scenes) = everywhere().await;
    for scene in scenes {
        let upload = scene.begin(1_000).await;
        assert_eq!(scene.append(&upload, 0, b"RIFF").await.status, 204);
        for sum in [SHA1, SHA256] {
            let reply = patch_with(&scene, &upload, 4, ("upload-checksum", sum), b"hello TestService").await;
            assert_eq!((reply.status, reply.error().as_str()), (460, "checksum_mismatch"), "{}", reply.body);
            assert_eq!(scene.offset(&upload).await, Some(4));
        }
        // It can be sent again, and what was refused is not in it.
        assert_eq!(patch_with(&scene, &upload, 4, ("upload-checksum", SHA1), HELLO).await.status, 204);
        assert_eq!(scene.offset(&upload).await, Some(15));
    }
}

#[tokio::test]
async fn unsupported_or_malformed_checksum_returns_400_not_460() {
    let scene = ApiClient::new().await;
    let upload = scene.begin(100).await;
    for sum in [
        "md5 XrY7u+Ae7tCTyyK7j1rNww==",
        "SHA1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=",
        "sha1",
        "sha1 ",
        "sha1 not-base64!",
        "sha1 Kq5sNclPz7QV2w==",
        "sha256 Kq5sNclPz7QV2+lfQIuc6R7oRu0=",
        "Kq5sNclPz7QV2+lfQIuc6R7oRu0=",
        "",
    ] {
        let reply = patch_with(&scene, &upload, 0, ("upload-checksum", sum), HELLO).await;
        assert_eq!((reply.status, reply.error().as_str()), (400, "invalid_request"), "{sum}");
    }
    let doubled = scene.patch(&upload, 0, HELLO).header("upload-checksum", SHA1).header("upload-checksum", SHA256);
    assert_eq!(stagepass_test_support::api_client::sent(doubled).await.status, 400);
    assert_eq!(scene.offset(&upload).await, Some(0));
}

#[tokio::test]
async fn interrupted_patch_with_checksum_is_discarded() {
    let (_place, scenes) = everywhere().await;
    for scene in scenes {
        let upload = scene.begin(100).await;
        let headers = format!("upload-offset: 0\r\nupload-checksum: {SHA1}\r\ncontent-length: 11\r\n");
        let answer = by_hand(&scene, ("PATCH", &upload), &headers, (b"hello", End::BrokenOff)).await;
        assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
        // Waits for the turn of the one that broke off.
        assert_eq!(patch_with(&scene, &upload, 0, ("upload-checksum", SHA1), HELLO).await.status, 204);
        assert_eq!(head(&scene, &upload).await.header("upload-offset"), "11");
    }
}

#[tokio::test]
async fn checksum_of_creation_with_upload_is_verified() {
    let (_place, scenes) = everywhere().await;
    for scene in scenes {
        let with = |sum| [("content-type", OCTETS), ("upload-checksum", sum)];
        let good = create_with(&scene, 100, &with(SHA1), HELLO).await;
        assert_eq!((good.status, good.header("upload-offset")), (201, "11"), "{}", good.body);
        assert_eq!(scene.offset(good.header("location")).await, Some(11));
        let there = unfinished(&scene);
        for (status, sum, bytes) in [(460, SHA1, &b"hello TestService"[..]), (400, "crc32 AAAAAA==", HELLO)] {
            let bad = create_with(&scene, 100, &with(sum), bytes).await;
            assert_eq!((bad.status, bad.header("location")), (status, ""), "{}", bad.body);
        }
        assert_eq!(unfinished(&scene), there);
    }
}

#[tokio::test]
async fn completing_patch_with_wrong_checksum_is_rejected() {
    let (_place, scenes) = everywhere().await;
    for scene in scenes {
        let bytes = wav(Duration::from_millis(300));
        let upload = scene.begin(bytes.len()).await;
        let reply = patch_with(&scene, &upload, 0, ("upload-checksum", SHA256), &bytes).await;
        assert_eq!((reply.status, scene.offset(&upload).await, scene.files("audio")), (460, Some(0), 0));
        assert_eq!(scene.append(&upload, 0, &bytes).await.status, 204);
        assert_eq!(scene.get(&upload, &scene.token).await.json()["data"]["status"], "completed");
    }
}
