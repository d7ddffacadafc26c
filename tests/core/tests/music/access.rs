//! Gated tracks.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use stagepass::Code;

use crate::stage::Stage;

#[tokio::test]
async fn gated_track_plays_once_user_is_in_group() {
    let stage = Stage::new().await;
    let (visitor, grace) = (stage.visitor().tracks(), stage.user("grace").await.tracks());
    stage.owns(Method::PUT, "/owner/groups/friends", &json!({ "name": "The friends" })).await;
    let id = stage.gated_track(Duration::from_secs(2), &json!({ "group": "friends" })).await;
    assert!(visitor.get(id).await.unwrap().is_gated());

    let error = visitor.stream_url(id).await.unwrap_err();
    let refusals = &error.denied().unwrap().refusals;
    assert!(refusals.iter().any(|refusal| refusal.rule == "group" && refusal.sign_in), "{refusals:?}");
    let error = grace.stream_url(id).await.unwrap_err();
    assert_eq!((error.code(), error.status()), (Code::AccessRefused, Some(403)));
    let denied = error.denied().unwrap();
    assert_eq!((denied.code.as_str(), denied.refusals.len()), ("not_a_member", 1));
    assert_eq!(error.description(), Some(denied.message.as_str()));

    stage.owns(Method::PUT, "/owner/groups/friends/members/@grace", &json!({})).await;
    let url = grace.stream_url(id).await.unwrap();
    assert_eq!(stage.hears(&url).await, 200);
    assert_eq!(stage.hears(url.split_once('?').unwrap().0).await, 401);
}

#[tokio::test]
async fn public_track_plays_without_a_session() {
    let stage = Stage::new().await;
    let cid = stage.scene.cid(Duration::from_secs(1)).await;
    let id = u64::try_from(stage.scene.track("One", &cid).await).unwrap();
    let url = stage.visitor().tracks().stream_url(id).await.unwrap();
    assert_eq!(stage.hears(&url).await, 200);
    assert_eq!(stage.visitor().tracks().stream_url(999).await.unwrap_err().code(), Code::NotFound);
}

/// The app's users get no tickets.
#[tokio::test]
async fn app_name_alone_plays_open_tracks() {
    let stage = Stage::new().await;
    let tracks = stage.of_unregistered_app("demo").await.tracks();
    let swedish = stage.gated_track(Duration::from_secs(2), &json!({ "geo": { "in": ["Sweden"] } })).await;
    let gated = stage.gated_track(Duration::from_secs(3), &json!({ "signed_in": {} })).await;
    assert_eq!(stage.hears(&tracks.stream_url(swedish).await.unwrap()).await, 200);
    assert_eq!(tracks.stream_url(gated).await.unwrap_err().code(), Code::Forbidden);
}

#[tokio::test]
async fn an_expired_ticket_is_replaced() {
    let stage = Stage::new().await;
    let grace = stage.user("grace").await.tracks();
    let id = stage.gated_track(Duration::from_secs(2), &json!({ "signed_in": {} })).await;
    grace.stream_url(id).await.unwrap();
    // By the client's clock the ticket is still valid.
    stage.scene.world.clock.advance(400);
    grace.stream_url(id).await.unwrap();
}
