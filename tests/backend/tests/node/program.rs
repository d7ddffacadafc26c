//! `stagepass-backend node`, as a program.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use stagepass_backend::Settings;
use stagepass_backend::clock::{Clock as _, SystemClock};
use stagepass_gate::{Data, Signer};
use stagepass_test_support::TestStorage;
use stagepass_test_support::process::{ServerProcess, program};
use stagepass_test_support::secrets::{self, note};
use tempfile::TempDir;

use crate::catalog::store::Scene;

fn command(catalog: &Path) -> Command {
    let mut command = node();
    command.arg("--catalog").arg(catalog);
    command
}

fn node() -> Command {
    let mut command = Command::new(program());
    command.args(["--log", "trace", "node", "--port", "0", "--drain", "0"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn folder(catalog: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("audio")).unwrap();
    std::fs::write(folder.path().join("audio/a.wav"), b"RIFF").unwrap();
    std::fs::write(folder.path().join("audio/b.wav"), b"RIFF").unwrap();
    std::fs::write(folder.path().join("catalog.json"), catalog).unwrap();
    folder
}

fn refusal(catalog: &str) -> String {
    let output = command(&folder(catalog).path().join("catalog.json")).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{catalog}");
    String::from_utf8(output.stderr).unwrap()
}

fn with(member: &str, value: Value) -> Value {
    let mut track =
        json!({ "trackId": 1, "cid": "a", "path": "audio/a.wav", "duration": 1.5, "access_authorities": [] });
    track[member] = value;
    track
}

#[test]
fn a_broken_catalogue_is_refused() {
    let zero = format!("0x{}", "0".repeat(40));
    let good = with("trackId", json!(1));
    let other_file = json!({ "trackId": 2, "cid": "a", "path": "audio/b.wav" });
    for (tracks, reason) in [
        (json!([good, good]), "track 1 is in the catalogue twice"),
        (json!([good, other_file]), "track 2: another track has the same cid and another path"),
        (json!([with("access_authorities", json!([zero]))]), "the zero address can't be an authority"),
        (json!([with("access_authorities", json!(["0x12"]))]), "track 1: access_authorities: \"0x12\": an address is"),
        (json!([with("authorities", json!([]))]), "unknown field `authorities`"),
        (json!([with("path", json!("audio/c.wav"))]), "audio/c.wav: No such file"),
        (json!([with("cid", json!("a\"b"))]), "track 1: cid must be"),
        (json!([with("duration", json!(-1))]), "track 1: duration is no number of seconds"),
        (json!([with("trackId", json!(1_u64 << 53))]), "trackId is more than 2^53 - 1"),
        (json!({}), "catalog.json: invalid type: map"),
    ] {
        let error = refusal(&tracks.to_string());
        assert!(error.contains("error: ") && error.contains(reason), "{tracks}: {error}");
    }
    assert!(refusal("[").contains("catalog.json: EOF while parsing"));
    let missing = command(&folder("[]").path().join("none.json")).output().unwrap();
    assert!(String::from_utf8(missing.stderr).unwrap().contains("none.json: No such file"));
}

async fn serves_what_is_kept(place: TestStorage, is_beside_the_database: bool) {
    let scene = Scene::at(place).await;
    let track = scene.track(&[]).await;
    let mut command = node();
    scene.place.configure(&mut command);
    if is_beside_the_database {
        // The folder `media` beside the database, as is.
        command.env_remove("STAGEPASS_MEDIA");
    }
    let server = ServerProcess::start(command.env("STAGEPASS_NODE_DATABASE", scene.place.address()));
    assert!(server.origin.starts_with("http://127.0.0.1:"), "{}", server.origin);
    let response = reqwest::get(format!("{}/tracks/cidstream/{}", server.origin, track.track_cid)).await.unwrap();
    assert_eq!((response.status().as_u16(), response.headers()["content-type"].to_str().unwrap()), (200, "audio/wav"));
}

#[tokio::test]
async fn it_serves_what_a_service_keeps() {
    let place = TestStorage::new();
    let is_beside_the_database = place.database().file().is_some();
    serves_what_is_kept(place, is_beside_the_database).await;
    serves_what_is_kept(TestStorage::with_bucket(), false).await;
}

#[cfg(unix)]
#[tokio::test]
async fn program_serves_until_stopped_and_logs_no_signature() {
    let authority = Signer::from_bytes(&[1; 32]).unwrap();
    let mut gated = with("access_authorities", json!([authority.address().to_string().to_lowercase()]));
    gated["trackId"] = json!(7);
    let folder = folder(&json!([gated]).to_string());
    let server = ServerProcess::start(&mut command(&folder.path().join("catalog.json")));
    assert!(server.origin.starts_with("http://127.0.0.1:"), "{}", server.origin);

    let now = u64::try_from(SystemClock.now()).unwrap() * 1000;
    let data = Data { cid: Some("a".into()), track_id: Some(7), timestamp: Some(now), ..Data::default() };
    let parameter = authority.sign(&data).unwrap();
    let url = parameter.attach_to(&format!("{}/tracks/cidstream/a", server.origin));
    let response = reqwest::get(&url).await.unwrap();
    assert_eq!((response.status().as_u16(), response.text().await.unwrap().as_str()), (200, "RIFF"));
    let broken = url.replace("%22%7D", "00%22%7D");
    assert_eq!(reqwest::get(&broken).await.unwrap().status().as_u16(), 401);

    let log = server.stop();
    assert!(log.contains("path=\"/tracks/cidstream/a\""), "{log}");
    let digits = parameter.signature().to_string();
    for secret in [&digits[2..], "trackId", "%22", "signature="] {
        assert!(!log.contains(secret), "{secret} is in the log: {log}");
    }
}

#[test]
fn arguments_that_do_not_fit_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let (cache, key) = (folder.path().join("cache"), folder.path().join("key"));
    secrets::write_file(&key, &format!("0x{}", "07".repeat(32)));
    let (cache, key) = (cache.to_str().unwrap(), key.to_str().unwrap());
    let service = ["--service", "http://127.0.0.1:1/v1"];
    let cached = [&service[..], &["--cache", cache]].concat();
    let database = ["--database", "sqlite:b"];
    for (arguments, code, reason) in [
        (vec![], 2, "--catalog <FILE>"),
        (vec!["--catalog", "a", "--database", "sqlite:b"], 2, "cannot be used with"),
        (vec!["--database", "sqlite::memory:"], 1, "a node cannot read a database in memory"),
        (vec!["--database", "b.db"], 1, "the database is given as"),
        (service.to_vec(), 2, "--cache <DIR>"),
        (vec!["--service", "x", "--cache", cache], 2, "the base URL must be"),
        ([&cached[..], &["--catalog", "a"]].concat(), 2, "cannot be used with"),
        ([&cached[..], &database].concat(), 2, "cannot be used with"),
        (cached.clone(), 1, "the node key is missing: set STAGEPASS_NODE_KEY or --node-key-file"),
        ([&cached[..], &["--node-key", "07"]].concat(), 2, "set STAGEPASS_NODE_KEY, or name a file"),
        ([&service[..], &["--cache", key, "--node-key-file", key]].concat(), 1, "the cache "),
    ] {
        let output = node().args(&arguments).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(code), 0), "{arguments:?}: {error}");
        assert!(error.contains(reason), "{arguments:?}: {error}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn node_of_a_service_logs_no_key() {
    let place = TestStorage::new();
    let key = "4b".repeat(32);
    note("private key", &key);
    let signer = Signer::from_hex(&key).unwrap();
    let settings = Settings { node_addresses: vec![signer.address()], ..place.settings() };
    let service = stagepass_backend::start(settings).await.unwrap();
    service.accounts().add_user(stagepass_test_support::person("demo", "Demo")).await.unwrap();
    let file = place.folder().join("a.wav");
    std::fs::write(&file, crate::support::alone::wav(1, 100_000)).unwrap();
    let details = stagepass_backend::tracks::TrackDetails::new("A track", None, None, &[]).unwrap();
    let new = stagepass_backend::tracks::NewTrack { owner: "demo".into(), file, details };
    let track = service.tracks().add(new).await.unwrap();
    let (key_file, cache) = (place.folder().join("node.key"), place.folder().join("cache"));
    secrets::write_file(&key_file, &format!("0x{key}\n"));

    let mut command = node();
    command.env("STAGEPASS_NODE_SERVICE", service.base_url()).env("STAGEPASS_NODE_CACHE", &cache);
    let served = ServerProcess::start(command.env("STAGEPASS_NODE_KEY_FILE", &key_file));
    let origin = &served.origin;
    let ready: serde_json::Value = reqwest::get(format!("{origin}/readyz")).await.unwrap().json().await.unwrap();
    assert_eq!(ready, json!({ "status": "ready", "server": "ok", "catalog": "ok" }));
    let response = reqwest::get(format!("{origin}/tracks/cidstream/{}", track.track_cid)).await.unwrap();
    assert!(response.bytes().await.unwrap() == crate::support::alone::wav(1, 100_000));
    // A second one finds the folder taken.
    let second = node()
        .args(["--service", service.base_url(), "--cache"])
        .arg(&cache)
        .arg("--node-key-file")
        .arg(&key_file)
        .output()
        .unwrap();
    assert!(String::from_utf8(second.stderr).unwrap().contains("is used by another node"));

    // Not on this thread: the service runs on it, and the node reports its listens to the service before it stops.
    let log = tokio::task::spawn_blocking(|| served.stop()).await.unwrap();
    assert!(log.contains(&signer.address().to_string()), "{log}");
    for secret in [key.as_str(), "%22signature%22", "Node %7B"] {
        assert!(!log.contains(secret), "{secret} is in the log: {log}");
    }
    let today = SystemClock.now() / 86_400;
    let store = stagepass_backend::store::Store::open(&place.database()).await.unwrap();
    let listens = store.listens_of(track.track_id, 30).await.unwrap();
    assert_eq!((listens.total, listens.days.first().map(|(_, count)| *count)), (1, Some(1)));
    assert!((today - 1..=today).contains(&listens.days[0].0));
}
