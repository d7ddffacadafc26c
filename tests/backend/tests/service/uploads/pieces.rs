//! An upload in pieces, with breaks, and by several at once.

use std::time::Duration;

use stagepass_backend::UploadLimits;
use stagepass_test_support::TestStorage;
use stagepass_test_support::api_client::{ApiClient, fixture, half_sent, sent, wav};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::conformance::by_hand;

#[tokio::test]
async fn piece_by_piece() {
    let place = TestStorage::with_bucket();
    for scene in [ApiClient::new().await, ApiClient::at(&place).await] {
        let bytes = wav(Duration::from_secs(2));
        let upload = scene.begin(bytes.len()).await;
        assert_eq!(scene.offset(&upload).await, Some(0));
        let mut at = 0;
        for piece in bytes.chunks(10_000) {
            let data = scene.shown(&upload).await;
            assert_eq!((data["status"].as_str(), data["offset"].as_u64()), (Some("uploading"), Some(at as u64)));
            assert_eq!(data.get("track_cid"), None);
            let reply = scene.append(&upload, at, piece).await;
            at += piece.len();
            assert_eq!((reply.status, reply.header("upload-offset")), (204, at.to_string().as_str()), "{}", reply.body);
            assert_eq!(scene.offset(&upload).await, Some(at));
        }
        let data = scene.shown(&upload).await;
        assert_eq!((data["status"].as_str(), data["duration"].as_f64()), (Some("completed"), Some(2.0)));
        let kept = scene.folder("audio").join(data["track_cid"].as_str().unwrap());
        assert_eq!(std::fs::read(kept).unwrap(), bytes);
        // Once more at the end: nothing to do.
        assert_eq!(scene.append(&upload, at, b"").await.status, 204);
        assert_eq!(scene.append(&upload, at, b"x").await.status, 413);
        assert_eq!(scene.append(&upload, 0, &bytes).await.status, 409);
    }
}

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
async fn a_client_that_falls_silent_is_cut_off() {
    let uploads = UploadLimits { patience: Duration::from_millis(50), ..UploadLimits::default() };
    let scene = ApiClient::limited(uploads).await;
    let bytes = fixture("tone.mp3");
    let upload = scene.begin(bytes.len()).await;
    let mut connection = half_sent(&scene, &upload, &bytes, 1_000).await;
    let mut answer = vec![0; 12];
    connection.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, b"HTTP/1.1 408");
    assert_eq!(scene.offset(&upload).await, Some(1_000));
}

#[tokio::test]
async fn client_sending_single_bytes_slowly_times_out() {
    let uploads = UploadLimits { patience: Duration::from_millis(200), ..UploadLimits::default() };
    let scene = ApiClient::limited(uploads).await;
    let bytes = fixture("tone.mp3");
    let upload = scene.begin(bytes.len()).await;
    let (mut read, mut write) = half_sent(&scene, &upload, &bytes, 1_000).await.into_split();
    let dripping = tokio::spawn(async move {
        while write.write_all(&[0]).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    let mut answer = vec![0; 12];
    read.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, b"HTTP/1.1 408");
    dripping.abort();
}

/// Sends all of `bytes` and one more in chunks, without saying how many there will be; returns the answer.
async fn exceeding(scene: &ApiClient, upload: &str, bytes: &[u8]) -> String {
    let body = [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n1\r\n!\r\n0\r\n\r\n"].concat();
    by_hand(scene, ("PATCH", upload), "upload-offset: 0\r\ntransfer-encoding: chunked\r\n", (&body, true)).await
}

#[tokio::test]
async fn oversized_chunked_request_does_not_complete_upload() {
    let place = TestStorage::new();
    let scene = ApiClient::at(&place).await;
    let bytes = wav(Duration::from_secs(2));
    let upload = scene.begin(bytes.len()).await;
    let answer = exceeding(&scene, &upload, &bytes).await;
    assert!(answer.starts_with("HTTP/1.1 413") && answer.contains("too_large"), "{answer}");
    let row = place.rows().into_iter().find(|row| row.table == "uploads").unwrap();
    assert_eq!(row.number("arrived"), Some(0));
    scene.world.service.sweep().await;
    assert_eq!((scene.offset(&upload).await, scene.files("audio")), (Some(0), 0));
    assert_eq!(scene.append(&upload, 0, &bytes).await.status, 204);
    assert_eq!(scene.shown(&upload).await["duration"], 2.0);
}

#[tokio::test]
async fn large_oversized_chunked_request_does_not_complete_upload() {
    let place = TestStorage::with_bucket();
    for scene in [ApiClient::new().await, ApiClient::at(&place).await] {
        let bytes = wav(Duration::from_mins(25));
        let upload = scene.begin(bytes.len()).await;
        let answer = exceeding(&scene, &upload, &bytes).await;
        assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
        scene.world.service.sweep().await;
        let offset = scene.offset(&upload).await.unwrap();
        assert!(offset < bytes.len(), "{offset}");
        assert_eq!(scene.append(&upload, offset, &bytes[offset..]).await.status, 204);
        assert_eq!(scene.shown(&upload).await["duration"], 1_500.0);
    }
}
