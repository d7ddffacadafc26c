//! Backups that are interrupted, damaged or old, and restores that must not replace anything. A whole backup of all
//! servers is restored in `tests/backend/tests/servers/gated/drill.rs`.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use data_encoding::HEXLOWER;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use stagepass_test_support::TestStorage;
use stagepass_test_support::api_client::ApiClient;

/// What a command prints, or its error.
fn run(place: &TestStorage, words: &[&str]) -> Result<Value, String> {
    let output = place.run(words);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    let printed = serde_json::from_slice(&output.stdout).unwrap_or_default();
    if output.status.success() { Ok(printed) } else { Err(format!("{printed} {error}")) }
}

/// The operator's key for backups.
const KEY: [&str; 2] = ["--backup-key-file", "backup.key"];

fn back_up(place: &TestStorage, more: &[&str]) -> String {
    write_key(place, "backup.key", "11");
    let made = run(place, &[&["backup", "--to", "backup", "--with-keys"], &KEY[..], more].concat()).unwrap();
    made["backup"].as_str().unwrap().to_owned()
}

fn write_key(place: &TestStorage, name: &str, text: &str) {
    let path = place.folder().join(name);
    fs::write(&path, text.repeat(32)).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
}

/// Restores to `new.db`, `new.key` and the folder `new` in the storage's folder.
fn restore(place: &TestStorage, more: &[&str]) -> Result<Value, String> {
    restore_by(place, &[&KEY[..], more].concat())
}

/// Restores a backup that is authenticated in this way.
fn restore_by(place: &TestStorage, more: &[&str]) -> Result<Value, String> {
    let to = ["--database", "sqlite:new.db", "--token-key-file", "new.key", "--media", "new"];
    run(place, &[&["restore", "--from", "backup"], &to[..], more].concat())
}

fn is_untouched(place: &TestStorage) -> bool {
    ["new.db", "new.key"].iter().all(|name| !place.folder().join(name).exists())
}

fn audio(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder.join("audio")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

async fn with_tracks(place: &TestStorage, count: u64) -> ApiClient {
    let scene = ApiClient::at(place).await;
    for number in 1..=count {
        let cid = scene.cid(Duration::from_millis(300 + number)).await;
        scene.track("Tape", &cid).await;
    }
    scene
}

/// Who can write to the place of the backups must not write to the operator's folders.
#[tokio::test]
async fn manifest_of_another_hand_writes_nothing() {
    let place = TestStorage::new();
    let _scene = with_tracks(&place, 1).await;
    let id = back_up(&place, &[]);
    let kept = place.folder().join("backup/backups").join(&id);
    let manifest = fs::read_to_string(kept.join("manifest.json")).unwrap();
    let outside = place.folder().join("outside");
    for name in [outside.to_str().unwrap(), "../../../outside"] {
        let mut forged: Value = serde_json::from_str(&manifest).unwrap();
        forged["files"][name] = forged["files"]["token-key"].clone();
        let forged = forged.to_string();
        fs::write(kept.join("manifest.json"), &forged).unwrap();
        let expected = HEXLOWER.encode(&Sha256::digest(&forged));
        for (words, refusal) in [(&KEY, "is not yours"), (&["--expect", &expected], "no backup has a file")] {
            for more in [&["--dry-run"][..], &[]] {
                let error = restore_by(&place, &[&words[..], more].concat()).unwrap_err();
                assert!(error.contains(refusal), "{error}");
                assert!(is_untouched(&place) && !outside.exists());
            }
        }
    }
}

#[tokio::test]
async fn backup_needs_its_key_or_its_hash() {
    let place = TestStorage::new();
    let _scene = with_tracks(&place, 1).await;
    let id = back_up(&place, &[]);
    let manifest = fs::read(place.folder().join("backup/backups").join(&id).join("manifest.json")).unwrap();
    let expected = HEXLOWER.encode(&Sha256::digest(&manifest));
    write_key(&place, "other.key", "22");
    for words in [&[][..], &["--backup-key-file", "other.key"], &["--expect", &"0".repeat(64)]] {
        assert!(restore_by(&place, words).is_err() && is_untouched(&place), "{words:?}");
    }
    assert_eq!(restore_by(&place, &["--expect", &expected, "--dry-run"]).unwrap()["problems"], serde_json::json!([]));
    assert!(restore(&place, &["--dry-run"]).is_ok());
}

#[tokio::test]
async fn default_backup_omits_keys_and_restore_refuses_symlinks() {
    let place = TestStorage::new();
    let _scene = with_tracks(&place, 1).await;
    write_key(&place, "backup.key", "11");
    let made = run(&place, &[&["backup", "--to", "backup"], &KEY[..]].concat()).unwrap();
    let kept = place.folder().join("backup/backups").join(made["backup"].as_str().unwrap());
    assert!(kept.join("service.db").exists() && !kept.join("token-key").exists());
    fs::rename(kept.join("service.db"), place.folder().join("elsewhere.db")).unwrap();
    symlink(place.folder().join("elsewhere.db"), kept.join("service.db")).unwrap();
    let error = restore(&place, &[]).unwrap_err();
    assert!(error.contains("it is a link") && is_untouched(&place), "{error}");
}

#[tokio::test]
async fn damaged_or_interrupted_backup_replaces_nothing() {
    let place = TestStorage::new();
    let _scene = with_tracks(&place, 2).await;
    let id = back_up(&place, &[]);
    let backup = place.folder().join("backup");
    let kept = backup.join("backups").join(&id);
    assert_eq!(restore(&place, &["--dry-run"]).unwrap()["problems"], serde_json::json!([]));

    for file in ["service.db", "token-key", "audio.txt"] {
        let bytes = fs::read(kept.join(file)).unwrap();
        let mut damaged = bytes.clone();
        let last = damaged.len() - 2;
        damaged[last] ^= 1;
        fs::write(kept.join(file), damaged).unwrap();
        let error = restore(&place, &[]).unwrap_err();
        assert!(error.contains(file) && is_untouched(&place), "{error}");
        fs::remove_file(kept.join(file)).unwrap();
        assert!(restore(&place, &["--dry-run"]).unwrap_err().contains("it is missing"), "{file}");
        fs::write(kept.join(file), bytes).unwrap();
    }

    let lost = audio(&backup).remove(0);
    let bytes = fs::read(&lost).unwrap();
    // A pipe in its place is not waited for.
    fs::remove_file(&lost).unwrap();
    assert!(Command::new("mkfifo").arg(&lost).status().unwrap().success());
    let error = restore(&place, &[]).unwrap_err();
    assert!(error.contains("no regular file") && is_untouched(&place), "{error}");
    fs::remove_file(&lost).unwrap();
    fs::write(&lost, vec![0; bytes.len()]).unwrap();
    assert!(restore(&place, &[]).unwrap_err().contains("it is damaged"));
    assert!(is_untouched(&place));
    let partly = restore(&place, &["--without-damaged-audio"]).unwrap();
    assert_eq!(partly["damaged_audio"].as_array().map(Vec::len), Some(1), "{partly}");

    fs::remove_file(kept.join("manifest.json")).unwrap();
    assert!(restore(&place, &["--dry-run"]).unwrap_err().contains("there is no complete backup"));
}

#[tokio::test]
async fn audio_lost_since_previous_backup_is_reported() {
    let place = TestStorage::new();
    let _scene = with_tracks(&place, 3).await;
    back_up(&place, &[]);
    let live = audio(&place.media());
    fs::remove_file(&live[0]).unwrap();
    fs::write(&live[1], "cut off").unwrap();
    let error = run(&place, &[&["backup", "--to", "backup", "--with-keys"], &KEY[..]].concat()).unwrap_err();
    assert!(error.contains("2 audio files are missing or damaged"), "{error}");
    // The copies of the first backup are still whole.
    let restored = restore(&place, &[]).unwrap();
    assert_eq!((&restored["audio"]["files"], audio(&place.folder().join("new")).len()), (&3.into(), 3), "{restored}");
    assert_eq!(restored["missing_audio"].as_array().map(Vec::len), Some(2), "{restored}");
    assert_eq!(restored["damaged_audio"], serde_json::json!([]), "{restored}");
}

#[tokio::test]
async fn damaged_audio_of_the_same_size_is_replaced() {
    let place = TestStorage::new();
    let _scene = with_tracks(&place, 2).await;
    back_up(&place, &[]);
    restore(&place, &[]).unwrap();
    let restored = audio(&place.folder().join("new")).remove(0);
    let bytes = fs::read(&restored).unwrap();
    let mut damaged = bytes.clone();
    damaged[0] ^= 1;
    fs::write(&restored, damaged).unwrap();
    fs::remove_file(place.folder().join("new.db")).unwrap();
    for words in [&["--dry-run"][..], &[]] {
        let refused = restore(&place, words).unwrap_err();
        assert!(refused.contains("there is a damaged file: use --replace"), "{refused}");
    }
    let replaced = restore(&place, &["--replace"]).unwrap();
    assert_eq!(replaced["audio"]["already_there"], 1, "{replaced}");
    assert!(fs::read(&restored).unwrap() == bytes, "{}", restored.display());
}

#[tokio::test]
async fn existing_files_are_kept_unless_replaced() {
    let place = TestStorage::new();
    let scene = with_tracks(&place, 1).await;
    let id = back_up(&place, &[]);
    restore(&place, &[]).unwrap();
    assert!(restore(&place, &[]).unwrap_err().contains("new.db exists"));
    fs::write(place.folder().join("new.key"), "another").unwrap();
    assert!(restore(&place, &["--dry-run"]).unwrap_err().contains("is another key"));
    let replaced = restore(&place, &["--replace"]).unwrap();
    assert_eq!(replaced["audio"]["already_there"], 1, "{replaced}");
    for name in ["new.db", "new.key"] {
        assert!(place.folder().join(format!("{name}.before-{id}")).exists(), "{name}");
    }
    if let Some(live) = place.database().file() {
        let live = format!("sqlite:{}", live.display());
        let words = ["restore", "--from", "backup", "--database", &live, "--token-key-file", "new.key", "--replace"];
        let words = [&words[..], &KEY].concat();
        assert!(run(&place, &words).unwrap_err().contains("is in use: stop the servers"));
    }
    drop(scene);
}

#[tokio::test]
async fn pruning_removes_old_backups_and_their_unreferenced_audio() {
    let place = TestStorage::new();
    let scene = with_tracks(&place, 1).await;
    let backup = place.folder().join("backup");
    let first = back_up(&place, &[]);
    let only = audio(&backup);
    let track = scene.get(&format!("/users/{}/tracks", scene.world.demo.user_id), "").await.json();
    let uploads = scene.get("/uploads", &scene.token).await.json();
    let track = scene.delete(&format!("/tracks/{}", track["data"][0]["id"]), &scene.token).await;
    let upload = scene.terminate(&format!("/uploads/{}", uploads["data"][0]["id"].as_str().unwrap())).await;
    assert_eq!((track.status, upload.status), (204, 204), "{} {}", track.body, upload.body);
    let cid = scene.cid(Duration::from_secs(1)).await;
    let second = back_up(&place, &["--keep", "2"]);
    assert_eq!(audio(&backup).len(), 2, "the first backup refers to the other");
    fs::create_dir(backup.join("backups/20200101T000000Z")).unwrap();
    fs::write(backup.join("backups/20200101T000000Z/service.db"), "interrupted").unwrap();
    let third = run(&place, &["backup", "--to", "backup", "--keep", "2"]).unwrap();
    assert_eq!(third["pruned"], serde_json::json!([first, "20200101T000000Z"]));
    assert!(second > first && !only[0].exists());
    assert_eq!(audio(&backup), [backup.join("audio").join(&cid)]);
    is_private(&backup);
}

/// Expects that other users may not read a folder or anything in it.
pub(super) fn is_private(folder: &Path) {
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(folder), 0o700, "{}", folder.display());
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { is_private(&path) } else { assert_eq!(mode(&path), 0o600, "{}", path.display()) }
    }
}

#[tokio::test]
async fn backup_between_buckets_copies_and_restores_audio() {
    const TO: &str = "s3://stagepass-test/backups";
    let mut place = TestStorage::with_bucket();
    let scene = with_tracks(&place, 2).await;
    let made = run(&place, &["backup", "--to", TO, "--keep", "1"]).unwrap();
    assert_eq!((&made["audio"]["copied"], &made["pruned"]), (&2.into(), &serde_json::json!([])), "{made}");
    let again = run(&place, &["backup", "--to", TO, "--keep", "1"]).unwrap();
    assert_eq!((&again["audio"]["copied"], &again["pruned"][0]), (&0.into(), &made["backup"]), "{again}");
    scene.world.service.shutdown().await;
    let lost = fs::read_dir(place.s3().folder().join("audio")).unwrap();
    lost.for_each(|entry| fs::remove_file(entry.unwrap().path()).unwrap());
    let to = ["--database", "sqlite:new.db", "--token-key-file", "new.key"];
    let expected = again["sha256"].as_str().unwrap();
    let restored = run(&place, &[&["restore", "--from", TO, "--expect", expected], &to[..]].concat()).unwrap();
    assert_eq!((&restored["audio"]["files"], &restored["audio"]["already_there"]), (&2.into(), &0.into()));
    assert_eq!(fs::read_dir(place.s3().folder().join("audio")).unwrap().count(), 2);
}
