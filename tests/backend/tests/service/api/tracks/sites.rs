//! Where a gated track can be embedded, as its access server says.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_backend::accounts::RegisteredAccessServer;
use stagepass_test_support::api_client::{ApiClient, sent};
use stagepass_test_support::{AUDIENCE, Reply};

use super::AUTHORITY;

/// An owner of a gated track, and the access server that keeps its rule.
pub(crate) struct GatedTrack {
    pub(crate) scene: ApiClient,
    pub(crate) track: i64,
    server: RegisteredAccessServer,
}

impl GatedTrack {
    pub(crate) async fn of(scene: ApiClient) -> Self {
        let cid = scene.cid(Duration::from_secs(2)).await;
        let server = scene.world.register_access_server(scene.world.access_server_key(), AUDIENCE).await;
        let gated = json!({ "title": "Night Train", "track_cid": cid, "access_authorities": [AUTHORITY] });
        let made = scene.post("/tracks", &scene.token, &gated).await.with_status(201);
        Self { track: made.json()["data"]["id"].as_i64().unwrap(), scene, server }
    }

    async fn ticket(&self, scope: &str) -> String {
        let body = json!({ "audience": AUDIENCE, "scope": scope });
        let reply = sent(self.scene.ask(Method::POST, "/tickets", &self.scene.token).json(&body)).await;
        reply.json()["ticket"].as_str().unwrap().to_owned()
    }

    async fn put(&self, ticket: &str, sites: &Value) -> Reply {
        let request = self.scene.ask(Method::PUT, &format!("/tracks/{}/sites", self.track), &self.server.credential);
        sent(request.header("stagepass-ticket", ticket).json(sites)).await
    }

    /// Its rule can allow playback on these sites.
    pub(crate) async fn plays_on(&self, sites: &Value) {
        let reply = self.put(&self.ticket("write").await, &json!({ "sites": sites })).await;
        assert_eq!(reply.status, 204, "{}", reply.body);
    }
}

#[tokio::test]
async fn only_access_server_with_owners_ticket_sets_sites() {
    let gated = GatedTrack::of(ApiClient::new().await).await;
    gated.plays_on(&json!(["https://radio.example"])).await;
    let read = gated.put(&gated.ticket("read").await, &json!({ "sites": null })).await;
    assert_eq!((read.status, read.error().as_str()), (403, "access_denied"));
    let scene = &gated.scene;
    let path = format!("/tracks/{}/sites", gated.track);
    for (token, status) in [(scene.token.as_str(), 403), (&scene.world.app.bearer_token, 400), ("", 401)] {
        let reply = sent(scene.ask(Method::PUT, &path, token).json(&json!({ "sites": null }))).await;
        assert_eq!(reply.status, status, "{}", reply.body);
    }
    let (_, _) = scene.add_user("mallory", "write").await;
    let other = scene.tokens("mallory", "write").await.access;
    let body = json!({ "audience": AUDIENCE, "scope": "write" });
    let others = sent(scene.ask(Method::POST, "/tickets", &other).json(&body)).await.json();
    let reply = gated.put(others["ticket"].as_str().unwrap(), &json!({ "sites": null })).await;
    assert_eq!((reply.status, reply.error().as_str()), (403, "access_denied"), "another user's track");
}

#[tokio::test]
async fn sites_that_are_no_origins_are_rejected() {
    let gated = GatedTrack::of(ApiClient::new().await).await;
    let ticket = gated.ticket("write").await;
    for sites in [json!("https://radio.example"), json!(["https://a.example;script-src"]), json!(["*"]), json!([1])] {
        let reply = gated.put(&ticket, &json!({ "sites": sites })).await;
        assert_eq!((reply.status, reply.error().as_str()), (400, "invalid_request"), "{sites}");
    }
    for body in [json!({}), json!([]), json!({ "sites": null, "more": 1 })] {
        assert_eq!(gated.put(&ticket, &body).await.status, 400, "{body}");
    }
}
