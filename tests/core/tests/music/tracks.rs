//! Tracks and pages.

use std::time::Duration;

use stagepass::{Code, NewTrack, PageOptions, UploadOptions};
use stagepass_test_support::api_client::wav;

use crate::stage::Stage;

#[tokio::test]
async fn an_upload_becomes_a_track() {
    let stage = Stage::new().await;
    let tracks = stage.owner().await.tracks();
    let upload = tracks.upload(wav(Duration::from_secs(2)), UploadOptions::new()).await.unwrap();
    assert_eq!((upload.mime_type.as_str(), upload.duration), ("audio/wav", Duration::from_secs(2)));
    let track = tracks.create(NewTrack::new("Night", &upload.track_cid).genre("Ambient")).await.unwrap();
    assert_eq!(
        (track.title.as_str(), track.genre.as_deref(), track.description.as_deref()),
        ("Night", Some("Ambient"), None)
    );
    assert_eq!((track.duration, track.user.handle.as_str(), track.is_gated()), (Duration::from_secs(2), "demo", false));
    assert_eq!(stage.visitor().tracks().get(track.id).await.unwrap(), track);

    let grace = stage.user("grace").await.tracks();
    let foreign = grace.create(NewTrack::new("Mine", &upload.track_cid)).await.unwrap_err();
    assert_eq!((foreign.code(), foreign.status()), (Code::Forbidden, Some(403)), "{foreign}");
    assert!(foreign.description().is_some(), "{foreign}");
}

#[tokio::test]
async fn tracks_of_a_user_are_paginated() {
    let stage = Stage::new().await;
    let cid = stage.scene.cid(Duration::from_secs(1)).await;
    for title in ["One", "Two", "Three"] {
        stage.scene.track(title, &cid).await;
    }
    let owner_id = u64::try_from(stage.scene.world.demo.user_id).unwrap();
    let tracks = stage.visitor().tracks();
    let first = tracks.of_user(owner_id, PageOptions::new().limit(2)).await.unwrap();
    assert_eq!(first.items.iter().map(|track| track.title.as_str()).collect::<Vec<_>>(), ["Three", "Two"]);
    let second = tracks.of_user(owner_id, PageOptions::new().limit(2).cursor(first.next.unwrap())).await.unwrap();
    assert_eq!((second.items.len(), second.next), (1, None));
    let wrong = tracks.of_user(owner_id, PageOptions::new().cursor("nonsense")).await.unwrap_err();
    assert_eq!(wrong.code(), Code::InputInvalid, "{wrong}");
    assert_eq!(tracks.of_user(999, PageOptions::new()).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(tracks.get(0).await.unwrap_err().code(), Code::OptionInvalid);
}
