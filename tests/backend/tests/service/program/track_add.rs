//! `stagepass-backend track add`, and the service's own folder.

use serde_json::Value;
use stagepass_test_support::TestStorage;
use stagepass_test_support::api_client::{ApiClient, fixture, fixture_path};

const AUTHORITY: &str = "0x1563915e194D8CfBA1943570603F7606A3115508";

fn add<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["track", "add", "--owner", "demo", "--file", file, "--title", "Night Bus"], more].concat()
}

async fn place() -> TestStorage {
    let place = TestStorage::new();
    let scene = ApiClient::with(place.settings()).await;
    scene.world.service.shutdown().await;
    place
}

#[tokio::test]
async fn a_track_out_of_a_file() {
    let place = place().await;
    let file = fixture_path("tone.flac");
    let more = ["--genre", "Ambient", "--description", "d", "--access-authority", AUTHORITY];
    let output = place.run(&add(file.to_str().unwrap(), &more));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let made: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((made["track_id"].as_i64(), made["mime_type"].as_str()), (Some(1), Some("audio/flac")));
    assert_eq!(made["duration"], 1.5);
    let cid = made["track_cid"].as_str().unwrap();
    assert_eq!(std::fs::read(place.media().join("audio").join(cid)).unwrap(), fixture("tone.flac"));

    let service = stagepass_backend::start(place.settings()).await.unwrap();
    let shown: Value = reqwest::get(format!("{}/tracks/1", service.base_url())).await.unwrap().json().await.unwrap();
    assert_eq!((shown["data"]["title"].as_str(), shown["data"]["track_cid"].as_str()), (Some("Night Bus"), Some(cid)));
    assert_eq!(shown["data"]["access_authorities"], serde_json::json!([AUTHORITY]));
    service.shutdown().await;
}

#[tokio::test]
async fn refused_track_add_leaves_no_files() {
    let place = place().await;
    let page = place.folder().join("page.mp3");
    std::fs::write(&page, "<!doctype html>").unwrap();
    let (page, good) = (page.to_str().unwrap(), fixture_path("tone.mp3"));
    let good = good.to_str().unwrap();
    let zero = format!("0x{}", "0".repeat(40));
    for (words, reason) in [
        (add(page, &[]), "none of WAV, MP3"),
        (add("/nowhere.mp3", &[]), "/nowhere.mp3: No such file"),
        (add(good, &["--access-authority", &zero]), "the zero address"),
        (add(good, &["--access-authority", "0x1"]), "0x and 40 hexadecimal digits"),
        (vec!["track", "add", "--owner", "demo", "--file", good, "--title", " "], "title must be"),
        (vec!["track", "add", "--owner", "nobody", "--file", good, "--title", "T"], "no user has the handle"),
    ] {
        let output = place.run(&words);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{words:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(reason), "{words:?}: {message}");
    }
    for part in ["audio", "uploads"] {
        assert_eq!(std::fs::read_dir(place.media().join(part)).unwrap().count(), 0, "{part}");
    }
}

#[tokio::test]
async fn shutdown_with_in_memory_sqlite_removes_media_folder() {
    let scene = ApiClient::new().await;
    scene.uploaded(&fixture("tone.mp3")).await;
    let folder = scene.world.service.media().to_owned();
    assert!(folder.join("audio").is_dir());
    scene.world.service.shutdown().await;
    assert!(!folder.exists());
}
