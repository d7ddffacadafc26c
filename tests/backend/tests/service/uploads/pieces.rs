//! An upload in pieces, with breaks, and by several at once.

use std::time::Duration;

use stagepass_backend::UploadLimits;
use stagepass_test_support::TestStorage;
use stagepass_test_support::api_client::{ApiClient, fixture, half_sent, sent, wav};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::conformance::by_hand;

/// tusd: `BodyReadError`, `RequestUnlock`; tus-node-server: "should gracefully terminate request stream".
#[tokio::test]
async fn bytes_received_before_disconnect_are_kept() {
    let place = TestStorage::with_bucket();
    for scene in [ApiClient::new().await, ApiClient::at(&place).await] {
        let bytes = fixture("tone.mp3");
        let upload = scene.begin(bytes.len()).await;
        let headers = format!("upload-offset: 0\r\ncontent-length: {}\r\n", bytes.len());
        let answer = by_hand(&scene, ("PATCH", &upload), &headers, (&bytes[..3_000], false)).await;
        assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
        // Waits for the turn of the one that broke off, and comes too early or too late by what that one has left
        // behind.
        let refused = scene.append(&upload, 1, &bytes[1..]).await;
        assert_eq!((refused.status, refused.header("upload-offset")), (409, "3000"));
        assert_eq!(scene.offset(&upload).await, Some(3_000));
        assert_eq!(scene.append(&upload, 3_000, &bytes[3_000..]).await.status, 204);
        assert_eq!(scene.shown(&upload).await["status"], "completed");
    }
}

#[tokio::test]
async fn offset_includes_bytes_of_a_hanging_request() {
    let scene = ApiClient::new().await;
    let bytes = fixture("tone.mp3");
    let upload = scene.begin(bytes.len()).await;
    let hanging = half_sent(&scene, &upload, &bytes, 3_000).await;
    let is_at_work = async {
        while !scene.draft(&upload).exists() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), is_at_work).await.expect("nobody takes it in");
    assert_eq!(scene.offset(&upload).await, Some(3_000));
    assert_eq!(scene.append(&upload, 3_000, &bytes[3_000..]).await.status, 204);
    drop(hanging);
}

#[tokio::test]
async fn of_many_at_once_one_wins() {
    let scene = ApiClient::new().await;
    let sound = wav(Duration::from_mins(1));
    let upload = scene.begin(sound.len()).await;
    let attempts = (0..8).map(|_| tokio::spawn(sent(scene.patch(&upload, 0, sound.clone()))));
    let mut statuses = Vec::new();
    for attempt in attempts.collect::<Vec<_>>() {
        statuses.push(attempt.await.unwrap().status);
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 409, 409, 409, 409, 409, 409, 409]);
    assert_eq!(scene.shown(&upload).await["duration"], 60.0);
}

#[tokio::test]
async fn silent_or_dripping_client_times_out() {
    for (patience, drips) in [(50, false), (200, true)] {
        let patience = Duration::from_millis(patience);
        let scene = ApiClient::limited(UploadLimits { patience, ..UploadLimits::default() }).await;
        let bytes = fixture("tone.mp3");
        let upload = scene.begin(bytes.len()).await;
        let (mut read, mut write) = half_sent(&scene, &upload, &bytes, 1_000).await.into_split();
        let sending = tokio::spawn(async move {
            while !drips || write.write_all(&[0]).await.is_ok() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        });
        let mut answer = vec![0; 12];
        read.read_exact(&mut answer).await.unwrap();
        assert_eq!(answer, b"HTTP/1.1 408");
        sending.abort();
        assert!(drips || scene.offset(&upload).await == Some(1_000));
    }
}

/// Sends all of `bytes` and one more in chunks, without saying how many there will be; returns the answer.
async fn exceeding(scene: &ApiClient, upload: &str, bytes: &[u8]) -> String {
    let body = [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n1\r\n!\r\n0\r\n\r\n"].concat();
    by_hand(scene, ("PATCH", upload), "upload-offset: 0\r\ntransfer-encoding: chunked\r\n", (&body, true)).await
}

#[tokio::test]
async fn oversized_chunked_request_does_not_complete_upload() {
    let (place, long) = (TestStorage::with_bucket(), Duration::from_mins(25));
    for (scene, length) in [
        (ApiClient::new().await, Duration::from_secs(2)),
        (ApiClient::new().await, long),
        (ApiClient::at(&place).await, long),
    ] {
        let bytes = wav(length);
        let upload = scene.begin(bytes.len()).await;
        let answer = exceeding(&scene, &upload, &bytes).await;
        assert!(answer.starts_with("HTTP/1.1 413") && (length == long || answer.contains("too_large")), "{answer}");
        scene.world.service.sweep().await;
        let offset = scene.offset(&upload).await.unwrap();
        assert!(if length == long { offset < bytes.len() } else { offset == 0 }, "{offset}");
        assert_eq!(scene.append(&upload, offset, &bytes[offset..]).await.status, 204);
        assert_eq!(scene.shown(&upload).await["duration"], length.as_secs_f64());
    }
}
