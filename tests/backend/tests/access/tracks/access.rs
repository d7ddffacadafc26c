//! `GET /tracks/{track_id}/access`.

use serde_json::json;

use crate::support::{GATED, NO_TICKET, PUBLIC, TestServer, no};

#[tokio::test]
async fn access_check_matches_stream_and_signs_nothing() {
    let server = TestServer::new().await;
    let get = async |path: &str| server.get(NO_TICKET, path).await;
    assert_eq!(get("/tracks/7/access").await.json(), json!({ "allowed": true }));
    assert_eq!(get(&format!("/tracks/{PUBLIC}/access")).await.json(), json!({ "allowed": true }));
    assert_eq!(get("/tracks/9/access").await.refusal(), no(404, "not_an_authority"));
    assert_eq!(get("/tracks/404/access").await.refusal(), no(404, "no_track"));
    assert_eq!(get("/tracks/seven/access").await.refusal(), no(400, "invalid_track_id"));
    assert!(!server.service.lines().iter().any(|line| line.contains("/stream")), "no address is asked for");
    server.rule(GATED, &json!({ "geo": { "not_in": ["AU"] } })).await;
    let body = get("/tracks/7/access").await.json();
    assert_eq!((&body["allowed"], &body["code"]), (&json!(false), &json!("country_not_allowed")));
    let mut refused = server.stream(NO_TICKET, GATED).await.json();
    refused["allowed"] = json!(false);
    assert_eq!(body, refused, "but for that member they are the same");
}
