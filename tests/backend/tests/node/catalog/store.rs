//! The catalogue in a service's database, with audio from its media folder.

use std::sync::Arc;

use reqwest::{Method, Response, StatusCode};
use serde_json::Value;
use stagepass_backend::clock::Clock as _;
use stagepass_backend::node::{NodeHandle, NodeSettings, StoreCatalog, start};
use stagepass_backend::store::Store;
use stagepass_backend::tracks::{AddedTrack, NewTrack, TrackDetails};
use stagepass_gate::Signer;
use stagepass_test_support::{TestService, TestStorage};

use crate::support::alone::wav;

pub(crate) struct Scene {
    world: TestService,
    /// The node's own view of the database.
    store: Store,
    node: NodeHandle,
    authority: Signer,
    pub(crate) place: TestStorage,
}

impl Scene {
    pub(crate) async fn new() -> Self {
        Self::at(TestStorage::new()).await
    }

    pub(crate) async fn at(place: TestStorage) -> Self {
        let world = TestService::with(place.settings()).await;
        std::fs::write(place.folder().join("demo.wav"), wav(1, 8_000)).unwrap();
        let (clock, store) = (world.clock.clone(), Store::open(&place.database()).await.unwrap());
        let catalog = StoreCatalog::new(store.clone().into(), world.service.audio(), clock.clone());
        let node = start(NodeSettings { clock, ..NodeSettings::new(Arc::new(catalog)) }).await.unwrap();
        Self { world, store, node, authority: Signer::from_bytes(&[1; 32]).unwrap(), place }
    }

    /// A track of the one file. All of them have one CID.
    pub(crate) async fn track(&self, authorities: &[String]) -> AddedTrack {
        let details = TrackDetails::new("A track", None, None, authorities).unwrap();
        let new = NewTrack { owner: "demo".into(), file: self.place.folder().join("demo.wav"), details };
        self.world.service.tracks().add(new).await.unwrap()
    }

    async fn gated(&self) -> AddedTrack {
        self.track(&[self.authority.address().to_string()]).await
    }

    async fn delete(&self, track: &AddedTrack) {
        assert!(self.store.delete_track(track.track_id, 1, self.world.clock.now()).await.unwrap());
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
async fn content_is_delisted_with_its_last_track() {
    let scene = Scene::new().await;
    let (first, second) = (scene.track(&[]).await, scene.track(&[]).await);
    scene.delete(&first).await;
    assert_eq!(scene.get(&first.track_cid).await.status(), StatusCode::OK, "the other track has it, too");
    scene.delete(&second).await;
    scene.world.clock.advance(2);
    let delisted = (StatusCode::FORBIDDEN, "the track has been delisted".to_owned());
    assert_eq!(refusal(scene.get(&first.track_cid).await).await, delisted);
}

#[tokio::test]
async fn a_database_that_fails_opens_nothing() {
    let scene = Scene::new().await;
    let track = scene.track(&[]).await;
    assert_eq!(scene.get(&track.track_cid).await.status(), StatusCode::OK);
    scene.store.close().await;
    scene.world.clock.advance(2);
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
        scene.world.clock.advance(1);
    }
    // The read has replaced the connections that the write finds.
    assert_eq!(scene.get(&track.track_cid).await.status(), StatusCode::OK);
    scene.delete(&track).await;
    scene.world.clock.advance(1);
    assert_eq!(scene.get(&track.track_cid).await.status(), StatusCode::FORBIDDEN);
}
