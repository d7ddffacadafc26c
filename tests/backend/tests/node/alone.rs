//! A node on a machine of its own: what it asks its service, and how often.

use std::process::{Command, Stdio};

use futures_util::future::join_all;
use serde_json::json;
use stagepass_backend::clock::{Clock as _, SystemClock};
use stagepass_backend::{Limits, Rate, ServerSettings, Settings};
use stagepass_gate::{Data, Signer};
use stagepass_test_support::TestStorage;
use stagepass_test_support::process::{ServerProcess, program};
use stagepass_test_support::secrets::{self, Kind, note};

use crate::support::alone::{Alone, BLOCK, node_key};
use crate::support::{Reply, query};

#[tokio::test]
async fn it_serves_what_its_service_keeps() {
    for place in [TestStorage::new(), TestStorage::with_bucket()] {
        let alone = Alone::at(place, 1 << 30).await;
        let (public, gated) = (alone.public(1, 300_000).await, alone.gated(2, 200_000).await);
        let good = alone.signed(&gated);
        for _ in 0..2 {
            assert!(alone.hears(&public).await);
            let reply = alone.get(&gated.cid, &good).await;
            assert_eq!((reply.status, reply.header("content-type")), (200, "audio/wav"));
            // 60 s, and 25 of the sound.
            assert_eq!(reply.header("cache-control"), "private, max-age=85");
            assert!(reply.body == gated.bytes);
        }
        let request = alone.ask(&public.cid, "").header("range", "bytes=65000-200000,7-7");
        let reply = Reply::read(request.send().await.unwrap()).await;
        assert_eq!(reply.status, 206);
        assert!(reply.body.windows(BLOCK).any(|bytes| *bytes == public.bytes[65_000..65_000 + BLOCK]));
        alone.until_kept(&public).await;
        alone.until_kept(&gated).await;
    }
}

#[tokio::test]
async fn it_refuses_as_every_node_does() {
    let alone = Alone::new().await;
    let gated = alone.gated(1, 10_000).await;
    let good = alone.signed(&gated);
    assert_eq!(alone.refusal(&gated.cid, "").await, (401, "invalid signature".to_owned()));
    let stranger = Signer::from_bytes(&[3; 32]).unwrap();
    let timestamp = u64::try_from(alone.clock.now() * 1000).ok();
    let data = Data { cid: Some(gated.cid.clone()), track_id: Some(gated.id), timestamp, ..Data::default() };
    let words = "signer not authorized for this track (access_authorities)";
    assert_eq!(alone.refusal(&gated.cid, &query(&stranger.sign(&data).unwrap())).await, (401, words.to_owned()));
    alone.clock.advance(70);
    assert_eq!(alone.refusal(&gated.cid, &good).await, (401, "signature too old".to_owned()));
    let unknown = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku";
    assert_eq!(alone.refusal(unknown, "").await, (404, "no track has this CID".to_owned()));
    let before = alone.line.asked("").len();
    for cid in ["none", "..%2F..%2Fetc%2Fpasswd", &gated.cid.to_uppercase(), ".lock"] {
        assert_eq!(alone.refusal(cid, "").await, (404, "no track has this CID".to_owned()), "{cid}");
    }
    assert_eq!(alone.line.asked("").len(), before, "what is no CID is not asked for");
}

#[tokio::test]
async fn concurrent_listeners_cause_one_service_request() {
    let alone = Alone::with_room_for(0).await;
    let sound = alone.public(1, 5 * BLOCK).await;
    let listeners = join_all((0..24).map(|_| alone.hears(&sound))).await;
    assert!(listeners.into_iter().all(|is_right| is_right));
    assert_eq!(alone.line.asked_for_content(&sound.cid), 1);
    assert_eq!(alone.line.asked_for_audio(&sound.cid), sound.bytes.len().div_ceil(BLOCK), "once for each block");
    // A second later it asks whether anything has changed, and nothing has.
    alone.clock.advance(1);
    join_all((0..24).map(|_| alone.hears(&sound))).await;
    let statuses: Vec<_> = alone
        .line
        .asked(&sound.cid)
        .iter()
        .filter(|asked| asked.path.ends_with(&sound.cid))
        .map(|asked| asked.status)
        .collect();
    assert_eq!(statuses, [200, 304]);
    assert_eq!(alone.line.asked_for_audio(&sound.cid), sound.bytes.len().div_ceil(BLOCK), "they are in memory");
}

#[tokio::test]
async fn cached_blocks_are_not_fetched_again() {
    let mut alone = Alone::new().await;
    let sound = alone.public(1, 40 * BLOCK).await;
    let first = alone.on_disk_alone(&sound).await;
    let before = alone.line.asked_for_audio(&sound.cid);
    for number in first..sound.bytes.len().div_ceil(BLOCK) {
        assert!(alone.hears_block(&sound, number).await);
    }
    assert!(alone.hears(&sound).await);
    assert_eq!(alone.line.asked_for_audio(&sound.cid), before);
}

#[tokio::test]
async fn content_with_many_uploads_is_served() {
    let alone = Alone::new().await;
    let sound = alone.public(1, 9_000).await;
    let row = |number| format!("('{number:032x}', 1, {number} + 10, 9044, 9044, '{}', 0, 0)", sound.cid);
    let rows: Vec<_> = (0..3000).map(row).collect();
    let columns = "upload_id, user_id, entry, size, arrived, cid, created_at, leftovers";
    alone.place.execute(&format!("INSERT INTO uploads ({columns}) VALUES {}", rows.join(", ")));
    // What the service says of it has 100 KB.
    assert!(alone.hears(&sound).await);
}

/// The service allows each address a burst of three requests. Its node serves more listeners than that.
#[tokio::test]
async fn registered_node_is_not_rate_limited() {
    let place = TestStorage::new();
    let limits = Limits { per_address: Some(Rate { per_second: 1, burst: 3 }), ..Limits::NONE };
    let server = ServerSettings { limits, ..ServerSettings::default() };
    let alone =
        Alone::of(Settings { node_addresses: vec![node_key().address()], server, ..place.settings() }, place, 0);
    let alone = alone.await;
    let sound = alone.public(1, 20 * BLOCK).await;
    assert!(alone.hears(&sound).await);
    let stranger = Signer::from_bytes(&[9; 32]).unwrap();
    let timestamp = u64::try_from(alone.clock.now() * 1000).ok();
    let data = Data { cid: Some(sound.cid.clone()), timestamp, ..Data::default() };
    let authorization = format!("Node {}", stranger.sign(&data).unwrap().encoded());
    let url = format!("{}/v1/nodes/contents/{}", alone.people.service.origin(), sound.cid);
    let mut statuses = Vec::new();
    for _ in 0..40 {
        let asked = alone.people.http.get(&url).header("authorization", &authorization).send().await.unwrap();
        statuses.push(asked.status().as_u16());
    }
    assert!(statuses.contains(&429) && statuses.iter().all(|status| matches!(status, 401 | 429)), "{statuses:?}");
}

fn node() -> Command {
    let mut command = Command::new(program());
    command.args(["--log", "trace", "node", "--port", "0", "--drain", "0"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn missing_or_invalid_arguments_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let (cache, key) = (folder.path().join("cache"), folder.path().join("key"));
    secrets::write_file(&key, &format!("0x{}", "07".repeat(32)));
    let (cache, key) = (cache.to_str().unwrap(), key.to_str().unwrap());
    let service = ["--service", "http://127.0.0.1:1/v1"];
    for (arguments, code, reason) in [
        (&service[..], 2, "--cache <DIR>"),
        (&["--service", "x", "--cache", cache], 2, "the base URL must be"),
        (&["--service", service[1], "--cache", cache, "--catalog", "a"], 2, "cannot be used with"),
        (&["--service", service[1], "--cache", cache, "--database", "sqlite:a"], 2, "cannot be used with"),
        (
            &["--service", service[1], "--cache", cache],
            1,
            "the node key is missing: set STAGEPASS_NODE_KEY or --node-key-file",
        ),
        (&["--service", service[1], "--cache", cache, "--node-key", "07"], 2, "set STAGEPASS_NODE_KEY, or name a file"),
        (&["--service", service[1], "--cache", key, "--node-key-file", key], 1, "the cache "),
    ] {
        let output = node().args(arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(code), 0), "{arguments:?}: {said}");
        assert!(said.contains(reason), "{arguments:?}: {said}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn program_serves_audio_and_logs_no_key() {
    let place = TestStorage::new();
    let key = "4b".repeat(32);
    note(Kind::PrivateKey, &key);
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
    let heard = reqwest::get(format!("{origin}/tracks/cidstream/{}", track.track_cid)).await.unwrap();
    assert!(heard.bytes().await.unwrap() == crate::support::alone::wav(1, 100_000));
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
