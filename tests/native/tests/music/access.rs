//! Gated tracks.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use stagepass::{Access, Code, NewTrack, Rule};

use crate::stage::Stage;

#[tokio::test]
async fn gated_track_is_denied_until_user_joins_group() {
    let stage = Stage::new().await;
    let (owner, grace) = (stage.owner().await, stage.user("grace").await);
    let cid = stage.scene.cid(Duration::from_secs(2)).await;
    stage.owns(Method::PUT, "/owner/groups/friends", &json!({ "name": "The friends" })).await;
    let new = NewTrack::new("Tape", &cid).genre("Ambient").rule(Rule::Group("friends".to_owned()));
    let track = owner.tracks().create(new).await.unwrap();
    assert!(track.is_gated());

    let Access::Denied(denied) = stage.visitor().tracks().access(track.id).await.unwrap() else { panic!("not denied") };
    assert!(denied.refusals.iter().any(|refusal| refusal.rule == "group" && refusal.sign_in), "{denied:?}");
    let tracks = grace.tracks();
    let Access::Denied(denied) = tracks.access(track.id).await.unwrap() else { panic!("not denied") };
    assert_eq!((denied.code.as_str(), denied.refusals.len()), ("not_a_member", 1));
    let error = tracks.stream_url(track.id).await.unwrap_err();
    assert_eq!((error.code(), error.status()), (Code::AccessRefused, Some(403)));
    assert_eq!(error.denied().unwrap().refusals, denied.refusals);
    assert_eq!(error.description(), Some(denied.message.as_str()));

    let made = stage.owns(Method::POST, "/owner/groups/friends/invitations", &json!({})).await;
    let invitation = made["invitation"].as_str().unwrap();
    let joined = tracks.join(invitation).await.unwrap();
    assert_eq!((joined.group.as_str(), joined.name.as_str()), ("friends", "The friends"));
    assert_eq!(tracks.access(track.id).await.unwrap(), Access::Allowed);
    let url = tracks.stream_url(track.id).await.unwrap();
    assert_eq!(stage.hears(&url).await, 200);
    assert_eq!(stage.hears(url.split_once('?').unwrap().0).await, 401);

    let used = stage.user("eve").await.tracks().join(invitation).await.unwrap_err();
    assert_eq!((used.code(), used.status()), (Code::NotFound, Some(410)));
    assert_eq!(tracks.join("unknown").await.unwrap_err().code(), Code::NotFound);
    assert_eq!(tracks.join("").await.unwrap_err().code(), Code::OptionInvalid);
    assert_eq!(stage.visitor().tracks().join(invitation).await.unwrap_err().code(), Code::NotSignedIn);
}

#[tokio::test]
async fn public_track_is_allowed_without_access_server() {
    let stage = Stage::new().await;
    let cid = stage.scene.cid(Duration::from_secs(1)).await;
    let id = u64::try_from(stage.scene.track("One", &cid).await).unwrap();
    assert_eq!(stage.visitor().tracks().access(id).await.unwrap(), Access::Allowed);
    assert_eq!(stage.visitor().tracks().access(999).await.unwrap_err().code(), Code::NotFound);
}

/// The app's users get no tickets, so its owner's other app creates the tracks.
#[tokio::test]
async fn app_name_alone_plays_open_tracks() {
    let stage = Stage::new().await;
    let (owner, unregistered) = (stage.owner().await, stage.of_unregistered_app("demo").await);
    let cid = stage.scene.cid(Duration::from_secs(2)).await;
    let track = async |rule| owner.tracks().create(NewTrack::new("Tape", &cid).rule(rule)).await.unwrap().id;
    let (swedish, gated) = (track(Rule::in_countries(["Sweden"])).await, track(Rule::signed_in()).await);
    let tracks = unregistered.tracks();
    assert_eq!(tracks.access(swedish).await.unwrap(), Access::Allowed);
    assert_eq!(stage.hears(&tracks.stream_url(swedish).await.unwrap()).await, 200);
    assert_eq!(tracks.access(gated).await.unwrap_err().code(), Code::Forbidden);
    assert_eq!(tracks.stream_url(gated).await.unwrap_err().code(), Code::Forbidden);
}

#[tokio::test]
async fn an_expired_ticket_is_replaced() {
    let stage = Stage::new().await;
    let (owner, grace) = (stage.owner().await, stage.user("grace").await);
    let cid = stage.scene.cid(Duration::from_secs(2)).await;
    let track = owner.tracks().create(NewTrack::new("Tape", &cid).rule(Rule::signed_in())).await.unwrap();
    assert_eq!(grace.tracks().access(track.id).await.unwrap(), Access::Allowed);
    // By the client's clock the ticket is still valid.
    stage.scene.world.clock.advance(400);
    assert_eq!(grace.tracks().access(track.id).await.unwrap(), Access::Allowed);
}

#[tokio::test]
async fn owner_reads_changes_and_removes_a_rule() {
    let stage = Stage::new().await;
    let owner = stage.owner().await;
    let cid = stage.scene.cid(Duration::from_secs(1)).await;
    let made = owner.tracks().create(NewTrack::new("Tape", &cid).rule(Rule::signed_in())).await.unwrap();
    let tracks = owner.tracks();
    assert_eq!(tracks.rule(made.id).await.unwrap().rule, Some(Rule::signed_in()));
    let in_sweden = Rule::in_countries(["SE"]);
    let set = tracks.set_rule(made.id, Some(in_sweden.clone())).await.unwrap();
    assert!(set.rule.as_ref() == Some(&in_sweden) && set.words.contains("Sweden"), "{set:?}");
    assert_eq!(stage.visitor().tracks().access(made.id).await.unwrap(), Access::Allowed);
    assert_eq!(tracks.set_rule(made.id, None).await.unwrap().rule, None);

    let refused = tracks.set_rule(made.id, Some(Rule::Group("nobody".to_owned()))).await.unwrap_err();
    assert_eq!((refused.code(), refused.status()), (Code::InputInvalid, Some(400)));
    assert!(refused.description().unwrap().contains("nobody"), "{refused}");
    let public = u64::try_from(stage.scene.track("One", &stage.scene.cid(Duration::from_secs(2)).await).await).unwrap();
    assert_eq!(tracks.rule(public).await.unwrap_err().code(), Code::NotFound);
    let others = stage.user("grace").await.tracks().set_rule(made.id, None).await.unwrap_err();
    assert_eq!((others.code(), others.status()), (Code::Forbidden, Some(403)));
    assert_eq!(stage.visitor().tracks().rule(made.id).await.unwrap_err().code(), Code::NotSignedIn);
}

#[tokio::test]
async fn unknown_country_in_rule_fails_track_creation() {
    let stage = Stage::new().await;
    let owner = stage.owner().await;
    let cid = stage.scene.cid(Duration::from_secs(1)).await;
    let new = NewTrack::new("Tape", &cid).rule(Rule::in_countries(["Atlantis"]));
    let error = owner.tracks().create(new).await.unwrap_err();
    assert_eq!((error.code(), error.status()), (Code::InputInvalid, Some(400)));
    assert!(error.description().unwrap().contains("Atlantis"), "{error}");
}
