//! The behaviour that tusd and tus-node-server test in their own suites, as a client sees it, tested for this service.
//! Concatenation, deferred lengths, hooks, and the protocol's successor are left out, because none of them is offered.

use std::time::Duration;

use reqwest::Method;
use stagepass_test_support::api_client::{ApiClient, sent, wav};

use super::{End, OCTETS, by_hand, create_with, everywhere, head};

/// tusd: `CreateExceedingUploadSize`, `ExceedingMaxSizeFail`, `OverflowWithoutLength`; tus-node-server: "more than the
/// defined `MaxFileSize`", with and without chunks.
#[tokio::test]
async fn oversized_patch_is_rejected_even_if_chunked() {
    let (_place, scenes) = everywhere().await;
    for scene in scenes {
        let bytes = wav(Duration::from_millis(500));
        let upload = scene.begin(bytes.len()).await;
        assert_eq!(scene.append(&upload, 0, &bytes[..100]).await.status, 204);
        let more = [&bytes[100..], b"and more"].concat();
        let refused = scene.append(&upload, 100, &more).await;
        assert_eq!((refused.status, scene.offset(&upload).await), (413, Some(100)));

        // In chunks, nothing says how much will come.
        let chunk = [format!("{:x}\r\n", more.len()).as_bytes(), &more, b"\r\n0\r\n\r\n"].concat();
        let headers = "upload-offset: 100\r\ntransfer-encoding: chunked\r\n";
        let answer = by_hand(&scene, ("PATCH", &upload), headers, (&chunk, End::Whole)).await;
        assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
        // Whatever of it was kept, what is kept is right: the rest makes a whole.
        let at = scene.offset(&upload).await.unwrap();
        assert!((100..bytes.len()).contains(&at), "{at}");
        assert_eq!(scene.append(&upload, at, &bytes[at..]).await.status, 204);
        let told = scene.get(&upload, &scene.token).await.json()["data"].clone();
        let cid = told["track_cid"].as_str().unwrap();
        assert_eq!(std::fs::read(scene.folder("audio").join(cid)).unwrap(), bytes);
    }
}

/// tusd: `UploadChunk`, in chunks of HTTP's own.
#[tokio::test]
async fn a_part_without_a_length_is_taken() {
    let scene = ApiClient::new().await;
    let upload = scene.begin(100).await;
    let headers = "upload-offset: 0\r\ntransfer-encoding: chunked\r\n";
    let answer = by_hand(&scene, ("PATCH", &upload), headers, (b"5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n", End::Whole)).await;
    assert!(answer.starts_with("HTTP/1.1 204 ") && answer.contains("upload-offset: 6\r\n"), "{answer}");
    assert_eq!(scene.offset(&upload).await, Some(6));
}

/// tusd: `UploadChunkToFinished`.
#[tokio::test]
async fn to_what_is_complete_nothing_can_be_added() {
    let scene = ApiClient::new().await;
    let bytes = wav(Duration::from_millis(500));
    let reply = create_with(&scene, bytes.len(), &[("content-type", OCTETS)], &bytes).await;
    let upload = reply.header("location").to_owned();
    let nothing = scene.append(&upload, bytes.len(), b"").await;
    assert_eq!((nothing.status, nothing.header("upload-offset")), (204, bytes.len().to_string().as_str()));
    assert_eq!(scene.append(&upload, bytes.len(), b"x").await.status, 413);
    assert_eq!(scene.append(&upload, 0, &bytes).await.status, 409);
}

/// tusd: `BodyReadError`, `RequestUnlock`; tus-node-server: "should gracefully terminate request stream".
#[tokio::test]
async fn bytes_before_disconnect_are_kept_and_upload_resumes() {
    let (_place, scenes) = everywhere().await;
    for scene in scenes {
        let bytes = wav(Duration::from_secs(1));
        let upload = scene.begin(bytes.len()).await;
        let headers = format!("upload-offset: 0\r\ncontent-length: {}\r\n", bytes.len());
        let answer = by_hand(&scene, ("PATCH", &upload), &headers, (&bytes[..3_000], End::BrokenOff)).await;
        assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
        // Waits for the turn of the one that broke off.
        assert_eq!(scene.append(&upload, 1, b"x").await.header("upload-offset"), "3000");
        assert_eq!(scene.append(&upload, 3_000, &bytes[3_000..]).await.status, 204);
        assert_eq!(scene.get(&upload, &scene.token).await.json()["data"]["status"], "completed");
    }
}

/// The same for bytes that come along with a creation that breaks off: no client was told their URL.
#[tokio::test]
async fn interrupted_creation_is_unlisted_and_uses_no_quota() {
    let (_place, scenes) = everywhere().await;
    for scene in scenes {
        let headers = "upload-length: 100\r\ncontent-length: 50\r\n";
        let answer = by_hand(&scene, ("POST", &scene.world.url("/uploads")), headers, (b"hello", End::BrokenOff)).await;
        assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
        let listed = scene.get("/uploads", &scene.token).await.json();
        assert_eq!((listed["data"].as_array().map(Vec::len), listed["quota"]["used"].as_u64()), (Some(0), Some(0)));
    }
}

/// tus-node-server: "should 404 paths without a file id", "should 404 paths that do not exist", "DELETE should return
/// 404 when file does not exist".
#[tokio::test]
async fn addresses_of_nothing() {
    let scene = ApiClient::new().await;
    for path in ["/uploads/", "/uploads/none", "/uploads/a/b"] {
        for method in [Method::HEAD, Method::PATCH, Method::DELETE] {
            let request = scene.tus(method.clone(), path, &scene.token).header("upload-offset", 0);
            let reply = sent(request.header("content-type", OCTETS).body("")).await;
            assert_eq!((reply.status, reply.header("upload-offset")), (404, ""), "{method} {path}");
        }
    }
}

/// tus-node-server: "should return a starting offset, metadata for the new file", "should return the ending offset of
/// the uploaded file".
#[tokio::test]
async fn from_the_beginning_to_the_end() {
    let (_place, scenes) = everywhere().await;
    for scene in scenes {
        let bytes = wav(Duration::from_secs(2));
        let metadata = "filename bXkgc29uZy53YXY=,is_confidential";
        let request = scene.tus(Method::POST, "/uploads", &scene.token).header("upload-length", bytes.len());
        let upload = sent(request.header("upload-metadata", metadata)).await.header("location").to_owned();
        for at in [0, bytes.len()] {
            if at > 0 {
                assert_eq!(scene.append(&upload, 0, &bytes).await.header("upload-offset"), at.to_string());
            }
            let reply = head(&scene, &upload).await;
            assert_eq!((reply.status, reply.header("upload-metadata")), (200, metadata));
            assert_eq!(reply.header("upload-offset"), at.to_string());
            assert_eq!(reply.header("upload-length"), bytes.len().to_string());
        }
    }
}

/// tusd: `CORS`, `DefaultConfiguration`.
#[tokio::test]
async fn cors_allows_and_exposes_all_tus_headers() {
    let scene = ApiClient::new().await;
    let asked = [
        "authorization",
        "content-type",
        "tus-resumable",
        "upload-checksum",
        "upload-length",
        "upload-metadata",
        "upload-offset",
        "x-http-method-override",
        "x-requested-with",
    ];
    for method in ["POST", "HEAD", "PATCH", "DELETE", "GET"] {
        let request = scene.ask(Method::OPTIONS, "/uploads/x", "").header("origin", "https://app.example");
        let request = request.header("access-control-request-method", method);
        let reply = sent(request.header("access-control-request-headers", asked.join(","))).await;
        assert!(reply.header("access-control-allow-methods").contains(method), "{method}");
        for name in asked {
            assert!(reply.header("access-control-allow-headers").contains(name), "{name}");
        }
        assert!(!reply.header("access-control-max-age").is_empty());
    }
    // Also where the answer is no.
    for reply in [scene.create(&scene.token, 10).await, scene.create(&scene.token, 0).await] {
        for name in [
            "location",
            "tus-checksum-algorithm",
            "tus-extension",
            "tus-max-size",
            "tus-resumable",
            "tus-version",
            "upload-expires",
            "upload-length",
            "upload-metadata",
            "upload-offset",
        ] {
            assert!(reply.header("access-control-expose-headers").contains(name), "{name}");
        }
    }
}
