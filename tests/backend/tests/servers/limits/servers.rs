//! The node and the access server are held to theirs by the same code.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use stagepass_backend::access::{AccessHandle, AccessSettings, ServiceLimits};
use stagepass_backend::node::{self, NodeSettings};
use stagepass_backend::{Limits, Rate, ServerSettings, Settings};
use stagepass_test_support::api_client::{ApiClient, sent};
use stagepass_test_support::{TestService, database};

use crate::gated::{access_settings, start_access_with};

const LIMITS: Limits = Limits { per_address: Some(Rate { per_second: 1, burst: 5 }), ..Limits::NONE };

/// Asks `path` of the server at `origin` until that is too much. Health checks are not limited.
async fn refusal(http: &reqwest::Client, origin: &str, path: &str) -> Value {
    for _ in 0..50 {
        let reply = sent(http.get(format!("{origin}{path}"))).await;
        if reply.status == 429 {
            assert_eq!((reply.header("retry-after"), reply.header("access-control-allow-origin")), ("1", "*"));
            assert!(reply.header("access-control-expose-headers").contains("retry-after"));
            assert_eq!(reply.header("cache-control"), "no-store");
            assert_eq!(sent(http.get(format!("{origin}/healthz"))).await.status, 200);
            return reply.json();
        }
    }
    panic!("there is no end")
}

#[tokio::test]
async fn node_and_access_server_limit_each_address() {
    let world = TestService::new().await;
    let settings = NodeSettings::new(Arc::new(stagepass_backend::catalog(&world.service)));
    let server = ServerSettings { limits: LIMITS, ..settings.server.clone() };
    let node = node::start(NodeSettings { server, ..settings }).await.unwrap();
    let body = refusal(&world.http, &node.origin(), "/tracks/cidstream/none").await;
    assert_eq!(body["error"], "too many requests");
    assert!(body["detail"].as_str().unwrap().contains("wait 1 s"), "{body}");

    let settings = access_settings(&world, database());
    let server = ServerSettings { limits: LIMITS, ..settings.server.clone() };
    let access = start_access_with(&world, AccessSettings { server, ..settings }).await;
    assert_eq!(refusal(&world.http, &access.origin(), "/my-region").await["code"], "too_many_requests");
}

/// Shows the access server a text in place of a ticket, as a client at `address`.
async fn show_ticket(world: &TestService, access: &AccessHandle, address: &str, ticket: &str) -> u16 {
    let request = world.http.get(format!("{}/stream/1", access.origin())).header("x-forwarded-for", address);
    request.header("authorization", format!("Ticket {ticket}")).send().await.unwrap().status().as_u16()
}

#[tokio::test]
async fn junk_tickets_at_access_server_affect_no_others() {
    let per_app = Some(Rate { per_second: 1, burst: 12 });
    let scene = ApiClient::with(Settings { per_app, ..stagepass_test_support::settings() }).await;
    let world = &scene.world;
    let settings = AccessSettings { service_limits: ServiceLimits::USUAL, ..access_settings(world, database()) };
    let access = start_access_with(world, settings).await;
    let tokens = world.login().await;
    let track = json!({
        "title": "Tape", "track_cid": scene.cid(Duration::from_secs(1)).await,
        "access_authorities": [access.signer_address().to_string()],
    });
    let made = scene.post("/tracks", &tokens.access, &track).await;
    assert_eq!((made.status, &made.json()["data"]["id"]), (201, &json!(1)), "{}", made.body);
    let of_form = "A".repeat(86);
    let mut statuses = Vec::new();
    for host in 0..50 {
        for ticket in ["junk", &of_form] {
            statuses.push(show_ticket(world, &access, &format!("192.0.2.{host}"), ticket).await);
            statuses.push(show_ticket(world, &access, "192.0.2.250", ticket).await);
        }
    }
    assert!(statuses.iter().all(|status| [401, 429].contains(status)), "{statuses:?}");
    let ticket = scene.post("/tickets", &tokens.access, &json!({ "audience": access.audience() })).await.json();
    // The track has no rule, and the client is authenticated.
    let listened = show_ticket(world, &access, "198.51.100.1", ticket["ticket"].as_str().unwrap()).await;
    assert_eq!(listened, 403, "an honest ticket");
    assert_eq!(world.me(&tokens.access).await.status, 200);
    assert_eq!(world.refresh(&tokens.refresh).await.status, 200);
    world.login().await;
}
