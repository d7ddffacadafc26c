//! The catalogue in a service's database, with audio from its media folder.

use std::sync::Arc;

use reqwest::{Method, Response, StatusCode};
use serde_json::Value;
use stagepass_backend::ServiceHandle;
use stagepass_backend::accounts::NewUser;
use stagepass_backend::clock::{Clock as _, ManualClock};
use stagepass_backend::node::{NodeHandle, NodeSettings, StoreCatalog, start};
use stagepass_backend::settings::Settings;
use stagepass_backend::store::Store;
use stagepass_backend::tracks::{AddedTrack, NewTrack, TrackDetails};
use stagepass_gate::Signer;
use stagepass_test_support::{TestStorage, wav};

const HTML: &str = "<!doctype html><script>alert(1)</script>";

/// A second of silence, and between its parts a page that a browser would run, if it took the file for one.
fn wav() -> Vec<u8> {
    let length = |bytes: usize| u32::try_from(bytes).unwrap().to_le_bytes();
    let info = [b"INFOICMT", &length(HTML.len())[..], HTML.as_bytes()].concat();
    let mut file = wav::file(8_000, 8, &[128; 8000]);
    // Before the chunk with the samples.
    file.splice(36..36, [b"LIST", &length(info.len())[..], &info].concat());
    let riff = length(file.len() - 8);
    file.splice(4..8, riff);
    file
}

pub(crate) struct Scene {
    service: ServiceHandle,
    /// The node's own view of the database.
    store: Store,
    node: NodeHandle,
    clock: Arc<ManualClock>,
    authority: Signer,
    pub(crate) place: TestStorage,
}

impl Scene {
    pub(crate) async fn new() -> Self {
        Self::at(TestStorage::new()).await
    }

    pub(crate) async fn at(place: TestStorage) -> Self {
        let clock = Arc::new(ManualClock::at(1_800_000_000));
        let settings = Settings { clock: clock.clone(), ..place.settings() };
        let service = stagepass_backend::start(settings).await.unwrap();
        let demo = NewUser {
            handle: "demo".into(),
            name: "Demo".into(),
            password: "correct horse".into(),
            ..NewUser::default()
        };
        service.accounts().add_user(demo).await.unwrap();
        std::fs::write(place.folder().join("demo.wav"), wav()).unwrap();

        let store = Store::open(&place.database()).await.unwrap();
        let catalog = StoreCatalog::new(store.clone().into(), service.audio(), clock.clone());
        let settings = NodeSettings { clock: clock.clone(), ..NodeSettings::new(Arc::new(catalog)) };
        let node = start(settings).await.unwrap();
        Self { service, store, node, clock, authority: Signer::from_bytes(&[1; 32]).unwrap(), place }
    }

    /// A track of the one file. All of them have one CID.
    pub(crate) async fn track(&self, authorities: &[String]) -> AddedTrack {
        let details = TrackDetails::new("A track", None, None, authorities).unwrap();
        let new = NewTrack { owner: "demo".into(), file: self.place.folder().join("demo.wav"), details };
        self.service.tracks().add(new).await.unwrap()
    }

    async fn gated(&self) -> AddedTrack {
        self.track(&[self.authority.address().to_string()]).await
    }

    async fn delete(&self, track: &AddedTrack) {
        assert!(self.store.delete_track(track.track_id, 1, self.clock.now()).await.unwrap());
    }

    async fn ask(&self, method: Method, cid: &str) -> Response {
        let url = format!("{}/tracks/cidstream/{cid}", self.node.origin());
        reqwest::Client::new().request(method, url).send().await.unwrap()
    }

    async fn get(&self, cid: &str) -> Response {
        self.ask(Method::GET, cid).await
    }
}

/// The status and the words of an answer without audio.
async fn refusal(response: Response) -> (StatusCode, String) {
    let status = response.status();
    let body: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
    (status, body["detail"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn audio_file_containing_html_is_served_as_audio() {
    let scene = Scene::new().await;
    let track = scene.track(&[]).await;
    let response = scene.get(&track.track_cid).await;
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    assert_eq!((header("content-type").as_str(), header("x-content-type-options").as_str()), ("audio/wav", "nosniff"));
    assert_eq!(header("content-security-policy"), "sandbox");
    assert!(String::from_utf8_lossy(&response.bytes().await.unwrap()).contains(HTML));
}

#[tokio::test]
async fn content_is_delisted_with_its_last_track() {
    let scene = Scene::new().await;
    let (first, second) = (scene.track(&[]).await, scene.track(&[]).await);
    scene.delete(&first).await;
    assert_eq!(scene.get(&first.track_cid).await.status(), StatusCode::OK, "the other track has it, too");
    scene.delete(&second).await;
    scene.clock.advance(2);
    let delisted = (StatusCode::FORBIDDEN, "the track has been delisted".to_owned());
    assert_eq!(refusal(scene.get(&first.track_cid).await).await, delisted);
}

#[tokio::test]
async fn a_database_that_fails_opens_nothing() {
    let scene = Scene::new().await;
    let track = scene.track(&[]).await;
    assert_eq!(scene.get(&track.track_cid).await.status(), StatusCode::OK);
    scene.store.close().await;
    scene.clock.advance(2);
    let failed = (StatusCode::INTERNAL_SERVER_ERROR, "the track cannot be served: try again later".to_owned());
    assert_eq!(refusal(scene.get(&track.track_cid).await).await, failed);
    assert_eq!(refusal(scene.get("unknown").await).await, failed);
    let head = scene.ask(Method::HEAD, &track.track_cid).await;
    assert_eq!((head.status(), head.bytes().await.unwrap().len()), (failed.0, 0));
}

#[tokio::test]
async fn unreadable_authority_makes_nothing_public() {
    let scene = Scene::new().await;
    let track = scene.gated().await;
    scene.place.execute("UPDATE track_authorities SET address = 'nobody'");
    assert_eq!(scene.get(&track.track_cid).await.status(), StatusCode::INTERNAL_SERVER_ERROR);
}

/// A restart of the server, as clients see it. SQLite has no connections to end.
#[tokio::test]
async fn connections_that_postgresql_ends_are_replaced() {
    let scene = Scene::new().await;
    let track = scene.track(&[]).await;
    if scene.place.database().file().is_some() {
        return;
    }
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = current_user AND pid <> pg_backend_pid()";
    for _ in 0..3 {
        assert_eq!(scene.get(&track.track_cid).await.status(), StatusCode::OK);
        scene.place.execute(end);
        // The node asks the database again.
        scene.clock.advance(1);
    }
    // The read has replaced the connections that the write finds.
    assert_eq!(scene.get(&track.track_cid).await.status(), StatusCode::OK);
    scene.delete(&track).await;
    scene.clock.advance(1);
    assert_eq!(scene.get(&track.track_cid).await.status(), StatusCode::FORBIDDEN);
}
