//! Tracks, the library and pages.

use std::time::Duration;

use stagepass::{Code, NewTrack, Page, PageOptions, Removal, Track, TrackChange, UploadOptions};
use stagepass_test_support::api_client::wav;

use crate::stage::Stage;

/// A PNG of one pixel.
const PICTURE: &[u8] = include_bytes!("pixel.png");

#[tokio::test]
async fn a_track_is_created_changed_and_deleted() {
    let stage = Stage::new().await;
    let (owner, visitor) = (stage.owner().await, stage.visitor());
    let tracks = owner.tracks();
    let upload = tracks.upload(wav(Duration::from_secs(2)), UploadOptions::new()).await.unwrap();
    assert_eq!((upload.mime_type.as_str(), upload.duration), ("audio/wav", Duration::from_secs(2)));
    let track = tracks.create(NewTrack::new("Night", &upload.track_cid).genre("Ambient")).await.unwrap();
    assert_eq!(
        (track.title.as_str(), track.genre.as_deref(), track.description.as_deref()),
        ("Night", Some("Ambient"), None)
    );
    assert_eq!((track.duration, track.user.handle.as_str(), track.is_gated()), (Duration::from_secs(2), "demo", false));

    let change = TrackChange::new().title("Day").genre(None).description(Some("Bright"));
    let changed = tracks.update(track.id, change).await.unwrap();
    assert_eq!((changed.title.as_str(), changed.genre, changed.description.as_deref()), ("Day", None, Some("Bright")));
    let nothing = tracks.update(track.id, TrackChange::new()).await.unwrap_err();
    assert_eq!(nothing.code(), Code::OptionInvalid);

    let artwork = tracks.set_artwork(track.id, PICTURE.to_vec()).await.unwrap().artwork.unwrap();
    assert!(artwork.small.is_some());
    tracks.remove_artwork(track.id).await.unwrap();
    assert_eq!(tracks.get(track.id).await.unwrap().artwork, None);
    let refused = tracks.set_artwork(track.id, b"no picture".to_vec()).await.unwrap_err();
    assert_eq!(refused.code(), Code::UploadRefused, "{refused}");

    assert_eq!(tracks.listens(track.id).await.unwrap().total, 0);
    let url = visitor.tracks().stream_url(track.id).await.unwrap();
    assert_eq!(stage.hears(&url).await, 200);

    tracks.update(track.id, TrackChange::new().delisted(true)).await.unwrap();
    assert_eq!(visitor.tracks().get(track.id).await.unwrap_err().code(), Code::NotFound);
    assert!(tracks.get(track.id).await.unwrap().delisted);

    let used = tracks.discard_upload(&upload.upload_id).await.unwrap_err();
    assert_eq!((used.code(), used.status()), (Code::Conflict, Some(409)));
    assert_eq!(tracks.delete(track.id).await.unwrap(), Removal::Deleted);
    let gone = tracks.get(track.id).await.unwrap_err();
    assert_eq!((gone.code(), gone.status()), (Code::NotFound, Some(404)));
    assert!(gone.description().is_some(), "{gone}");
}

#[tokio::test]
async fn own_public_tracks_are_found_after_the_session() {
    let stage = Stage::new().await;
    let (owner, user_id) = (stage.owner().await, u64::try_from(stage.scene.world.demo.user_id).unwrap());
    let cid = stage.scene.cid(Duration::from_secs(1)).await;
    stage.scene.track("One", &cid).await;
    assert_eq!(owner.users().tracks(user_id, PageOptions::new()).await.unwrap().items.len(), 1);
    stage.scene.world.clock.advance(400 * 86_400);
    assert_eq!(owner.users().tracks(user_id, PageOptions::new()).await.unwrap().items.len(), 1);
    assert!(!owner.session().await.unwrap().is_signed_in());
}

#[tokio::test]
async fn own_tracks_are_listed_and_searched() {
    let stage = Stage::new().await;
    let (owner, cid) = (stage.owner().await, stage.scene.cid(Duration::from_secs(1)).await);
    for title in ["Night & Day", "Noon", "Midnight"] {
        stage.scene.track(title, &cid).await;
    }
    let tracks = owner.tracks();
    let delisted = tracks.mine(PageOptions::new().limit(1)).await.unwrap().items.remove(0);
    tracks.update(delisted.id, TrackChange::new().delisted(true)).await.unwrap();
    let titles = |page: Page<Track>| page.items.into_iter().map(|track| track.title).collect::<Vec<_>>();
    assert_eq!(titles(tracks.mine(PageOptions::new()).await.unwrap()), ["Midnight", "Noon", "Night & Day"]);
    let first = tracks.search_mine("nIGHT", PageOptions::new().limit(1)).await.unwrap();
    let second = PageOptions::new().limit(1).cursor(first.next.clone().unwrap());
    assert_eq!(titles(first), ["Midnight"]);
    assert_eq!(titles(tracks.search_mine("nIGHT", second).await.unwrap()), ["Night & Day"]);
    assert_eq!(titles(tracks.search_mine("t & d", PageOptions::new()).await.unwrap()), ["Night & Day"]);
    let long = tracks.search_mine("x".repeat(201), PageOptions::new()).await.unwrap_err();
    assert_eq!((long.code(), long.status()), (Code::InputInvalid, Some(400)));
    assert_eq!(stage.visitor().tracks().mine(PageOptions::new()).await.unwrap_err().code(), Code::NotSignedIn);
}

#[tokio::test]
async fn tracks_are_paginated_and_saved_in_library() {
    let stage = Stage::new().await;
    let cid = stage.scene.cid(Duration::from_secs(1)).await;
    let mut ids = Vec::new();
    for title in ["One", "Two", "Three"] {
        ids.push(u64::try_from(stage.scene.track(title, &cid).await).unwrap());
    }
    let owner_id = u64::try_from(stage.scene.world.demo.user_id).unwrap();
    let visitor = stage.visitor();
    let first = visitor.users().tracks(owner_id, PageOptions::new().limit(2)).await.unwrap();
    assert_eq!(first.items.iter().map(|track| track.title.as_str()).collect::<Vec<_>>(), ["Three", "Two"]);
    let second =
        visitor.users().tracks(owner_id, PageOptions::new().limit(2).cursor(first.next.unwrap())).await.unwrap();
    assert_eq!((second.items.len(), second.next), (1, None));
    assert_eq!(visitor.library().list(PageOptions::new()).await.unwrap_err().code(), Code::NotSignedIn);

    let library = stage.user("grace").await.library();
    for id in &ids {
        library.save(*id).await.unwrap();
    }
    library.save(*ids.first().unwrap()).await.unwrap();
    library.remove(*ids.get(1).unwrap()).await.unwrap();
    library.remove(*ids.get(1).unwrap()).await.unwrap();
    let saved = library.list(PageOptions::new()).await.unwrap();
    assert_eq!(saved.items.len(), 2);
    assert_eq!(library.save(999).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(library.save(0).await.unwrap_err().code(), Code::OptionInvalid);
    let wrong = library.list(PageOptions::new().cursor("nonsense")).await.unwrap_err();
    assert_eq!(wrong.code(), Code::InputInvalid, "{wrong}");
}

#[tokio::test]
async fn another_user_may_not_change_a_track() {
    let stage = Stage::new().await;
    let cid = stage.scene.cid(Duration::from_secs(1)).await;
    let id = u64::try_from(stage.scene.track("One", &cid).await).unwrap();
    let tracks = stage.user("grace").await.tracks();
    let error = tracks.update(id, TrackChange::new().title("Mine")).await.unwrap_err();
    assert!(matches!(error.code(), Code::Forbidden | Code::NotFound), "{error}");
    let foreign = tracks.create(NewTrack::new("Mine", &cid)).await.unwrap_err();
    assert_eq!((foreign.code(), foreign.status()), (Code::Forbidden, Some(403)), "{foreign}");
}
