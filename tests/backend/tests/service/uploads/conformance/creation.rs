//! `creation` and `creation-with-upload`.

use std::time::Duration;

use reqwest::Method;
use stagepass_test_support::api_client::{ApiClient, sent, wav};

use super::{OCTETS, create_with, everywhere, head, unfinished};

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
async fn its_length_is_said_at_once() {
    let scene = ApiClient::new().await;
    for headers in [
        &[][..],
        &[("upload-defer-length", "1")],
        &[("upload-defer-length", "2")],
        &[("upload-defer-length", "bad")],
        &[("upload-concat", "final;/uploads/a /uploads/b")],
    ] {
        let mut request = scene.tus(Method::POST, "/uploads", &scene.token);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        assert_eq!(sent(request).await.status, 400, "{headers:?}");
    }
    let most = scene.tus(Method::POST, "/uploads", &scene.token).header("upload-length", 500_000_001);
    assert_eq!(sent(most).await.status, 413);
    let nothing = scene.create(&scene.token, 0).await;
    assert_eq!((nothing.status, nothing.error().as_str()), (422, "not_audio"));
    assert_eq!(unfinished(&scene), 0);
}

#[tokio::test]
async fn metadata_are_given_back_as_they_were_sent() {
    let scene = ApiClient::new().await;
    for metadata in ["filename d29ybGQud2F2", "filename d29ybGQud2F2,is_confidential", "a ,b", "b YQ==, a Yg=="] {
        let request = scene.tus(Method::POST, "/uploads", &scene.token).header("upload-length", 10);
        let created = sent(request.header("upload-metadata", metadata)).await;
        assert_eq!(created.status, 201, "{metadata}");
        let reply = head(&scene, created.header("location")).await;
        assert_eq!(reply.header("upload-metadata"), metadata);
    }
    let without = scene.begin(10).await;
    assert_eq!(head(&scene, &without).await.header("upload-metadata"), "");
    for wrong in ["filename not-base64!", "a YQ==,a Yg==", "a YQ== Yg==", "a,,b"] {
        let request = scene.tus(Method::POST, "/uploads", &scene.token).header("upload-length", 10);
        assert_eq!(sent(request.header("upload-metadata", wrong)).await.status, 400, "{wrong}");
    }
}

#[tokio::test]
async fn the_first_bytes_may_come_along() {
    let (_place, scenes) = everywhere().await;
    for scene in scenes {
        let bytes = wav(Duration::from_millis(500));
        let octets = [("content-type", OCTETS), ("upload-metadata", "filename YS53YXY=")];
        let reply = create_with(&scene, bytes.len(), &octets, &bytes[..1_000]).await;
        assert_eq!((reply.status, reply.header("upload-offset")), (201, "1000"), "{}", reply.body);
        let upload = reply.header("location").to_owned();
        assert_eq!(scene.offset(&upload).await, Some(1_000));
        assert_eq!(head(&scene, &upload).await.header("upload-metadata"), "filename YS53YXY=");
        assert_eq!(scene.append(&upload, 1_000, &bytes[1_000..]).await.status, 204);
        assert_eq!(scene.get(&upload, &scene.token).await.json()["data"]["status"], "completed");
        // A body of nothing is none.
        assert_eq!(create_with(&scene, 100, &octets, b"").await.status, 201);
    }
}

#[tokio::test]
async fn all_of_it_may_come_along() {
    let (_place, scenes) = everywhere().await;
    for scene in scenes {
        let bytes = wav(Duration::from_millis(700));
        let reply = create_with(&scene, bytes.len(), &[("content-type", OCTETS)], &bytes).await;
        assert_eq!((reply.status, reply.header("upload-offset")), (201, bytes.len().to_string().as_str()));
        let upload = scene.get(reply.header("location"), &scene.token).await.json()["data"].clone();
        assert_eq!(
            (upload["status"].as_str(), upload["offset"].as_u64()),
            (Some("completed"), Some(bytes.len() as u64))
        );
        assert_eq!((scene.files("audio"), unfinished(&scene)), (1, 0));
    }
}

#[tokio::test]
async fn creation_with_invalid_body_creates_no_upload() {
    let (_place, scenes) = everywhere().await;
    for scene in scenes {
        for (status, kind, bytes) in
            [(415, "application/octet-stream", 5), (415, "", 5), (413, OCTETS, 101), (422, OCTETS, 100)]
        {
            let reply = create_with(&scene, 100, &[("content-type", kind)], &vec![b'x'; bytes]).await;
            assert_eq!(reply.status, status, "{kind}, {bytes}: {}", reply.body);
            assert_eq!(reply.header("location"), "");
        }
        assert_eq!(unfinished(&scene), 0);
    }
}
