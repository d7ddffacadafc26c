//! Files that are made to exhaust or crash a decoder, and services that are killed while they inspect.
#![cfg(target_os = "linux")]

use std::fs;
use std::time::Duration;

use reqwest::{Client, Method, RequestBuilder};
use rustix::process::{Pid, Signal, kill_process};
use stagepass_backend::clock::{Clock as _, SystemClock};
use stagepass_test_support::api_client::{ApiClient, fixture, id, sent};
use stagepass_test_support::process::ServerProcess;
use stagepass_test_support::{Reply, TestStorage};

use crate::uploads::samples::{flac_comments, id3, many_packets, vast_picture, vorbis};

/// How much the service's memory may grow, in KiB, whatever it is sent.
const GROWTH: u64 = 32 << 10;

/// `stagepass-backend service`, and the token of a user.
struct ServiceProcess {
    process: ServerProcess,
    http: Client,
    token: String,
}

impl ServiceProcess {
    fn start(place: &TestStorage, token: &str) -> Self {
        let mut command = place.command(&["service", "--dev", "--listen", "127.0.0.1:0"]);
        let process = ServerProcess::start(command.env("STAGEPASS_LOG", "info"));
        Self { process, http: Client::new(), token: token.to_owned() }
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}/v1{path}", self.process.origin)).bearer_auth(&self.token);
        request.header("tus-resumable", "1.0.0")
    }

    /// Sends a whole file in one request.
    async fn upload(&self, bytes: Vec<u8>) -> Reply {
        let request = self.request(Method::POST, "/uploads").header("upload-length", bytes.len());
        sent(request.header("content-type", "application/offset+octet-stream").body(bytes)).await
    }

    /// The most memory that it has had so far, in KiB.
    fn peak(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// Waits until it has a decoder, and stops that: it is found at work however fast it is.
    async fn stopped_decoder(&self) -> Pid {
        loop {
            if let Some(pid) = self.decoder() {
                kill_process(pid, Signal::STOP).unwrap();
                return pid;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// The decoder that it has, once that has limited itself.
    fn decoder(&self) -> Option<Pid> {
        let wanted = [format!("PPid:\t{}", self.process.id()), "NoNewPrivs:\t1".to_owned()];
        let pids = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok());
        let is_it = |pid: &i32| {
            let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
            wanted.iter().all(|wanted| status.lines().any(|line| line == wanted))
        };
        pids.filter(is_it).find_map(Pid::from_raw)
    }
}

/// A service's state, with the listener `demo`, whose token a program takes as well: it is made at the time of that.
async fn place() -> (TestStorage, String) {
    let place = TestStorage::new();
    let scene = ApiClient::at(&place).await;
    // The one at the start is over: at its time, all that follows has expired.
    scene.world.service.sweep().await;
    scene.world.clock.advance(SystemClock.now() - 1_800_000_000);
    let token = scene.tokens("demo", "write").await.access;
    scene.world.service.shutdown().await;
    (place, token)
}

#[tokio::test]
async fn hostile_files_are_rejected_without_growing_service_memory() {
    let (place, token) = place().await;
    let served = ServiceProcess::start(&place, &token);
    assert_eq!(served.upload(fixture("tone.mp3")).await.status, 201);
    let before = served.peak();
    for (name, file) in [
        ("557 bytes of Vorbis", vorbis(36)),
        ("3 KB of Vorbis", vorbis(256)),
        ("FLAC with comments", flac_comments(2)),
        ("MP4 that a decoder panics at", fixture("panicking.m4a")),
    ] {
        let size = file.len();
        let refused = served.upload(file).await;
        assert_eq!((refused.status, refused.error().as_str()), (422, "not_audio"), "{name}, {size} bytes");
    }
    // A tag is not read.
    assert_eq!(served.upload(id3(30_000_000)).await.status, 201);
    let grown = served.peak() - before;
    assert!(grown < GROWTH, "{grown} KiB more");
    assert_eq!(served.upload(fixture("tone.ogg")).await.status, 201);
    for part in ["audio", "uploads"] {
        let files = fs::read_dir(place.media().join(part)).unwrap().count();
        assert_eq!(files, if part == "audio" { 3 } else { 0 }, "{part}");
    }
}

#[tokio::test]
async fn vast_pictures_take_none_of_the_services_memory() {
    let (place, token) = place().await;
    let served = ServiceProcess::start(&place, &token);
    let uploaded = served.upload(fixture("tone.mp3")).await;
    let upload =
        sent(served.request(Method::GET, &format!("/uploads/{}", id(uploaded.header("location"))))).await.json();
    let track = serde_json::json!({ "title": "T", "track_cid": upload["data"]["track_cid"] });
    let track = sent(served.request(Method::POST, "/tracks").json(&track)).await.json()["data"]["id"].clone();
    let (picture, before) = (vast_picture(), served.peak());
    let put = served.request(Method::PUT, &format!("/tracks/{track}/artwork")).header("content-type", "image/png");
    assert_eq!(sent(put.body(picture)).await.status, 200);
    let grown = served.peak() - before;
    assert!(grown < GROWTH, "{grown} KiB more");
}

/// The service is killed at each inspection: it comes up each time, gives the inspection up by itself, and keeps the
/// file, which its owner can have inspected later.
#[tokio::test]
async fn service_killed_during_each_inspection_keeps_the_upload() {
    let (place, token) = place().await;
    let file = many_packets(1_500_000);
    let served = ServiceProcess::start(&place, &token);
    let begun = sent(served.request(Method::POST, "/uploads").header("upload-length", file.len())).await;
    let path = format!("/uploads/{}", id(begun.header("location")));
    drop(served);
    // As a service leaves it that was killed between the last byte and the inspection.
    fs::write(place.media().join("uploads").join(id(&path)), &file).unwrap();
    place.execute("UPDATE uploads SET arrived = size");

    for attempt in 1..=5 {
        let served = ServiceProcess::start(&place, &token);
        let decoder = served.stopped_decoder().await;
        drop(served);
        assert_eq!(attempts(&place), attempt);
        // It does not outlive the service, though it was stopped.
        while fs::read_to_string(format!("/proc/{}/stat", decoder.as_raw_nonzero()))
            .is_ok_and(|stat| !stat.contains(") Z "))
        {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        place.execute("UPDATE uploads SET inspected_at = inspected_at - 3600");
    }
    let served = ServiceProcess::start(&place, &token);
    let shown = sent(served.request(Method::GET, "/uploads")).await.json()["data"][0].clone();
    assert_eq!((shown["status"].as_str(), shown["offset"].as_u64()), (Some("uploading"), Some(file.len() as u64)));
    assert_eq!((served.decoder(), attempts(&place)), (None, 5));
    let completed = sent(served.request(Method::GET, &path)).await;
    assert_eq!(
        (completed.status, &completed.json()["data"]["status"]),
        (200, &"completed".into()),
        "{}",
        completed.body
    );
}

/// How many inspections of the one upload there is were interrupted.
fn attempts(place: &TestStorage) -> i64 {
    let rows = place.rows();
    rows.iter().find(|row| row.table == "uploads").and_then(|row| row.number("unfinished_inspections")).unwrap()
}
