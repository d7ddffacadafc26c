//! Uploads that go to a bucket part by part while they come.

use std::path::Path;
use std::time::Duration;

use reqwest::Method;
use stagepass_backend::Settings;
use stagepass_test_support::TestStorage;
use stagepass_test_support::api_client::{ApiClient, id, sent, wav};

const PART: usize = 8 << 20;

/// Two parts and some more: 16 KB a second.
fn sound() -> Vec<u8> {
    wav(Duration::from_secs(1_100))
}

/// What the bucket's service has of objects that are not whole.
fn loose_parts(place: &TestStorage) -> usize {
    let root = place.media().ancestors().nth(3).map(Path::to_owned).unwrap();
    let names = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with(".upload")).count()
}

/// Nothing is left of any upload beside its audio.
fn is_cleared(scene: &ApiClient, place: &TestStorage) {
    let provisional = std::fs::read_dir(place.media().join("uploads")).map_or(0, Iterator::count);
    assert_eq!((loose_parts(place), provisional, scene.files("uploads")), (0, 0, 0));
    assert_eq!((place.count("upload_parts"), place.count("upload_multiparts")), (0, 0));
}

#[tokio::test]
async fn parts_reach_bucket_while_uploading_and_are_assembled() {
    let mut place = TestStorage::with_bucket();
    let scene = ApiClient::at(&place).await;
    let sound = sound();
    let upload = scene.begin(sound.len()).await;
    let mut at = 0;
    for (piece, parts) in [(PART - 1, 0), (1, 1), (PART / 2, 1), (PART / 2 + 7, 2)] {
        assert_eq!(scene.append(&upload, at, &sound[at..at + piece]).await.status, 204);
        at += piece;
        assert_eq!(
            (scene.offset(&upload).await, place.s3().count_requests(&Method::PUT, "partNumber=")),
            (Some(at), parts)
        );
    }
    assert_eq!(scene.files("audio"), 0);
    assert_eq!(scene.append(&upload, at, &sound[at..]).await.status, 204);
    scene.is_stored(&upload, &sound).await;
    assert_eq!(place.s3().count_requests(&Method::PUT, "partNumber="), 3);
    is_cleared(&scene, &place);
}

/// The same in one request.
#[tokio::test]
async fn the_same_once_more_is_kept_once() {
    let place = TestStorage::with_bucket();
    let scene = ApiClient::at(&place).await;
    let sound = sound();
    let first = scene.uploaded(&sound).await["track_cid"].clone();
    assert_eq!(scene.uploaded(&sound).await["track_cid"], first);
    assert_eq!(scene.files("audio"), 1);
    is_cleared(&scene, &place);
}

#[tokio::test]
async fn upload_resumes_on_another_machine_from_last_part() {
    let place = TestStorage::with_bucket();
    let scene = ApiClient::at(&place).await;
    let sound = sound();
    let upload = scene.begin(sound.len()).await;
    assert_eq!(scene.append(&upload, 0, &sound[..PART + 1_000]).await.status, 204);
    let elsewhere = tempfile::tempdir().unwrap();
    let scene = scene.restarted(Settings { drafts: Some(elsewhere.path().to_owned()), ..place.settings() }).await;
    let there = scene.world.url(&format!("/uploads/{}", id(&upload)));
    assert_eq!(scene.offset(&there).await, Some(PART));
    let (more, end) = (2 * PART + 10, sound.len());
    assert_eq!(scene.append(&there, PART, &sound[PART..more]).await.status, 204);
    // Back on the first, whose file is from before.
    let scene = scene.restarted(place.settings()).await;
    let here = scene.world.url(&format!("/uploads/{}", id(&upload)));
    assert_eq!(scene.offset(&here).await, Some(2 * PART));
    assert_eq!(scene.append(&here, 2 * PART, &sound[2 * PART..end]).await.status, 204);
    scene.is_stored(&here, &sound).await;
    is_cleared(&scene, &place);
}

#[tokio::test]
async fn deleted_and_expired_uploads_leave_nothing_in_bucket() {
    let place = TestStorage::with_bucket();
    let scene = ApiClient::at(&place).await;
    let sound = sound();
    let (deleted, expired) = (scene.begin(sound.len()).await, scene.begin(sound.len()).await);
    for upload in [&deleted, &expired] {
        assert_eq!(scene.append(upload, 0, &sound[..PART + 1_000]).await.status, 204);
    }
    assert!(loose_parts(&place) > 1);
    assert_eq!(scene.terminate(&deleted).await.status, 204);
    let scene = scene.later(24 * 60 * 60).await;
    scene.world.service.sweep().await;
    assert_eq!(scene.offset(&expired).await, None);
    is_cleared(&scene, &place);
}

#[tokio::test]
async fn non_audio_upload_is_removed_from_bucket() {
    let place = TestStorage::with_bucket();
    let scene = ApiClient::at(&place).await;
    let page = b"<!doctype html>".repeat(1 << 20);
    let upload = scene.begin(page.len()).await;
    assert_eq!(scene.append(&upload, 0, &page).await.error(), "not_audio");
    assert_eq!((scene.files("audio"), scene.offset(&upload).await), (0, None));
    is_cleared(&scene, &place);
}

#[tokio::test]
async fn bytes_received_during_bucket_outage_are_kept_locally() {
    let mut place = TestStorage::with_bucket();
    let scene = ApiClient::at(&place).await;
    let sound = sound();
    let upload = scene.begin(sound.len()).await;
    assert_eq!(scene.append(&upload, 0, &sound[..PART + 1_000]).await.status, 204);
    place.s3().stop();
    scene.append(&upload, PART + 1_000, &sound[PART + 1_000..]).await.is_error(503, "storage_unavailable");
    let kept = scene.shown(&upload).await["offset"].as_u64();
    place.s3().start_again();
    // All may have come before the bucket was missed: then it is completed by this.
    let offset = scene.offset(&upload).await.unwrap();
    assert!(offset > PART + 1_000 && kept.is_none_or(|kept| kept == offset as u64), "{offset}");
    if offset < sound.len() {
        assert_eq!(scene.append(&upload, offset, &sound[offset..]).await.status, 204);
    }
    scene.is_stored(&upload, &sound).await;
    is_cleared(&scene, &place);
}

/// A listener is deleted, and with them the rows of their uploads.
#[tokio::test]
async fn sweep_removes_bucket_parts_of_deleted_user() {
    let place = TestStorage::with_bucket();
    let scene = ApiClient::at(&place).await;
    let (other, user_id) = scene.add_user("other", "write").await;
    let sound = sound();
    let upload = scene.create(&other, sound.len()).await.header("location").to_owned();
    let append = scene.tus(Method::PATCH, &upload, &other).header("upload-offset", 0);
    let append = append.header("content-type", "application/offset+octet-stream").body(sound[..PART + 5].to_vec());
    assert_eq!(sent(append).await.status, 204);
    place.execute(&format!("DELETE FROM users WHERE user_id = {user_id}"));
    assert!(loose_parts(&place) > 0);
    scene.world.service.sweep().await;
    is_cleared(&scene, &place);
}
