//! `creation` and `creation-with-upload`.

use std::time::Duration;

use reqwest::Method;
use stagepass_test_support::TestStorage;
use stagepass_test_support::api_client::{ApiClient, fixture, sent, wav};

use super::{OCTETS, by_hand, create_with, everywhere, head, with_headers};

const BYTES: (&str, &str) = ("content-type", OCTETS);

#[tokio::test]
async fn created_upload_has_unique_url_and_offset_zero() {
    let scene = ApiClient::new().await;
    let reply = scene.create(&scene.token, 100).await;
    assert_eq!((reply.status, reply.body.as_str()), (201, ""));
    let address = reply.header("location").to_owned();
    assert!(address.starts_with(&scene.world.url("/uploads/")), "{address}");
    assert_eq!(scene.offset(&address).await, Some(0));
    let other = scene.create(&scene.token, 100).await;
    assert_ne!(other.header("location"), address);
}

#[tokio::test]
async fn creation_without_length_is_rejected() {
    let scene = ApiClient::new().await;
    for headers in [
        &[][..],
        &[("upload-defer-length", "1")],
        &[("upload-defer-length", "2")],
        &[("upload-defer-length", "bad")],
        &[("upload-concat", "final;/uploads/a /uploads/b")],
    ] {
        let request = scene.tus(Method::POST, "/uploads", &scene.token);
        assert_eq!(sent(with_headers(request, headers)).await.status, 400, "{headers:?}");
    }
    assert_eq!(scene.create(&scene.token, 500_000_001).await.status, 413);
    assert_eq!(scene.create(&scene.token, 0).await.failure(), (422, "not_audio".to_owned()));
    assert_eq!(scene.files("uploads"), 0);
}

#[tokio::test]
async fn metadata_are_given_back_as_they_were_sent() {
    let scene = ApiClient::new().await;
    for (metadata, status) in [
        ("filename d29ybGQud2F2,is_confidential", 201),
        ("a ,b", 201),
        ("b YQ==, a Yg==", 201),
        ("filename not-base64!", 400),
        ("a YQ==,a Yg==", 400),
    ] {
        let created = create_with(&scene, 10, &[("upload-metadata", metadata)], b"").await;
        assert_eq!(created.status, status, "{metadata}");
        if status == 201 {
            assert_eq!(head(&scene, created.header("location")).await.header("upload-metadata"), metadata);
        }
    }
    let without = scene.begin(10).await;
    assert_eq!(head(&scene, &without).await.header("upload-metadata"), "");
}

#[tokio::test]
async fn the_first_bytes_may_come_along() {
    let (_place, scenes) = everywhere().await;
    for scene in scenes {
        let bytes = wav(Duration::from_millis(500));
        let octets = [BYTES, ("upload-metadata", "filename YS53YXY=")];
        let reply = create_with(&scene, bytes.len(), &octets, &bytes[..1_000]).await;
        assert_eq!((reply.status, reply.header("upload-offset")), (201, "1000"), "{}", reply.body);
        let upload = reply.header("location").to_owned();
        assert_eq!(scene.offset(&upload).await, Some(1_000));
        assert_eq!(head(&scene, &upload).await.header("upload-metadata"), "filename YS53YXY=");
        assert_eq!(scene.append(&upload, 1_000, &bytes[1_000..]).await.status, 204);
        assert_eq!(scene.shown(&upload).await["status"], "completed");
        // A body of nothing is none.
        assert_eq!(create_with(&scene, 100, &octets, b"").await.status, 201);
    }
}

#[tokio::test]
async fn all_of_it_may_come_along() {
    let (_place, scenes) = everywhere().await;
    for scene in scenes {
        let sound = fixture("tone.flac");
        let reply = create_with(&scene, sound.len(), &[BYTES], &sound).await;
        assert_eq!((reply.status, reply.header("upload-offset")), (201, sound.len().to_string().as_str()));
        assert_eq!(reply.header("upload-expires"), "");
        let upload = scene.shown(reply.header("location")).await;
        assert_eq!((&upload["status"], &upload["offset"]), (&"completed".into(), &sound.len().into()));
        let cid = upload["track_cid"].as_str().unwrap();
        assert_eq!(std::fs::read(scene.folder("audio").join(cid)).unwrap(), sound);
        assert_eq!((scene.files("audio"), scene.files("uploads")), (1, 0));
    }
}

#[tokio::test]
async fn creation_with_invalid_body_creates_no_upload() {
    let (_place, scenes) = everywhere().await;
    for scene in scenes {
        let page = b"<!doctype html>".repeat(7);
        for (status, code, headers, length) in [
            (415, "unsupported_media_type", &[("content-type", "application/octet-stream")][..], 105),
            (415, "unsupported_media_type", &[("content-type", "")], 105),
            (415, "unsupported_media_type", &[], 105),
            (413, "too_large", &[BYTES], 104),
            (422, "not_audio", &[BYTES], 105),
        ] {
            let reply = create_with(&scene, length, headers, &page).await;
            assert_eq!(reply.failure(), (status, code.to_owned()), "{headers:?}");
            assert_eq!(reply.header("location"), "");
            let listed = scene.get("/uploads", &scene.token).await.json()["data"].clone();
            assert_eq!((listed, scene.files("uploads"), scene.files("audio")), (serde_json::json!([]), 0, 0), "{code}");
        }
    }
}

/// No client was told its URL.
#[tokio::test]
async fn creation_that_breaks_off_leaves_nothing() {
    for place in [TestStorage::new(), TestStorage::with_bucket()] {
        let scene = ApiClient::at(&place).await;
        let headers = "upload-length: 9000\r\ncontent-length: 9000\r\n";
        let answer = by_hand(&scene, ("POST", &scene.world.url("/uploads")), headers, (b"RIFF", false)).await;
        assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
        let listed = scene.get("/uploads", &scene.token).await.json();
        assert_eq!((listed["data"].as_array().map(Vec::len), listed["quota"]["used"].as_u64()), (Some(0), Some(0)));
        // Whatever is still being done for it is done before the service has ended.
        scene.world.service.shutdown().await;
        assert_eq!(place.count("uploads"), 0);
        assert_eq!(std::fs::read_dir(place.drafts().join("uploads")).map_or(0, Iterator::count), 0);
    }
}

#[tokio::test]
async fn creation_during_bucket_outage_succeeds_and_completes_later() {
    let mut place = TestStorage::with_bucket();
    let scene = ApiClient::at(&place).await;
    let sound = fixture("tone.mp3");
    place.s3().stop();
    let reply = create_with(&scene, sound.len(), &[BYTES], &sound).await;
    assert_eq!((reply.status, reply.header("upload-offset")), (201, sound.len().to_string().as_str()));
    let upload = reply.header("location");
    assert_eq!(scene.get(upload, &scene.token).await.error(), "storage_unavailable");
    place.s3().start_again();
    assert_eq!(scene.shown(upload).await["status"], "completed");
}
