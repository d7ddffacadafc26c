//! How often an inspection is tried: in the service, with a clock that moves.

use std::fs;
use std::path::PathBuf;

use stagepass_backend::Settings;
use stagepass_test_support::TestStorage;
use stagepass_test_support::api_client::{ApiClient, fixture, sent};

use reqwest::Method;

/// An upload that has arrived in full, and of which so many inspections were interrupted, the last one now.
async fn interrupted(place: &TestStorage, settings: Settings, times: usize) -> (ApiClient, String) {
    let scene = ApiClient::with(settings).await;
    // The one at the start is over, and does not meet the upload.
    scene.world.service.sweep().await;
    let sound = fixture("tone.mp3");
    let upload = scene.begin(sound.len()).await;
    fs::write(scene.draft(&upload), &sound).unwrap();
    place.execute(&format!(
        "UPDATE uploads SET arrived = size, unfinished_inspections = {times}, inspected_at = 1800000000"
    ));
    (scene, upload)
}

fn is_complete(scene: &ApiClient) -> bool {
    scene.files("audio") == 1
}

#[tokio::test]
async fn sweeper_waits_longer_after_each_interrupted_inspection() {
    for (times, pause) in [(0, 0), (1, 0), (2, 60), (3, 600), (4, 3_600)] {
        let place = TestStorage::new();
        let (scene, _) = interrupted(&place, place.settings(), times).await;
        if pause > 0 {
            scene.world.clock.advance(pause - 1);
            scene.world.service.sweep().await;
            assert!(!is_complete(&scene), "{times}");
            scene.world.clock.advance(1);
        }
        scene.world.service.sweep().await;
        assert!(is_complete(&scene), "{times}");
    }
}

#[tokio::test]
async fn after_five_interrupted_inspections_only_owner_can_retry() {
    let place = TestStorage::new();
    let (scene, upload) = interrupted(&place, place.settings(), 5).await;
    let reply = sent(scene.tus(Method::HEAD, &upload, &scene.token)).await;
    assert_eq!((reply.status, reply.header("retry-after")), (503, "5"));
    scene.get(&upload, &scene.token).await.is_error(503, "inspection_failed");
    let scene = scene.later(7 * 24 * 60 * 60).await;
    scene.world.service.sweep().await;
    assert!(!is_complete(&scene));
    assert_eq!(scene.files("uploads"), 1, "it is kept");
    assert_eq!(scene.offset(&upload).await, Some(fixture("tone.mp3").len()));
    assert!(is_complete(&scene));
}

#[tokio::test]
async fn file_whose_decoder_died_twice_is_not_audio() {
    let place = TestStorage::new();
    // It takes any argument, answers nothing and exits with 1.
    let settings = Settings { decoder: PathBuf::from("/bin/false"), ..place.settings() };
    let scene = ApiClient::with(settings).await;
    let sound = fixture("tone.mp3");
    let upload = scene.begin(sound.len()).await;
    scene.append(&upload, 0, &sound).await.is_error(422, "not_audio");
    assert_eq!((scene.offset(&upload).await, scene.files("uploads")), (None, 0));
}

/// The service was killed before it rejected the file.
#[tokio::test]
async fn two_recorded_decoder_crashes_reject_the_file() {
    let place = TestStorage::new();
    let (scene, upload) = interrupted(&place, place.settings(), 1).await;
    place.execute("UPDATE uploads SET failed_inspections = 2");
    scene.get(&upload, &scene.token).await.is_error(422, "not_audio");
    assert_eq!(scene.files("uploads"), 0);
}

#[tokio::test]
async fn missing_decoder_refuses_nothing_and_keeps_the_upload() {
    let place = TestStorage::new();
    let settings = Settings { decoder: PathBuf::from("/nowhere/stagepass-backend"), ..place.settings() };
    let scene = ApiClient::with(settings).await;
    let sound = fixture("tone.mp3");
    let upload = scene.begin(sound.len()).await;
    scene.append(&upload, 0, &sound).await.is_error(503, "inspection_failed");
    assert_eq!((scene.files("audio"), scene.files("uploads")), (0, 1));
    let scene = scene.restarted(place.settings()).await;
    scene.world.service.sweep().await;
    assert!(is_complete(&scene));
}
