//! The core protocol.

use std::time::Duration;

use reqwest::Method;
use stagepass_backend::UploadLimits;
use stagepass_test_support::api_client::{ApiClient, sent, wav};

use super::{OCTETS, by_hand, head, with_headers};

/// The methods that need the header `Tus-Resumable`, each with an address that takes it.
fn methods(upload: &str) -> [(Method, &str); 4] {
    [(Method::POST, "/uploads"), (Method::HEAD, upload), (Method::PATCH, upload), (Method::DELETE, upload)]
}

#[tokio::test]
async fn numbers_are_numbers() {
    let scene = ApiClient::new().await;
    let upload = scene.begin(100).await;
    for number in ["", "-1", "1.5", "99999999999999999999"] {
        let created = scene.tus(Method::POST, "/uploads", &scene.token).header("upload-length", number);
        assert_eq!(sent(created).await.failure(), (400, "invalid_request".to_owned()), "Upload-Length {number:?}");
        let appended = scene.tus(Method::PATCH, &upload, &scene.token).header("upload-offset", number);
        let appended = sent(appended.header("content-type", OCTETS).body("x")).await;
        assert_eq!(appended.status, 400, "Upload-Offset {number:?}");
    }
    assert_eq!((scene.files("uploads"), scene.offset(&upload).await), (0, Some(0)), "a file comes with its first byte");
}

#[tokio::test]
async fn it_says_what_it_speaks() {
    let scene = ApiClient::new().await;
    let upload = scene.begin(100).await;
    for path in ["/uploads", &upload] {
        for version in [&[][..], &[("tus-resumable", "1.0.0")], &[("tus-resumable", "0.2.2")]] {
            let reply = sent(with_headers(scene.ask(Method::OPTIONS, path, ""), version)).await;
            assert!(matches!(reply.status, 200 | 204), "{version:?}: {}", reply.status);
            for (name, value) in [
                ("tus-resumable", "1.0.0"),
                ("tus-version", "1.0.0"),
                ("tus-extension", "creation,creation-with-upload,expiration,termination"),
                ("tus-max-size", "500000000"),
            ] {
                assert_eq!(reply.header(name), value, "{name}");
            }
        }
    }
}

#[tokio::test]
async fn every_answer_names_the_version() {
    let scene = ApiClient::new().await;
    let upload = scene.begin(100).await;
    let ask = |method: Method, path: &str, headers: &[(&str, &str)]| {
        sent(with_headers(scene.tus(method, path, &scene.token), headers).body(""))
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
    for version in [None, Some(""), Some("0.2.2"), Some("1.0"), Some("1.0.1"), Some("2.0.0"), Some("1.0.0, 0.2.2")] {
        for (method, path) in methods(&upload) {
            let headers = [("upload-length", "5"), ("upload-offset", "0"), ("content-type", OCTETS)];
            let versioned: Vec<_> =
                version.map(|version| ("tus-resumable", version)).into_iter().chain(headers).collect();
            let request = with_headers(scene.ask(method.clone(), path, &scene.token), &versioned).body("12345");
            let reply = sent(request).await;
            assert_eq!((reply.status, reply.header("tus-version")), (412, "1.0.0"), "{method} {version:?}");
        }
    }
    assert_eq!((scene.offset(&upload).await, scene.files("uploads")), (Some(0), 0));
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
    let reply = post("HEAD", vec![]).await;
    assert_eq!((reply.status, reply.header("upload-offset"), reply.body.as_str()), (200, "0", ""));
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
async fn head_returns_offset_length_and_metadata() {
    let scene = ApiClient::new().await;
    let bytes = wav(Duration::from_millis(500));
    let metadata = "filename bXkgc29uZy53YXY=,is_confidential";
    let request = scene.tus(Method::POST, "/uploads", &scene.token).header("upload-length", bytes.len());
    let upload = sent(request.header("upload-metadata", metadata)).await.header("location").to_owned();
    for (from, to) in [(0, 0), (0, 70), (70, bytes.len())] {
        assert_eq!(scene.append(&upload, from, &bytes[from..to]).await.status, 204);
        let reply = head(&scene, &upload).await;
        assert_eq!((reply.status, reply.header("upload-offset")), (200, to.to_string().as_str()));
        assert_eq!(reply.header("upload-length"), bytes.len().to_string());
        assert_eq!(reply.header("upload-metadata"), metadata);
        assert_eq!((reply.header("cache-control"), reply.body.as_str()), ("no-store", ""));
        assert_eq!((reply.header("upload-defer-length"), reply.header("upload-concat")), ("", ""));
    }
}

#[tokio::test]
async fn parts_are_added_where_they_belong() {
    let scene = ApiClient::new().await;
    let bytes = wav(Duration::from_millis(500));
    let upload = scene.begin(bytes.len()).await;
    for wrong in ["", "application/octet-stream", "application/offset", "text/plain; a=application/offset+octet-stream"]
    {
        let request = scene.tus(Method::PATCH, &upload, &scene.token).header("upload-offset", 0);
        assert_eq!(sent(request.header("content-type", wrong).body("x")).await.status, 415, "{wrong}");
    }
    let mut at = 0;
    for count in [1, 1_000, 0, 2_000] {
        for other in [at + 1, bytes.len()].into_iter().chain(at.checked_sub(1)) {
            let reply = scene.append(&upload, other, b"x").await;
            assert_eq!(reply.failure(), (409, "wrong_offset".to_owned()), "{other}");
            assert_eq!(reply.header("upload-offset"), at.to_string());
        }
        let reply = scene.append(&upload, at, &bytes[at..at + count]).await;
        at += count;
        assert_eq!((reply.status, reply.header("upload-offset")), (204, at.to_string().as_str()));
        assert_eq!(reply.body, "");
    }
    let more = [&bytes[at..], b"and more"].concat();
    assert_eq!((scene.append(&upload, at, &more).await.status, scene.offset(&upload).await), (413, Some(at)));
    let reply = scene.append(&upload, at, &bytes[at..]).await;
    assert_eq!((reply.status, reply.header("upload-offset")), (204, bytes.len().to_string().as_str()));
    for (offset, more, status) in [(bytes.len(), "", 204), (bytes.len(), "x", 413), (0, "x", 409)] {
        assert_eq!(scene.append(&upload, offset, more.as_bytes()).await.status, status, "it is whole: {offset} {more}");
    }
}

#[tokio::test]
async fn more_than_the_largest_upload_is_refused() {
    let scene = ApiClient::limited(UploadLimits { max_size: 1_000, ..UploadLimits::default() }).await;
    assert_eq!(sent(scene.ask(Method::OPTIONS, "/uploads", "")).await.header("tus-max-size"), "1000");
    assert_eq!(scene.create(&scene.token, 1_001).await.failure(), (413, "too_large".to_owned()));
    scene.begin(1_000).await;
}

/// tusd: `UploadChunk`, in chunks of HTTP's own.
#[tokio::test]
async fn a_part_without_a_length_is_taken() {
    let scene = ApiClient::new().await;
    let upload = scene.begin(100).await;
    let headers = "upload-offset: 0\r\ntransfer-encoding: chunked\r\n";
    let answer = by_hand(&scene, ("PATCH", &upload), headers, (b"5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n", true)).await;
    assert!(answer.starts_with("HTTP/1.1 204 ") && answer.contains("upload-offset: 6\r\n"), "{answer}");
    assert_eq!(scene.offset(&upload).await, Some(6));
}

/// tus-node-server: "should 404 paths without a file id", "should 404 paths that do not exist", "DELETE should return
/// 404 when file does not exist".
#[tokio::test]
async fn addresses_of_nothing() {
    let scene = ApiClient::new().await;
    let zeros = "/uploads/00000000000000000000000000000000";
    for path in ["/uploads/", "/uploads/none", "/uploads/a/b", "/uploads/..%2f..%2ftest", zeros] {
        for method in [Method::HEAD, Method::GET, Method::PATCH, Method::DELETE] {
            let request = scene.tus(method.clone(), path, &scene.token).header("upload-offset", 0);
            let reply = sent(request.header("content-type", OCTETS).body("")).await;
            assert_eq!((reply.status, reply.header("upload-offset")), (404, ""), "{method} {path}");
        }
    }
}

/// tusd: `CORS`, `DefaultConfiguration`.
#[tokio::test]
async fn cors_allows_and_exposes_all_tus_headers() {
    let scene = ApiClient::new().await;
    let names = "authorization,content-type,tus-resumable,upload-length,upload-metadata,upload-offset,\
                 x-http-method-override,x-requested-with";
    for method in ["POST", "HEAD", "PATCH", "DELETE", "GET"] {
        let request = scene.ask(Method::OPTIONS, "/uploads/x", "").header("origin", "https://app.example");
        let request = request.header("access-control-request-method", method);
        let reply = sent(request.header("access-control-request-headers", names)).await;
        assert!(reply.header("access-control-allow-methods").contains(method), "{method}");
        for name in names.split(',') {
            assert!(reply.header("access-control-allow-headers").contains(name), "{name}");
        }
        assert!(!reply.header("access-control-max-age").is_empty());
        let (origin, credentials) =
            (reply.header("access-control-allow-origin"), reply.header("access-control-allow-credentials"));
        assert_eq!((origin, credentials), ("*", ""));
    }
    // Also where the answer is no.
    let exposed = "location,tus-extension,tus-max-size,tus-resumable,tus-version,upload-expires,upload-length,\
                   upload-metadata,upload-offset";
    for reply in [scene.create(&scene.token, 10).await, scene.create(&scene.token, 0).await] {
        for name in exposed.split(',') {
            assert!(reply.header("access-control-expose-headers").contains(name), "{name}");
        }
    }
}
