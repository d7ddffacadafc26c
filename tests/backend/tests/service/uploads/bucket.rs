//! Audio in a bucket of an S3-compatible service's: uploads end there, nodes read it there, and what fails there is
//! said and can be done again.

use std::path::Path;
use std::process::{Command, Output};

use reqwest::Method;
use serde_json::Value;
use stagepass_backend::Settings;
use stagepass_test_support::api_client::{ApiClient, fetch_audio, fixture, sent};
use stagepass_test_support::s3::ADDRESS;
use stagepass_test_support::{TestStorage, log, secrets};

#[tokio::test]
async fn repeated_upload_reaches_bucket_once_and_plays() {
    let mut place = TestStorage::with_bucket();
    let scene = ApiClient::at(&place).await;
    let sound = fixture("tone.flac");
    for _ in 0..2 {
        assert_eq!(scene.uploaded(&sound).await["status"], "completed");
    }
    let cid = scene.uploaded(&sound).await["track_cid"].as_str().unwrap().to_owned();
    scene.track("One", &cid).await;
    assert_eq!(fetch_audio(&scene.world.service, &cid).await, (200, sound.clone()));
    assert_eq!(std::fs::read(place.media().join("audio").join(&cid)).unwrap(), sound);
    let page = b"<!doctype html>".repeat(9);
    assert_eq!(scene.append(&scene.begin(page.len()).await, 0, &page).await.error(), "not_audio");
    assert_eq!((scene.files("uploads"), scene.files("audio")), (0, 1));
    assert_eq!(place.s3().count_requests(&Method::PUT, ""), 1, "neither audio twice nor a page");
}

#[tokio::test]
async fn upload_completes_after_bucket_outage_without_resending_bytes() {
    let mut place = TestStorage::with_bucket();
    let scene = ApiClient::at(&place).await;
    let sound = fixture("tone.mp3");
    let upload = scene.begin(sound.len()).await;
    place.s3().stop();
    let ready = scene.get("/readyz", "").await;
    // People can still sign in, and no other service has another bucket: it is told, and they are sent here all the
    // same.
    assert_eq!((ready.status, ready.json()["media"].as_str()), (200, Some("can't be used")));
    let refused = scene.append(&upload, 0, &sound).await;
    refused.is_error(503, "storage_unavailable");
    assert_eq!(refused.header("retry-after"), "5");
    assert!(refused.body.contains("The received bytes are kept"), "{}", refused.body);
    assert_eq!(sent(scene.tus(Method::HEAD, &upload, &scene.token)).await.status, 503);

    place.s3().start_again();
    assert_eq!(scene.offset(&upload).await, Some(sound.len()));
    let data = scene.get(&upload, &scene.token).await.json()["data"].clone();
    assert_eq!(data["status"], "completed");
    let cid = data["track_cid"].as_str().unwrap();
    scene.track("One", cid).await;
    assert_eq!(fetch_audio(&scene.world.service, cid).await, (200, sound));
    assert_eq!(scene.files("uploads"), 0);
}

fn run(place: &TestStorage, change: impl FnOnce(&mut Command), words: &[&str]) -> Output {
    let mut command = place.command(words);
    change(&mut command);
    let output = command.output().unwrap();
    log::keep(&output.stderr);
    output
}

fn complaint(place: &TestStorage, change: impl FnOnce(&mut Command), words: &[&str]) -> String {
    let output = run(place, change, words);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn commands_explain_bucket_errors_without_printing_the_key() {
    let place = TestStorage::with_bucket();
    let wrong = "wrong-access-key-wrong";
    let service = ["service", "--listen", "127.0.0.1:0"];
    let message = complaint(&place, |command| _ = command.env("AWS_SECRET_ACCESS_KEY", wrong), &service);
    assert!(
        message.contains("error: s3://stagepass-test/one/part: the S3 service refuses the access key"),
        "{message}"
    );
    assert!(!message.contains(wrong), "{message}");
    let file = place.folder().join("key");
    secrets::write_file(&file, &format!("{wrong}\n"));
    let by_file = |command: &mut Command| {
        command.env_remove("AWS_SECRET_ACCESS_KEY").env("AWS_SECRET_ACCESS_KEY_FILE", &file);
        command.env("STAGEPASS_NODE_DATABASE", place.address());
    };
    let message = complaint(&place, by_file, &["node"]);
    assert!(message.contains("refuses the access key") && !message.contains(wrong), "{message}");
    let message = complaint(&place, |command| _ = command.env_remove("AWS_SECRET_ACCESS_KEY"), &service);
    assert!(
        message.contains("error: the access key of the bucket is missing: set AWS_ACCESS_KEY_ID, and"),
        "{message}"
    );
    for bucket in ["s3://A", "https://bucket.example"] {
        let message = complaint(&place, |_| (), &[&service[..], &["--media", bucket]].concat());
        assert!(message.contains("error: a bucket is given as s3://BUCKET"), "{message}");
    }
}

fn copied(place: &TestStorage, from: &Path) -> (u64, u64, u64) {
    let output = run(place, |_| (), &["media", "copy", "--from", from.to_str().unwrap(), "--to", ADDRESS]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let done: Value = serde_json::from_slice(&output.stdout).unwrap();
    let member = |name: &str| done[name].as_u64().unwrap();
    (member("copied"), member("skipped"), member("bytes"))
}

#[tokio::test]
async fn a_folder_moves_there() {
    let (before, place) = (TestStorage::new(), TestStorage::with_bucket());
    let scene = ApiClient::with(before.settings()).await;
    let (first, second) = (fixture("tone.mp3"), fixture("tone.flac"));
    let cid = scene.uploaded(&first).await["track_cid"].as_str().unwrap().to_owned();
    scene.track("One", &cid).await;
    let total = (first.len() + second.len()) as u64;
    assert_eq!(copied(&place, &before.media()), (1, 0, first.len() as u64));
    scene.uploaded(&second).await;
    std::fs::write(before.media().join("audio/.DS_Store"), "none of ours").unwrap();
    assert_eq!(copied(&place, &before.media()), (1, 1, total - first.len() as u64));
    assert_eq!(copied(&place, &before.media()), (0, 2, 0));

    // The same service, told of the bucket.
    scene.world.service.shutdown().await;
    let settings = Settings { media: place.settings().media, drafts: Some(place.drafts()), ..before.settings() };
    let service = stagepass_backend::start(settings).await.unwrap();
    std::fs::remove_dir_all(before.media()).unwrap();
    assert_eq!(fetch_audio(&service, &cid).await, (200, first));
    service.shutdown().await;
}
