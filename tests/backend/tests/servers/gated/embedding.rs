//! Which responses a page of another origin may embed (Fetch, `Cross-Origin-Resource-Policy`). A page with
//! `Cross-Origin-Embedder-Policy: require-corp` shows a picture or plays audio only if every response says so, also
//! each redirect on the way.

use reqwest::Method;
use serde_json::Value;
use stagepass_test_support::Reply;
use stagepass_test_support::api_client::sent;

use super::{IN_AUSTRALIA, IN_THE_US, Stage};

const POLICY: &str = "cross-origin-resource-policy";

/// The beginnings of the service's paths that no other site embeds: its pages, and what only servers and developers
/// call. Every other route, also a new one, must allow it.
const CLOSED: [&str; 17] = [
    "/oauth/authorize",
    "/oauth/consent",
    "/oauth/end-session",
    "/oauth/introspect",
    "/sign-",
    "/reset-password",
    "/assets/",
    "/account",
    "/my-tracks",
    "/connected-apps",
    "/access-servers",
    "/apps",
    "/developer-apps",
    "/nodes/",
    "/healthz",
    "/readyz",
    "/openapi.json",
];

/// The page for owners and its files. Other paths below `/owner/` are its API.
fn is_owner_page(path: &str) -> bool {
    path == "/owner" || (path.starts_with("/owner/") && path.contains('.'))
}

impl Stage {
    /// Sends a request without a credential to each route of the server at `base`, as a script and as a browser that
    /// navigates. A page must always have `same-origin`, unless it is for the frames of others.
    async fn check_routes(&self, base: &str, is_closed: impl Fn(&str) -> bool) {
        let document: Value = self.request(Method::GET, &format!("{base}/openapi.json"), "*/*").await.json();
        for (path, operations) in document["paths"].as_object().unwrap() {
            let url = if path.starts_with("/.well-known/") { base.trim_end_matches("/v1") } else { base };
            let url = format!("{url}{}", path.replace(['{', '}'], ""));
            for method in operations.as_object().unwrap().keys() {
                for accept in ["*/*", "text/html"] {
                    let method = method.to_uppercase().parse().unwrap();
                    let reply = self.request(method, &url, accept).await;
                    let is_page = reply.header("content-type").starts_with("text/html");
                    let is_frame = path.starts_with("/embed/");
                    let is_kept = (is_page && !is_frame) || is_closed(path);
                    let expected = if is_kept { "same-origin" } else { "cross-origin" };
                    assert_eq!(reply.header(POLICY), expected, "{path}, accept: {accept}: {}", reply.status);
                }
            }
        }
    }

    async fn request(&self, method: Method, url: &str, accept: &str) -> Reply {
        sent(self.scene.world.http.request(method, url).header("accept", accept)).await
    }
}

#[tokio::test]
async fn only_pages_and_internal_routes_refuse_embedding() {
    let stage = Stage::new().await;
    let service = stage.scene.world.service.base_url().to_owned();
    stage.check_routes(&service, |path| CLOSED.iter().any(|closed| path.starts_with(closed))).await;
    stage.check_routes(&stage.access.origin(), is_owner_page).await;
    stage.check_routes(&stage.node.origin(), |_| false).await;
    for origin in [service, stage.access.origin(), stage.node.origin()] {
        let reply = stage.request(Method::GET, &format!("{origin}/nowhere"), "*/*").await;
        assert_eq!((reply.status, reply.header(POLICY)), (404, "cross-origin"), "{origin}");
    }
}

#[tokio::test]
async fn audio_is_embeddable_over_every_redirect() {
    let stage = Stage::new().await;
    let (track_id, _) = stage.gated().await;
    let stream = format!("{}/tracks/{track_id}/stream", stage.scene.world.service.base_url());
    let from_service = stage.request(Method::GET, &stream, "*/*").await;
    let from_access = stage.stream(IN_AUSTRALIA, track_id, "").await;
    let signed = stage.request(Method::GET, from_access.header("location"), "*/*").await;
    let unsigned = stage.request(Method::GET, from_service.header("location"), "*/*").await;
    let denied = stage.stream(IN_THE_US, track_id, "").await;
    for (reply, status) in [(from_service, 302), (from_access, 302), (signed, 200), (unsigned, 401), (denied, 403)] {
        assert_eq!((reply.status, reply.header(POLICY)), (status, "cross-origin"));
    }
}
