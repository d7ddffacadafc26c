//! How long a client may take.

use std::time::Duration;

use stagepass_backend::{Limits, Patience, ServerSettings, Settings};
use stagepass_test_support::TestService;
use tokio::io::AsyncWriteExt as _;
use tokio::time::{Instant, sleep};

use super::wire::{Wire, get, post};

/// A slower client is disconnected. A quarter is added.
const HEAD: Duration = Duration::from_millis(300);
/// Much more than twice [`HEAD`], because a busy machine sleeps longer.
const IDLE: Duration = Duration::from_secs(2);

async fn world() -> TestService {
    let patience = Patience { head: HEAD, idle: IDLE };
    let limits = Limits { patience, ..Limits::NONE };
    let server = ServerSettings { limits, ..ServerSettings::default() };
    TestService::with(Settings { server, ..stagepass_test_support::settings() }).await
}

#[tokio::test]
async fn silent_connection_is_closed_after_the_timeout() {
    let world = world().await;
    let began = Instant::now();
    let mut wire = Wire::to(&world.service.origin()).await;
    assert!(wire.end().await.is_empty());
    assert!(began.elapsed() >= HEAD);
}

/// A new byte does not restart the timeout, neither in the first request of a connection nor in the next.
#[tokio::test]
async fn head_sent_byte_by_byte_times_out() {
    let world = world().await;
    for first in [true, false] {
        let mut wire = Wire::to(&world.service.origin()).await;
        if !first {
            assert_eq!(wire.exchange(get("/v1/healthz")).await.status, 200);
        }
        let began = Instant::now();
        while wire.stream.write_all(b"X").await.is_ok() {
            sleep(HEAD / 10).await;
            assert!(began.elapsed() < Duration::from_secs(20), "it is waited for without end");
        }
        assert!(began.elapsed() >= HEAD);
    }
}

#[tokio::test]
async fn between_two_requests_there_is_more_time() {
    let world = world().await;
    let mut wire = Wire::to(&world.service.origin()).await;
    assert_eq!(wire.exchange(get("/v1/healthz")).await.status, 200);
    sleep(HEAD * 2).await;
    let began = Instant::now();
    assert_eq!(
        wire.exchange(get("/v1/healthz")).await.status,
        200,
        "longer than a head may take, and not as long as idling may"
    );
    assert!(wire.end().await.is_empty());
    assert!(began.elapsed() >= IDLE);
}

#[tokio::test]
async fn a_body_has_a_time_of_its_own() {
    let world = world().await;
    let body = r#"{"grant_type":"refresh_token"}"#;
    let mut wire = Wire::to(&world.service.origin()).await;
    wire.send(post("/v1/oauth/token", body.len())).await;
    sleep(HEAD * 2 + IDLE).await;
    assert_eq!(wire.exchange(body).await.status, 400);
}
