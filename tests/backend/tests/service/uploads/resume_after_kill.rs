//! What a service finds that was killed: each state that a kill can leave, and that nothing which was answered is lost,
//! nothing half is kept, and nothing stays behind.

use std::fs;
use std::time::{Duration, UNIX_EPOCH};

use reqwest::Method;
use stagepass_test_support::TestStorage;
use stagepass_test_support::api_client::{ApiClient, fixture, half_sent, id, sent, wav};

async fn is_complete(scene: &ApiClient, upload: &str, sound: &[u8]) {
    scene.is_stored(upload, sound).await;
    assert_eq!(scene.files("uploads"), 0);
}

/// What the store knows of the one upload there is.
fn row(place: &TestStorage) -> stagepass_test_support::dump::Row {
    place.rows().into_iter().find(|row| row.table == "uploads").unwrap()
}

#[tokio::test]
async fn acknowledged_bytes_survive_a_restart() {
    let place = TestStorage::new();
    let scene = ApiClient::at(&place).await;
    let sound = fixture("tone.mp3");
    let upload = scene.begin(sound.len()).await;
    assert_eq!(row(&place).number("arrived"), Some(0));
    scene.append(&upload, 0, &sound[..1_000]).await;
    assert_eq!(row(&place).number("arrived"), Some(1_000));
    let settings = place.settings();
    let scene = scene.restarted(settings).await;
    let upload = scene.world.url(&format!("/uploads/{}", id(&upload)));
    assert_eq!(scene.offset(&upload).await, Some(1_000));
    assert_eq!(scene.append(&upload, 1_000, &sound[1_000..]).await.status, 204);
    is_complete(&scene, &upload, &sound).await;
}

#[tokio::test]
async fn unrecorded_bytes_in_draft_are_ignored() {
    let place = TestStorage::with_bucket();
    for place in [TestStorage::new(), place] {
        let scene = ApiClient::at(&place).await;
        let sound = fixture("tone.mp3");
        let upload = scene.begin(sound.len()).await;
        scene.append(&upload, 0, &sound[..1_000]).await;
        let mut draft = fs::read(scene.draft(&upload)).unwrap();
        draft.extend(b"something that was torn");
        fs::write(scene.draft(&upload), &draft).unwrap();
        assert_eq!(scene.offset(&upload).await, Some(1_000));
        assert_eq!(scene.append(&upload, draft.len(), &sound[draft.len()..]).await.status, 409);
        // Shorter than what was there.
        assert_eq!(scene.append(&upload, 1_000, &sound[1_000..1_001]).await.status, 204);
        assert_eq!(scene.draft(&upload).metadata().unwrap().len(), 1_001);
        assert_eq!(scene.append(&upload, 1_001, &sound[1_001..]).await.status, 204);
        is_complete(&scene, &upload, &sound).await;
    }
}

#[tokio::test]
async fn offset_falls_back_to_bytes_left_on_disk() {
    let place = TestStorage::new();
    let scene = ApiClient::at(&place).await;
    let sound = fixture("tone.mp3");
    let (cut, gone) = (scene.begin(sound.len()).await, scene.begin(sound.len()).await);
    for upload in [&cut, &gone] {
        scene.append(upload, 0, &sound[..1_000]).await;
    }
    fs::File::options().write(true).open(scene.draft(&cut)).unwrap().set_len(600).unwrap();
    fs::remove_file(scene.draft(&gone)).unwrap();
    for (upload, offset) in [(&cut, 600), (&gone, 0)] {
        assert_eq!(scene.offset(upload).await, Some(offset));
        assert_eq!(scene.append(upload, 1_000, &sound[1_000..]).await.header("upload-offset"), offset.to_string());
        assert_eq!(scene.append(upload, offset, &sound[offset..]).await.status, 204);
        assert_eq!(scene.shown(upload).await["status"], "completed");
    }
    assert_eq!((scene.files("uploads"), scene.files("audio")), (0, 1));
}

/// What is written in its place counts when it is made sure of, as everywhere: though the store had noted as much
/// before.
#[tokio::test]
async fn resent_bytes_count_only_once_durable() {
    for place in [TestStorage::new(), TestStorage::with_bucket()] {
        let scene = ApiClient::at(&place).await;
        let sound = wav(Duration::from_mins(1));
        let upload = scene.begin(sound.len()).await;
        let all_but_one = sound.len() - 1;
        assert_eq!(scene.append(&upload, 0, &sound[..all_but_one]).await.status, 204);
        fs::remove_file(scene.draft(&upload)).unwrap();
        let connection = half_sent(&scene, &upload, &sound, all_but_one).await;
        let written = async {
            while scene.draft(&upload).metadata().map_or(0, |draft| draft.len()) == 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), written).await.expect("nothing is written");
        // A question that does not wait for the request that is at work.
        assert_eq!(scene.shown(&upload).await["offset"], 0);
        drop(connection);
        // Waits for its turn.
        assert_eq!(scene.append(&upload, 0, &sound).await.header("upload-offset"), all_but_one.to_string());
        assert_eq!(scene.append(&upload, all_but_one, &sound[all_but_one..]).await.status, 204);
        is_complete(&scene, &upload, &sound).await;
    }
}

/// Killed after the last byte, before the inspection. Files that are not audio are removed then.
#[tokio::test]
async fn fully_received_upload_completes_on_request_or_sweep() {
    for how in ["HEAD", "GET", "PATCH", "sweep", "start"] {
        for place in [TestStorage::new(), TestStorage::with_bucket()] {
            let mut scene = ApiClient::at(&place).await;
            // That of the start is over then, and does not come first.
            scene.world.service.sweep().await;
            let (sound, page) = (fixture("tone.mp3"), b"<!doctype html>".repeat(9));
            let (mut good, mut bad) = (scene.begin(sound.len()).await, scene.begin(page.len()).await);
            for (upload, bytes) in [(&good, &sound), (&bad, &page)] {
                fs::write(scene.draft(upload), bytes).unwrap();
            }
            place.execute("UPDATE uploads SET arrived = size");
            match how {
                "HEAD" => assert_eq!(scene.offset(&good).await, Some(sound.len())),
                "GET" => assert_eq!(scene.shown(&good).await["status"], "completed"),
                "PATCH" => assert_eq!(scene.append(&good, sound.len(), b"").await.status, 204),
                "sweep" => scene.world.service.sweep().await,
                _ => {
                    scene = scene.restarted(place.settings()).await;
                    [good, bad] = [good, bad].map(|upload| scene.world.url(&format!("/uploads/{}", id(&upload))));
                    scene.world.service.sweep().await;
                }
            }
            if matches!(how, "HEAD" | "GET" | "PATCH") {
                assert_eq!(scene.get(&bad, &scene.token).await.error(), "not_audio");
            }
            assert_eq!(scene.get(&bad, &scene.token).await.status, 404, "{how}");
            is_complete(&scene, &good, &sound).await;
        }
    }
}

#[tokio::test]
async fn fully_received_upload_completes_after_expiry() {
    let place = TestStorage::new();
    let scene = ApiClient::at(&place).await;
    let sound = fixture("tone.mp3");
    let (resumed, swept, lost) = (scene.begin(sound.len()).await, scene.begin(sound.len()).await, scene.begin(9).await);
    for upload in [&resumed, &swept] {
        fs::write(scene.draft(upload), &sound).unwrap();
    }
    place.execute("UPDATE uploads SET arrived = size");
    let scene = scene.later(8 * 24 * 60 * 60).await;
    assert_eq!(scene.offset(&lost).await, None, "of this one there is nothing");
    assert_eq!(scene.offset(&resumed).await, Some(sound.len()));
    scene.world.service.sweep().await;
    assert_eq!(scene.shown(&swept).await["status"], "completed");
    assert_eq!((scene.files("uploads"), scene.files("audio")), (0, 1));
    assert_eq!(place.count("uploads"), 2);
}

/// Begins an upload as a service leaves it that was killed after it stored the audio, before it recorded that.
async fn stored_but_unrecorded(scene: &ApiClient, place: &TestStorage, sound: &[u8]) -> String {
    let known = scene.begin(sound.len()).await;
    scene.append(&known, 0, sound).await;
    let cid = scene.shown(&known).await["track_cid"].as_str().unwrap().to_owned();
    scene.terminate(&known).await;
    assert_eq!(scene.files("audio"), 0);
    let upload = scene.begin(sound.len()).await;
    fs::write(scene.draft(&upload), sound).unwrap();
    fs::hard_link(scene.draft(&upload), scene.folder("audio").join(&cid)).unwrap();
    place.execute(&format!("UPDATE uploads SET arrived = size, claimed = '{cid}'"));
    upload
}

#[tokio::test]
async fn stored_but_unrecorded_audio_is_recorded_after_restart() {
    let place = TestStorage::new();
    let scene = ApiClient::at(&place).await;
    let sound = fixture("tone.mp3");
    let upload = stored_but_unrecorded(&scene, &place, &sound).await;
    let scene = scene.restarted(place.settings()).await;
    scene.world.service.sweep().await;
    is_complete(&scene, &scene.world.url(&format!("/uploads/{}", id(&upload))), &sound).await;
    assert_eq!((scene.files("audio"), row(&place).number("leftovers")), (1, Some(0)));
}

/// Its user deletes it before it is recorded.
#[tokio::test]
async fn deleting_upload_removes_stored_but_unrecorded_audio() {
    let place = TestStorage::new();
    let scene = ApiClient::at(&place).await;
    let upload = stored_but_unrecorded(&scene, &place, &fixture("tone.mp3")).await;
    assert_eq!(scene.terminate(&upload).await.status, 204);
    assert_eq!((scene.files("audio"), scene.files("uploads")), (0, 0));
}

/// Killed after it was recorded, before what it left behind was deleted.
#[tokio::test]
async fn leftover_files_of_completed_upload_are_swept() {
    for place in [TestStorage::new(), TestStorage::with_bucket()] {
        let scene = ApiClient::at(&place).await;
        let sound = fixture("tone.mp3");
        let upload = scene.begin(sound.len()).await;
        scene.append(&upload, 0, &sound).await;
        for kind in ["", ".copy", ".whole"] {
            fs::write(scene.folder("uploads").join(format!("{}{kind}", id(&upload))), &sound).unwrap();
        }
        assert_eq!(row(&place).number("leftovers"), Some(1));
        scene.world.service.sweep().await;
        assert_eq!(row(&place).number("leftovers"), Some(0));
        is_complete(&scene, &upload, &sound).await;
    }
}

#[tokio::test]
async fn orphaned_upload_files_are_swept_after_one_hour() {
    let scene = ApiClient::new().await;
    let upload = scene.begin(1_000).await;
    scene.append(&upload, 0, b"RIFF").await;
    let (old, new) = ("0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210");
    for (name, age) in [(old, 3_600), (&format!("{old}.whole"), 3_600), (new, 3_599), ("README", 1_000_000)] {
        // It gets its name with its age, because the service's own first sweep may still be running.
        let unnamed = scene.folder("uploads").join("unnamed");
        let file = fs::File::create(&unnamed).unwrap();
        file.set_modified(UNIX_EPOCH + Duration::from_secs(1_800_000_000 - age)).unwrap();
        fs::rename(&unnamed, scene.folder("uploads").join(name)).unwrap();
    }
    let draft = fs::File::options().write(true).open(scene.draft(&upload)).unwrap();
    draft.set_modified(UNIX_EPOCH).unwrap();
    scene.world.service.sweep().await;
    let there = |name: &str| scene.folder("uploads").join(name).exists();
    assert!(!there(old) && there(new) && there("README") && there(id(&upload)));
    assert_eq!((scene.files("uploads"), scene.offset(&upload).await), (3, Some(4)));
}

#[tokio::test]
async fn a_large_one_is_noted_while_it_comes() {
    let place = TestStorage::new();
    let scene = ApiClient::at(&place).await;
    let sound = wav(Duration::from_secs(1_600));
    let upload = scene.begin(sound.len()).await;
    let sent_so_far = sound.len() - 1;
    let _connection = half_sent(&scene, &upload, &sound, sent_so_far).await;
    // Three steps of 8 MiB are in it; the last byte does not come.
    let noted = || row(&place).number("arrived").unwrap();
    while noted() < 2 * (8 << 20) {
        tokio::task::yield_now().await;
    }
    let offset = usize::try_from(noted()).unwrap();
    assert!(offset < sound.len() && fs::read(scene.draft(&upload)).unwrap()[..offset] == sound[..offset]);
    assert_eq!(sent(scene.tus(Method::HEAD, &upload, &scene.token)).await.status, 200);
}

/// Two services that share database and folder receive the same upload: neither writes into what the other has noted.
#[tokio::test]
async fn of_two_services_one_goes_on() {
    let place = TestStorage::new();
    let scene = ApiClient::at(&place).await;
    let sound = fixture("tone.mp3");
    let upload = scene.begin(sound.len()).await;
    let _connection = half_sent(&scene, &upload, &sound, 1_000).await;
    let second =
        stagepass_backend::start(stagepass_backend::Settings { clock: scene.world.clock.clone(), ..place.settings() });
    let second = second.await.unwrap();
    while !scene.draft(&upload).exists() {
        tokio::task::yield_now().await;
    }
    let there = format!("{}/uploads/{}", second.base_url(), id(&upload));
    scene.append(&there, 0, &sound).await.is_error(423, "locked");
    assert_eq!(scene.append(&upload, 1, b"x").await.header("upload-offset"), "1000", "the first one kept what it had");
    assert_eq!(scene.append(&there, 1_000, &sound[1_000..]).await.status, 204);
    is_complete(&scene, &upload, &sound).await;
    second.shutdown().await;
}
