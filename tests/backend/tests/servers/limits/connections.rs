//! So many connections.

use stagepass_backend::{ConnectionLimits, Limits, ServerSettings, Settings};
use stagepass_test_support::TestService;
use tokio::io::AsyncWriteExt as _;

use super::wire::{Wire, get, post};

fn at_most(in_all: usize, per_address: usize) -> Settings {
    let connections = Some(ConnectionLimits { in_all, per_address });
    let server = ServerSettings { limits: Limits { connections, ..Limits::NONE }, ..ServerSettings::default() };
    Settings { server, ..stagepass_test_support::settings() }
}

#[tokio::test]
async fn one_address_has_so_many() {
    let world = TestService::with(at_most(100, 3)).await;
    let origin = world.service.origin();
    let mut all = Vec::new();
    for _ in 0..3 {
        let mut wire = Wire::to(&origin).await;
        assert_eq!(wire.exchange(get("/v1/healthz")).await.status, 200);
        all.push(wire);
    }
    assert!(Wire::to(&origin).await.end().await.is_empty(), "one more is closed, without a word");
    assert_eq!(all[2].exchange(get("/v1/healthz")).await.status, 200, "the others stay");

    drop(all.pop());
    // That one has gone is noticed some time after it went.
    loop {
        let mut wire = Wire::to(&origin).await;
        let _ = wire.stream.write_all(get("/v1/healthz").as_bytes()).await;
        if !wire.end_or_some().await.is_empty() {
            break;
        }
    }
}

#[tokio::test]
async fn trusted_proxy_exceeds_the_connection_limit_per_address() {
    let mut settings = at_most(100, 3);
    settings.server.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    let world = TestService::with(settings).await;
    let mut all = Vec::new();
    for _ in 0..9 {
        let mut wire = Wire::to(&world.service.origin()).await;
        assert_eq!(wire.exchange(get("/v1/healthz")).await.status, 200);
        all.push(wire);
    }
}

#[tokio::test]
async fn pending_requests_survive_while_idle_connections_make_room() {
    let world = TestService::with(at_most(3, 1_000)).await;
    let origin = world.service.origin();
    let body = r#"{"grant_type":"refresh_token"}"#;
    // `100 Continue` shows that the request is being looked at.
    let head = post("/v1/oauth/token", body.len()).replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n");
    let mut asking = [Wire::to(&origin).await, Wire::to(&origin).await];
    for wire in &mut asking {
        assert_eq!(wire.exchange(&head).await.status, 100);
    }
    for _ in 0..20 {
        let _silent = Wire::to(&origin).await;
        assert_eq!(Wire::to(&origin).await.exchange(get("/v1/healthz")).await.status, 200);
    }
    for wire in &mut asking {
        assert_eq!(wire.exchange(body).await.status, 400);
    }
}
