//! What is too large: refused as soon as that shows, and not read to its end.

use std::time::Duration;

use serde_json::Value;
use stagepass_backend::Settings;
use stagepass_test_support::TestService;
use tokio::io::AsyncWriteExt as _;

use super::wire::{Wire, get, post};

async fn world() -> TestService {
    TestService::with(stagepass_test_support::settings()).await
}

#[tokio::test]
async fn body_of_10_mb_is_rejected_with_413() {
    let world = world().await;
    let access = world.login().await.access;
    let authorization = format!("\r\nAuthorization: Bearer {access}\r\n\r\n");
    let body = vec![b'['; 10 << 20];
    for (path, is_form) in [
        ("/oauth/token", false),
        ("/oauth/revoke", false),
        ("/tickets", false),
        ("/tracks", false),
        ("/sign-in", true),
        ("/oauth/consent", true),
        ("/sign-out", true),
    ] {
        let mut wire = Wire::to(&world.service.origin()).await;
        let head = post(&format!("/v1{path}"), body.len()).replace("\r\n\r\n", &authorization);
        let form = head.replace("application/json", "application/x-www-form-urlencoded");
        wire.send(if is_form { form } else { head }).await;
        // A client that sends the whole body first must find the answer, too.
        wire.send(&body).await;
        let answer = wire.answer().await;
        assert_eq!(answer.status, 413, "{path}: {}", answer.body);
        if !is_form {
            let refusal: Value = serde_json::from_str(&answer.body).unwrap();
            assert!(refusal["error"].is_string(), "{path}");
        }
    }
}

#[tokio::test]
async fn endless_body_is_rejected_and_no_longer_read() {
    let world = world().await;
    let mut wire = Wire::to(&world.service.origin()).await;
    wire.send(post("/v1/oauth/token", 1 << 30)).await;
    let piece = vec![b' '; 64 << 10];
    wire.send(&piece).await;
    assert_eq!(wire.answer().await.status, 413);
    let mut sent = piece.len();
    while wire.stream.write_all(&piece).await.is_ok() {
        sent += piece.len();
        assert!(sent < 64 << 20, "it is read without end");
    }
}

#[tokio::test]
async fn a_head_has_an_end() {
    let world = world().await;
    let headers = |count: usize| "x-many: 1\r\n".repeat(count);
    let with = |headers: &str| get("/v1/healthz").replace("\r\n\r\n", &format!("\r\n{headers}\r\n"));
    for (request, status) in [
        (with(&headers(90)), 200),
        (with(&headers(101)), 431),
        (with(&headers(100_000)), 431),
        (with(&format!("cookie: {}\r\n", "c".repeat(40 << 10))), 200),
        (with(&format!("cookie: {}\r\n", "c".repeat(70 << 10))), 431),
        (get(&format!("/v1/healthz?{}", "q".repeat(30 << 10))), 200),
        (get(&format!("/v1/healthz?{}", "q".repeat(40 << 10))), 414),
        (get(&format!("/v1/healthz?{}", "q".repeat(9 << 20))), 431),
    ] {
        let mut wire = Wire::to(&world.service.origin()).await;
        wire.send(&request).await;
        assert_eq!(wire.answer().await.status, status, "{} bytes", request.len());
    }
}

#[tokio::test]
async fn form_sent_byte_by_byte_times_out() {
    let request_timeout = Duration::from_millis(300);
    let world = TestService::with(Settings { request_timeout, ..stagepass_test_support::settings() }).await;
    for path in ["/v1/sign-in", "/v1/oauth/token"] {
        let (mut wire, began) = (Wire::to(&world.service.origin()).await, tokio::time::Instant::now());
        let head = post(path, 1_000).replace("application/json", "application/x-www-form-urlencoded");
        wire.send(head).await;
        let (mut read, mut write) = wire.stream.into_split();
        let dripping = tokio::spawn(async move {
            while write.write_all(b"a").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
        let mut answer = Vec::new();
        let _ = tokio::io::AsyncReadExt::read_to_end(&mut read, &mut answer).await;
        assert!(answer.starts_with(b"HTTP/1.1 503"), "{path}: {}", String::from_utf8_lossy(&answer));
        // Scripts of apps can read what the API answers.
        let is_readable = String::from_utf8_lossy(&answer).contains("access-control-allow-origin: *");
        assert_eq!(is_readable, path == "/v1/oauth/token");
        assert!(began.elapsed() < Duration::from_secs(10), "{path}");
        dripping.abort();
    }
}
