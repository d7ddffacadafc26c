//! Tickets for an app's own server.

use serde_json::json;
use stagepass_test_support::{Reply, sent};

use crate::stage::Stage;

const API: &str = "https://api.radio.example";

/// Sends a ticket to the service, as the app's own server does.
async fn verified(stage: &Stage, ticket: &str, audience: &str) -> Reply {
    let world = &stage.scene.world;
    let request = world.http.post(world.url("/tickets/verify")).bearer_auth(&world.app.bearer_token);
    sent(request.json(&json!({ "ticket": ticket, "audience": audience }))).await
}

#[tokio::test]
async fn ticket_is_valid_for_one_audience_and_reused() {
    let stage = Stage::new().await;
    let grace = stage.user("grace").await;
    let ticket = grace.ticket(API).await.unwrap();
    let reply = verified(&stage, ticket.expose(), API).await;
    assert_eq!((reply.status, reply.json()["handle"].as_str()), (200, Some("grace")), "{}", reply.body);
    assert_eq!(reply.json()["scope"], "read");
    assert_eq!(verified(&stage, ticket.expose(), "https://other.example").await.error(), "invalid_ticket");
    assert_eq!(grace.ticket(format!("{API}:443/")).await.unwrap().expose(), ticket.expose());
    let other = grace.ticket("http://localhost:3000").await.unwrap();
    assert_ne!(other.expose(), ticket.expose());
    assert_eq!(grace.ticket(API).await.unwrap().expose(), ticket.expose());
    assert!(!format!("{ticket:?}").contains(ticket.expose()));
}
