//! A node with a catalogue that tests can change, and an authority.

pub(crate) mod alone;
pub(crate) mod line;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use reqwest::{Method, RequestBuilder, Response};
use serde_json::Value;
use stagepass_backend::clock::{Clock as _, ManualClock};
use stagepass_backend::media::{Bucket, BucketSettings};
use stagepass_backend::node::catalog::{Completion, Lookup};
use stagepass_backend::node::{
    AudioPlace, Catalog, CatalogError, Content, ContentTrack, ListenCount, NodeHandle, NodeSettings, start,
};
use stagepass_backend::store::Waveform;
use stagepass_gate::{Address, Data, Parameter, Signer};
use stagepass_test_support::openapi;
use stagepass_test_support::s3::S3;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

/// Why a signature is refused.
pub(crate) const INVALID: &str = "invalid signature";
pub(crate) const NOT_AUTHORIZED: &str = "signer not authorized for this track (access_authorities)";

pub(crate) fn unauthorized(detail: &str) -> (u16, String) {
    (401, detail.to_owned())
}

/// Every track of these contents is public; gated; both, one of each; withdrawn; withdrawn but for one that is gated.
pub(crate) const PUBLIC: &str = "baeaaapublic";
pub(crate) const GATED: &str = "baeaaagated";
pub(crate) const MIXED: &str = "baeaaamixed";
pub(crate) const DELISTED: &str = "baeaaadelisted";
pub(crate) const HALF_DELISTED: &str = "baeaaahalfdelisted";
const ALL: [&str; 5] = [PUBLIC, GATED, MIXED, DELISTED, HALF_DELISTED];

/// The gated track of each: numbers by which they are signed for.
pub(crate) const GATED_TRACK: u64 = 2;
pub(crate) const MIXED_PUBLIC_TRACK: u64 = 3;
pub(crate) const MIXED_GATED_TRACK: u64 = 4;
pub(crate) const WITHDRAWN_TRACK: u64 = 6;

/// The upload that all contents came of.
pub(crate) const UPLOAD: &str = "5f0e";

/// Long enough for several reads of the disk, and no byte of it occurs in an error.
pub(crate) fn audio() -> Vec<u8> {
    (0..700_001_u32).map(|number| 128 | (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
}

#[derive(Debug, Default)]
pub(crate) struct Editable {
    contents: Mutex<HashMap<String, Content>>,
    broken: AtomicBool,
    listens: Mutex<Vec<ListenCount>>,
}

impl Catalog for Editable {
    fn content<'a>(&'a self, cid: &'a str) -> Lookup<'a> {
        let answer = if self.broken.load(Ordering::SeqCst) {
            Err(CatalogError::Unavailable("for the test's sake".to_owned()))
        } else {
            Ok(self.contents.lock().unwrap().get(cid).cloned().map(Arc::new))
        };
        Box::pin(async { answer })
    }

    fn record_listens(&self, listens: Vec<ListenCount>) -> Completion<'_> {
        self.listens.lock().unwrap().extend(listens);
        Box::pin(async { Ok(()) })
    }
}

impl Editable {
    pub(crate) fn edit(&self, cid: &str, change: impl FnOnce(&mut Content)) {
        change(self.contents.lock().unwrap().get_mut(cid).unwrap());
    }

    /// How often each track has been heard, by its number.
    pub(crate) fn listens(&self) -> Vec<(u64, u64)> {
        let mut listens = std::collections::BTreeMap::new();
        for listen in self.listens.lock().unwrap().iter() {
            *listens.entry(listen.track_id).or_default() += listen.count;
        }
        listens.into_iter().collect()
    }

    pub(crate) fn break_down(&self) {
        self.broken.store(true, Ordering::SeqCst);
    }
}

pub(crate) struct World {
    pub(crate) node: NodeHandle,
    pub(crate) catalog: Arc<Editable>,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) authority: Signer,
    pub(crate) folder: TempDir,
    http: reqwest::Client,
}

impl World {
    pub(crate) async fn new() -> Self {
        Self::with(|settings| settings).await
    }

    pub(crate) async fn with(change: impl FnOnce(NodeSettings) -> NodeSettings) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("track.mp3");
        std::fs::write(&path, audio()).unwrap();
        Self::of(AudioPlace::File(path), folder, change).await
    }

    /// The same contents, in a bucket.
    pub(crate) async fn in_bucket() -> (Self, S3) {
        let s3 = S3::start();
        for cid in ALL {
            std::fs::write(s3.folder().join("audio").join(cid), audio()).unwrap();
        }
        (Self::in_bucket_of(&s3.settings()).await, s3)
    }

    /// A node that looks for all contents in this bucket.
    pub(crate) async fn in_bucket_of(settings: &BucketSettings) -> Self {
        let place = AudioPlace::Bucket(Bucket::open(settings).unwrap());
        Self::of(place, tempfile::tempdir().unwrap(), |settings| settings).await
    }

    async fn of(place: AudioPlace, folder: TempDir, change: impl FnOnce(NodeSettings) -> NodeSettings) -> Self {
        stagepass_test_support::log::listen();
        let authority = Signer::from_bytes(&[1; 32]).unwrap();
        let gated = |id| track(id, &[authority.address()]);
        let withdrawn = |track| ContentTrack { delisted: true, ..track };
        let contents = [
            (PUBLIC, vec![track(1, &[])]),
            (GATED, vec![gated(GATED_TRACK)]),
            (MIXED, vec![track(MIXED_PUBLIC_TRACK, &[]), gated(MIXED_GATED_TRACK)]),
            (DELISTED, vec![withdrawn(track(5, &[]))]),
            (HALF_DELISTED, vec![withdrawn(gated(WITHDRAWN_TRACK)), gated(7)]),
        ];
        let media_type = "audio/mpeg";
        let content = |tracks| Content {
            audio: place.clone(),
            media_type: media_type.to_owned(),
            waveform: Waveform::new(&[7; Waveform::PARTS]),
            upload_ids: vec![UPLOAD.into()],
            tracks,
            cut_off: None,
        };
        let content = |(cid, tracks): (&str, _)| (cid.to_owned(), content(tracks));
        let catalog = Arc::new(Editable {
            contents: Mutex::new(contents.into_iter().map(content).collect()),
            ..Editable::default()
        });
        let clock = Arc::new(ManualClock::at(1_800_000_000));
        let settings = NodeSettings { clock: clock.clone(), ..NodeSettings::new(catalog.clone()) };
        let node = start(change(settings)).await.unwrap();
        Self { node, catalog, clock, authority, folder, http: reqwest::Client::new() }
    }

    /// The time, in Unix milliseconds.
    pub(crate) fn now(&self) -> u64 {
        u64::try_from(self.clock.now()).unwrap() * 1000
    }

    /// What an authority signs for this track of this content, now.
    pub(crate) fn data(&self, cid: &str, track_id: u64) -> Data {
        Data { cid: Some(cid.to_owned()), track_id: Some(track_id), timestamp: Some(self.now()), ..Data::default() }
    }

    pub(crate) fn signed(&self, data: &Data) -> Parameter {
        self.authority.sign(data).unwrap()
    }

    /// The query of an address of the gated track that is good now.
    pub(crate) fn good(&self) -> String {
        query(&self.signed(&self.data(GATED, GATED_TRACK)))
    }

    pub(crate) fn url(&self, cid: &str, query: &str) -> String {
        format!("{}/tracks/cidstream/{cid}?{query}", self.node.origin())
    }

    pub(crate) fn ask(&self, method: Method, cid: &str, query: &str) -> RequestBuilder {
        self.http.request(method, self.url(cid, query))
    }

    pub(crate) async fn get(&self, cid: &str, query: &str) -> Reply {
        Reply::read(self.ask(Method::GET, cid, query).send().await.unwrap()).await
    }

    /// The status and the `detail` of an answer without audio.
    pub(crate) async fn refusal(&self, cid: &str, query: &str) -> (u16, String) {
        let reply = self.get(cid, query).await;
        (reply.status, reply.detail())
    }
}

pub(crate) fn track(id: u64, authorities: &[Address]) -> ContentTrack {
    let authorities = authorities.to_vec();
    ContentTrack { id, authorities, duration: Some(Duration::from_secs(200)), delisted: false, owner_uploaded: false }
}

pub(crate) fn query(parameter: &Parameter) -> String {
    format!("signature={}", parameter.encoded())
}

pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    /// Reads the answer. JSON must be as the `OpenAPI` document describes it: errors do not depend on the method.
    pub(crate) async fn read(response: Response) -> Self {
        let (status, headers, url) = (response.status().as_u16(), response.headers().clone(), response.url().clone());
        let body = response.bytes().await.unwrap().to_vec();
        openapi::check(&Method::GET, &url, status, &headers, &body);
        Self { status, headers, body }
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub(crate) fn detail(&self) -> String {
        let body: Value = serde_json::from_slice(&self.body).unwrap();
        assert!(body["error"].is_string(), "{body}");
        assert_eq!(self.header("cache-control"), "no-store");
        body["detail"].as_str().unwrap().to_owned()
    }
}

/// Requests a content from the node at `origin`, takes little at a time, and returns the first `count` bytes of the
/// response.
pub(crate) async fn half_read(origin: &str, cid: &str, count: usize) -> (TcpStream, Vec<u8>) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(64 << 10).unwrap();
    let mut stream = socket.connect(origin.strip_prefix("http://").unwrap().parse().unwrap()).await.unwrap();
    let request = format!("GET /tracks/cidstream/{cid} HTTP/1.1\r\nhost: node\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = vec![0; count];
    stream.read_exact(&mut bytes).await.unwrap();
    assert!(bytes.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&bytes));
    (stream, bytes)
}
