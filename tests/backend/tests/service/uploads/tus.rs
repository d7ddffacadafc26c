//! The tus protocol's own rules.

use std::time::Duration;

use reqwest::Method;
use stagepass_backend::{Settings, UploadLimits};
use stagepass_test_support::api_client::{ApiClient, fixture, sent, wav};

#[tokio::test]
async fn it_introduces_itself() {
    let scene = ApiClient::new().await;
    let reply = sent(scene.ask(Method::OPTIONS, "/uploads", "")).await;
    assert!(matches!(reply.status, 200 | 204));
    for (name, value) in [
        ("tus-resumable", "1.0.0"),
        ("tus-version", "1.0.0"),
        ("tus-extension", "creation,creation-with-upload,expiration,checksum,termination"),
        ("tus-checksum-algorithm", "sha1,sha256"),
        ("tus-max-size", "500000000"),
        ("access-control-allow-origin", "*"),
    ] {
        assert_eq!(reply.header(name), value, "{name}");
    }
}

#[tokio::test]
async fn a_page_of_any_origin_may_upload() {
    let scene = ApiClient::new().await;
    let asked = "authorization,content-type,tus-resumable,upload-checksum,upload-length,upload-metadata,upload-offset";
    let preflight = scene.ask(Method::OPTIONS, "/uploads/x", "").header("origin", "https://app.example");
    let preflight = preflight.header("access-control-request-method", "PATCH");
    let reply = sent(preflight.header("access-control-request-headers", asked)).await;
    for method in ["PATCH", "DELETE", "POST", "HEAD"] {
        assert!(reply.header("access-control-allow-methods").contains(method), "{method}");
    }
    for name in asked.split(',') {
        assert!(reply.header("access-control-allow-headers").contains(name), "{name}");
    }
    assert_eq!(
        (reply.header("access-control-allow-origin"), reply.header("access-control-allow-credentials")),
        ("*", "")
    );
    let reply = scene.create(&scene.token, 10).await;
    for name in
        ["location", "upload-offset", "upload-length", "tus-resumable", "upload-expires", "tus-checksum-algorithm"]
    {
        assert!(reply.header("access-control-expose-headers").contains(name), "{name}");
    }
}

#[tokio::test]
async fn another_version_is_refused() {
    let scene = ApiClient::new().await;
    let upload = scene.begin(10).await;
    for (method, path) in [
        (Method::POST, "/uploads"),
        (Method::HEAD, upload.as_str()),
        (Method::PATCH, upload.as_str()),
        (Method::DELETE, upload.as_str()),
    ] {
        for version in [None, Some("0.2.2"), Some("1.0.1"), Some("")] {
            let request = scene.ask(method.clone(), path, &scene.token).header("upload-length", "10");
            let request =
                request.header("upload-offset", "0").header("content-type", "application/offset+octet-stream");
            let request = if let Some(version) = version { request.header("tus-resumable", version) } else { request };
            let reply = sent(request).await;
            assert_eq!((reply.status, reply.header("tus-version")), (412, "1.0.0"), "{method} {version:?}");
        }
    }
    assert_eq!(scene.offset(&upload).await, Some(0));
}

#[tokio::test]
async fn headers_that_are_none() {
    let scene = ApiClient::new().await;
    for length in ["", "-1", "abc", "1.5", "99999999999999999999"] {
        let reply = sent(scene.tus(Method::POST, "/uploads", &scene.token).header("upload-length", length)).await;
        assert_eq!((reply.status, reply.error().as_str()), (400, "invalid_request"), "{length}");
    }
    let deferred = scene.tus(Method::POST, "/uploads", &scene.token).header("upload-defer-length", "1");
    assert_eq!(sent(deferred).await.status, 400);
    let bad =
        scene.tus(Method::POST, "/uploads", &scene.token).header("upload-length", 9).header("upload-metadata", "a !");
    assert_eq!(sent(bad).await.status, 400);
    let upload = scene.begin(10).await;
    let patch = |offset: &str, content_type: &str| {
        let request = scene.tus(Method::PATCH, &upload, &scene.token).header("upload-offset", offset);
        sent(request.header("content-type", content_type).body("12345"))
    };
    assert_eq!(patch("x", "application/offset+octet-stream").await.status, 400);
    assert_eq!(patch("0", "application/octet-stream").await.status, 415);
    assert_eq!(patch("0", "").await.status, 415);
    assert_eq!((scene.files("uploads"), scene.offset(&upload).await), (0, Some(0)), "a file comes with its first byte");
}

#[tokio::test]
async fn at_the_wrong_offset_nothing_changes() {
    let scene = ApiClient::new().await;
    let bytes = fixture("tone.mp3");
    let upload = scene.begin(bytes.len()).await;
    scene.append(&upload, 0, &bytes[..100]).await;
    for offset in [0, 99, 101, bytes.len()] {
        let reply = scene.append(&upload, offset, b"x").await;
        assert_eq!((reply.status, reply.error().as_str()), (409, "wrong_offset"), "{offset}");
        assert_eq!(reply.header("upload-offset"), "100");
    }
    assert_eq!(scene.append(&upload, 100, &bytes[100..]).await.status, 204);
    assert_eq!(scene.get(&upload, &scene.token).await.json()["data"]["status"], "completed");
}

#[tokio::test]
async fn too_much_is_refused() {
    let uploads = UploadLimits { max_size: 1_000, ..UploadLimits::default() };
    let scene = ApiClient::with(Settings { uploads, ..stagepass_test_support::settings() }).await;
    assert_eq!(sent(scene.ask(Method::OPTIONS, "/uploads", "")).await.header("tus-max-size"), "1000");
    let reply = scene.create(&scene.token, 1_001).await;
    assert_eq!((reply.status, reply.error().as_str()), (413, "too_large"));
    let upload = scene.begin(1_000).await;
    assert_eq!(scene.append(&upload, 0, &[0; 1_001]).await.status, 413);
    assert_eq!(scene.offset(&upload).await, Some(0));
    scene.append(&upload, 0, &[0; 400]).await;
    assert_eq!(scene.append(&upload, 400, &[0; 601]).await.status, 413);
    assert_eq!(scene.offset(&upload).await, Some(400));
}

#[tokio::test]
async fn method_override_header_allows_patch_head_and_delete() {
    let scene = ApiClient::new().await;
    let bytes = wav(Duration::from_secs(1));
    let upload = scene.begin(bytes.len()).await;
    let post = |method: &'static str| {
        let request = scene.tus(Method::POST, &upload, &scene.token).header("x-http-method-override", method);
        let request = request.header("upload-offset", 0).header("content-type", "application/offset+octet-stream");
        sent(request.body(bytes.clone()))
    };
    assert_eq!(post("PUT").await.status, 405);
    assert_eq!(post("PATCH").await.status, 204);
    assert_eq!(scene.shown(&upload).await["status"], "completed");
    let reply = post("HEAD").await;
    assert_eq!((reply.status, reply.header("upload-offset")), (200, bytes.len().to_string().as_str()));
    assert_eq!(post("DELETE").await.status, 204);
    assert_eq!(scene.offset(&upload).await, None);
}

#[tokio::test]
async fn unknown_upload_returns_404() {
    let scene = ApiClient::new().await;
    for path in ["/uploads/x", "/uploads/..%2f..%2ftest", "/uploads/00000000000000000000000000000000"] {
        assert_eq!(scene.get(path, &scene.token).await.status, 404, "{path}");
        assert_eq!(scene.append(&scene.world.url(path), 0, b"x").await.status, 404, "{path}");
    }
}
