//! The core protocol.

use std::time::Duration;

use reqwest::Method;
use stagepass_test_support::api_client::{ApiClient, sent, wav};

use super::{OCTETS, head, unfinished};

#[tokio::test]
async fn numbers_are_numbers() {
    let scene = ApiClient::new().await;
    let upload = scene.begin(100).await;
    for number in ["", "-1", "+1", "1.0", "1e3", "0x1", "one", "1,1", "99999999999999999999"] {
        let created = scene.tus(Method::POST, "/uploads", &scene.token).header("upload-length", number);
        assert_eq!(sent(created).await.status, 400, "Upload-Length {number:?}");
        let appended = scene.tus(Method::PATCH, &upload, &scene.token).header("upload-offset", number);
        assert_eq!(
            sent(appended.header("content-type", OCTETS).body("x")).await.status,
            400,
            "Upload-Offset {number:?}"
        );
    }
    assert_eq!(scene.offset(&upload).await, Some(0));
}

#[tokio::test]
async fn it_says_what_it_speaks() {
    let scene = ApiClient::new().await;
    let upload = scene.begin(100).await;
    for path in ["/uploads", &upload] {
        for version in [None, Some("1.0.0"), Some("0.2.2"), Some("nonsense")] {
            let request = scene.ask(Method::OPTIONS, path, "");
            let request = if let Some(version) = version { request.header("tus-resumable", version) } else { request };
            let reply = sent(request).await;
            assert!(matches!(reply.status, 200 | 204), "{version:?}: {}", reply.status);
            assert_eq!((reply.header("tus-version"), reply.header("tus-resumable")), ("1.0.0", "1.0.0"));
            assert_eq!(reply.header("tus-max-size").parse(), Ok(500_000_000_u64));
            let list = |name: &str| {
                let mut all: Vec<_> = reply.header(name).split(',').map(|one| one.trim().to_owned()).collect();
                all.sort_unstable();
                all
            };
            assert_eq!(
                list("tus-extension"),
                ["checksum", "creation", "creation-with-upload", "expiration", "termination"]
            );
            assert_eq!(list("tus-checksum-algorithm"), ["sha1", "sha256"]);
        }
    }
}

#[tokio::test]
async fn every_answer_names_the_version() {
    let scene = ApiClient::new().await;
    let upload = scene.begin(100).await;
    let ask = |method: Method, path: &str, headers: &[(&str, &str)]| {
        let mut request = scene.tus(method, path, &scene.token);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        sent(request.body(""))
    };
    let octets = ("content-type", OCTETS);
    for (status, reply) in [
        (201, ask(Method::POST, "/uploads", &[("upload-length", "5")]).await),
        (400, ask(Method::POST, "/uploads", &[]).await),
        (413, ask(Method::POST, "/uploads", &[("upload-length", "500000001")]).await),
        (200, ask(Method::HEAD, &upload, &[]).await),
        (200, ask(Method::GET, &upload, &[]).await),
        (204, ask(Method::PATCH, &upload, &[octets, ("upload-offset", "0")]).await),
        (409, ask(Method::PATCH, &upload, &[octets, ("upload-offset", "7")]).await),
        (415, ask(Method::PATCH, &upload, &[("upload-offset", "0")]).await),
        (404, ask(Method::HEAD, "/uploads/none", &[]).await),
        (401, sent(scene.tus(Method::HEAD, &upload, "nobody's")).await),
        (412, sent(scene.ask(Method::HEAD, &upload, &scene.token)).await),
        (204, ask(Method::DELETE, &upload, &[]).await),
        (404, ask(Method::DELETE, &upload, &[]).await),
    ] {
        assert_eq!((reply.status, reply.header("tus-resumable")), (status, "1.0.0"));
    }
}

#[tokio::test]
async fn another_version_is_not_processed() {
    let scene = ApiClient::new().await;
    let upload = scene.begin(100).await;
    let there = unfinished(&scene);
    for version in [None, Some("0.2.2"), Some("1.0"), Some("2.0.0"), Some("1.0.0, 0.2.2")] {
        for (method, path) in [
            (Method::POST, "/uploads"),
            (Method::HEAD, upload.as_str()),
            (Method::PATCH, upload.as_str()),
            (Method::DELETE, upload.as_str()),
        ] {
            let request = scene.ask(method.clone(), path, &scene.token).header("upload-length", 5);
            let request = request.header("upload-offset", 0).header("content-type", OCTETS).body("12345");
            let request = if let Some(version) = version { request.header("tus-resumable", version) } else { request };
            let reply = sent(request).await;
            assert_eq!((reply.status, reply.header("tus-version")), (412, "1.0.0"), "{method} {version:?}");
        }
    }
    assert_eq!((scene.offset(&upload).await, unfinished(&scene)), (Some(0), there));
}

#[tokio::test]
async fn the_method_is_what_the_header_says() {
    let scene = ApiClient::new().await;
    let bytes = wav(Duration::from_millis(500));
    let upload = scene.begin(bytes.len()).await;
    let post = |method: &'static str, body: Vec<u8>| {
        let request = scene.tus(Method::POST, &upload, &scene.token).header("x-http-method-override", method);
        sent(request.header("upload-offset", 0).header("content-type", OCTETS).body(body))
    };
    let looked = post("HEAD", vec![]).await;
    assert_eq!((looked.status, looked.header("upload-offset"), looked.body.as_str()), (200, "0", ""));
    let appended = post("PATCH", bytes[..100].to_vec()).await;
    assert_eq!((appended.status, appended.header("upload-offset")), (204, "100"));
    for other in ["POST", "PUT", "patch", ""] {
        assert_eq!(post(other, vec![]).await.status, 405, "{other:?}");
    }
    assert_eq!(scene.offset(&upload).await, Some(100));
    assert_eq!(post("DELETE", vec![]).await.status, 204);
    assert_eq!(scene.offset(&upload).await, None);
}

#[tokio::test]
async fn head_returns_current_offset_or_404() {
    let scene = ApiClient::new().await;
    let bytes = wav(Duration::from_millis(500));
    let upload = scene.begin(bytes.len()).await;
    for (from, to) in [(0, 0), (0, 70), (70, bytes.len())] {
        assert_eq!(scene.append(&upload, from, &bytes[from..to]).await.status, 204);
        let reply = head(&scene, &upload).await;
        assert_eq!((reply.status, reply.header("upload-offset")), (200, to.to_string().as_str()));
        assert_eq!(reply.header("upload-length"), bytes.len().to_string());
        assert_eq!((reply.header("cache-control"), reply.body.as_str()), ("no-store", ""));
        assert_eq!((reply.header("upload-defer-length"), reply.header("upload-concat")), ("", ""));
    }
    for none in [scene.world.url("/uploads/none"), format!("{upload}x")] {
        let reply = head(&scene, &none).await;
        assert_eq!((reply.status, reply.header("upload-offset"), reply.body.as_str()), (404, "", ""));
    }
}

#[tokio::test]
async fn parts_are_added_where_they_belong() {
    let scene = ApiClient::new().await;
    let bytes = wav(Duration::from_millis(500));
    let upload = scene.begin(bytes.len()).await;
    for wrong in ["application/octet-stream", "application/offset", "text/plain; a=application/offset+octet-stream"] {
        let request = scene.tus(Method::PATCH, &upload, &scene.token).header("upload-offset", 0);
        assert_eq!(sent(request.header("content-type", wrong).body("x")).await.status, 415, "{wrong}");
    }
    let mut at = 0;
    for count in [1, 1_000, 0, 2_000] {
        for other in [at + 1, bytes.len()].into_iter().chain(at.checked_sub(1)) {
            let reply = scene.append(&upload, other, b"x").await;
            assert_eq!((reply.status, scene.offset(&upload).await), (409, Some(at)), "{other}");
        }
        let reply = scene.append(&upload, at, &bytes[at..at + count]).await;
        at += count;
        assert_eq!((reply.status, reply.header("upload-offset")), (204, at.to_string().as_str()));
        assert_eq!(reply.body, "");
    }
    let reply = scene.append(&upload, at, &bytes[at..]).await;
    assert_eq!((reply.status, reply.header("upload-offset")), (204, bytes.len().to_string().as_str()));
    assert_eq!(scene.append(&scene.world.url("/uploads/none"), 0, b"x").await.status, 404);
}
