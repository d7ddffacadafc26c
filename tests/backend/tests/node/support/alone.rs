//! A node on a machine of its own: all that it has of its service is a line to it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use reqwest::{Method, RequestBuilder};
use stagepass_backend::ServerSettings;
use stagepass_backend::Settings;
use stagepass_backend::base_url::BaseUrl;
use stagepass_backend::clock::{Clock as _, ManualClock};
use stagepass_backend::node::{
    CacheError, NodeHandle, NodeSettings, RemoteCatalog, RemoteError, RemoteSettings, start,
};
use stagepass_backend::tracks::{AddedTrack, NewTrack, TrackDetails};
use stagepass_gate::{Data, Signer};
use stagepass_test_support::{TestService, TestStorage, wav};
use tempfile::TempDir;

use super::Reply;
use super::line::Line;

/// What is read of a content at a time.
pub(crate) const BLOCK: usize = 64 << 10;
/// How long whatever happens in the background may take.
pub(crate) const SOON: Duration = Duration::from_mins(1);

pub(crate) struct Alone {
    pub(crate) people: TestService,
    pub(crate) line: Line,
    /// `None` only while it is restarted.
    node: Option<NodeHandle>,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) authority: Signer,
    pub(crate) cache: TempDir,
    cache_size: u64,
    pub(crate) place: TestStorage,
    http: reqwest::Client,
}

/// A track, and its audio.
pub(crate) struct Sound {
    pub(crate) id: u64,
    pub(crate) cid: String,
    pub(crate) bytes: Vec<u8>,
}

pub(crate) fn node_key() -> Signer {
    Signer::from_bytes(&[7; 32]).unwrap()
}

impl Alone {
    pub(crate) async fn new() -> Self {
        Self::at(TestStorage::new(), 1 << 30).await
    }

    /// With so many bytes for its cache.
    pub(crate) async fn with_room_for(cache_size: u64) -> Self {
        Self::at(TestStorage::new(), cache_size).await
    }

    pub(crate) async fn at(place: TestStorage, cache_size: u64) -> Self {
        let settings = Settings { node_addresses: vec![node_key().address()], ..place.settings() };
        Self::of(settings, place, cache_size).await
    }

    pub(crate) async fn of(settings: Settings, place: TestStorage, cache_size: u64) -> Self {
        let people = TestService::with(settings).await;
        let line = Line::to(people.service.origin()).await;
        let (clock, cache) = (people.clock.clone(), tempfile::tempdir().unwrap());
        let authority = Signer::from_bytes(&[1; 32]).unwrap();
        let http = reqwest::Client::new();
        let mut alone = Self { people, line, node: None, clock, authority, cache, cache_size, place, http };
        alone.start().await;
        alone
    }

    async fn start(&mut self) {
        let catalog = Arc::new(self.catalog(self.cache.path()).await);
        let metrics_listen = Some("127.0.0.1:0".parse().unwrap());
        let server = ServerSettings { metrics_listen, ..ServerSettings::default() };
        let settings = NodeSettings { clock: self.clock.clone(), server, ..NodeSettings::new(catalog) };
        self.node = Some(start(settings).await.unwrap());
    }

    /// What a node asks that has its cache there.
    pub(crate) async fn catalog(&self, cache: &Path) -> RemoteCatalog {
        let settings = || RemoteSettings {
            service: BaseUrl::parse(&format!("{}/v1", self.line.origin())).unwrap(),
            signer: Arc::new(node_key()),
            cache: cache.to_owned(),
            cache_size: self.cache_size,
            clock: self.clock.clone(),
        };
        // What the node before did in the background ends soon after it.
        let opening = async {
            loop {
                match RemoteCatalog::open(settings()).await {
                    Err(RemoteError::Cache(CacheError::Taken(_))) => tokio::task::yield_now().await,
                    opened => break opened.unwrap(),
                }
            }
        };
        tokio::time::timeout(SOON, opening).await.unwrap()
    }

    /// The node ends.
    pub(crate) async fn stop(&mut self) {
        self.node.take().unwrap().shutdown().await;
    }

    /// The node ends, something happens to its cache, and another starts with that.
    pub(crate) async fn restarted(&mut self, meanwhile: impl FnOnce()) {
        self.stop().await;
        meanwhile();
        self.start().await;
    }

    /// The node ends, and another starts with so many bytes for the same cache.
    pub(crate) async fn restarted_with_room_for(&mut self, cache_size: u64) {
        self.stop().await;
        self.cache_size = cache_size;
        self.start().await;
    }

    pub(crate) fn node(&self) -> &NodeHandle {
        self.node.as_ref().unwrap()
    }

    /// A track of a sound of its own: about so many bytes.
    pub(crate) async fn sound(&self, seed: u32, length: usize, authorities: &[String]) -> Sound {
        self.sound_of("demo", seed, length, authorities).await
    }

    /// A track of this owner's. The same seed and length are the same sound.
    pub(crate) async fn sound_of(&self, owner: &str, seed: u32, length: usize, authorities: &[String]) -> Sound {
        let bytes = wav(seed, length);
        let file = self.place.folder().join(format!("{seed}.wav"));
        std::fs::write(&file, &bytes).unwrap();
        let details = TrackDetails::new("A track", None, None, authorities).unwrap();
        let new = NewTrack { owner: owner.into(), file, details };
        let AddedTrack { track_id, track_cid: cid, .. } = self.people.service.tracks().add(new).await.unwrap();
        Sound { id: u64::try_from(track_id).unwrap(), cid, bytes }
    }

    pub(crate) async fn public(&self, seed: u32, length: usize) -> Sound {
        self.sound(seed, length, &[]).await
    }

    pub(crate) async fn gated(&self, seed: u32, length: usize) -> Sound {
        self.sound(seed, length, &[self.authority.address().to_string()]).await
    }

    /// What the authority signs for it, now.
    pub(crate) fn signed(&self, sound: &Sound) -> String {
        self.signed_by(&self.authority, sound)
    }

    pub(crate) fn signed_by(&self, signer: &Signer, sound: &Sound) -> String {
        let timestamp = u64::try_from(self.clock.now() * 1000).ok();
        let data = Data { cid: Some(sound.cid.clone()), track_id: Some(sound.id), timestamp, ..Data::default() };
        super::query(&signer.sign(&data).unwrap())
    }

    /// The header of a node's request to the service about a CID, signed so many seconds ago.
    pub(crate) fn authorization(&self, signer: &Signer, cid: &str, age: i64) -> String {
        let timestamp = u64::try_from((self.clock.now() - age) * 1000).ok();
        let data = Data { cid: Some(cid.to_owned()), timestamp, ..Data::default() };
        format!("Node {}", signer.sign(&data).unwrap().encoded())
    }

    pub(crate) fn url(&self, cid: &str, query: &str) -> String {
        format!("{}/tracks/cidstream/{cid}?{query}", self.node().origin())
    }

    pub(crate) fn ask(&self, cid: &str, query: &str) -> RequestBuilder {
        self.http.request(Method::GET, self.url(cid, query))
    }

    pub(crate) async fn get(&self, cid: &str, query: &str) -> Reply {
        Reply::read(self.ask(cid, query).send().await.unwrap()).await
    }

    /// The status and the words of an answer without audio.
    pub(crate) async fn refusal(&self, cid: &str, query: &str) -> (u16, String) {
        let reply = self.get(cid, query).await;
        (reply.status, reply.detail())
    }

    /// Hears the whole of a public sound, and says whether that was right.
    pub(crate) async fn hears(&self, sound: &Sound) -> bool {
        let reply = self.get(&sound.cid, "").await;
        assert_eq!((reply.status, reply.header("content-type")), (200, "audio/wav"));
        reply.body == sound.bytes
    }

    /// Hears one block of a public sound, and says whether that was right.
    pub(crate) async fn hears_block(&self, sound: &Sound, number: usize) -> bool {
        let (first, end) = (number * BLOCK, ((number + 1) * BLOCK).min(sound.bytes.len()));
        let request = self.ask(&sound.cid, "").header("range", format!("bytes={first}-{}", end - 1));
        let reply = Reply::read(request.send().await.unwrap()).await;
        assert_eq!(reply.status, 206, "block {number}");
        reply.body == sound.bytes[first..end]
    }

    /// Where the node keeps a content.
    pub(crate) fn file(&self, sound: &Sound) -> PathBuf {
        self.cache.path().join(&sound.cid)
    }

    /// Returns once the right file is in the cache.
    pub(crate) async fn until_kept(&self, sound: &Sound) {
        let path = self.file(sound);
        let is_there = || {
            path.symlink_metadata().is_ok_and(|file| file.is_file())
                && std::fs::read(&path).is_ok_and(|file| file == sound.bytes)
        };
        self.until(is_there, "the file is in the cache").await;
    }

    /// Returns once something is so: it is asked after each answer of the node's.
    pub(crate) async fn until(&self, is_so: impl Fn() -> bool, what: &str) {
        let waiting = async {
            while !is_so() {
                reqwest::get(format!("{}/healthz", self.node().origin())).await.unwrap();
            }
        };
        assert!(tokio::time::timeout(SOON, waiting).await.is_ok(), "in time: {what}");
    }

    /// A public sound that is in the cache.
    pub(crate) async fn cached(&self, seed: u32, length: usize) -> Sound {
        let sound = self.public(seed, length).await;
        assert!(self.hears(&sound).await);
        self.until_kept(&sound).await;
        sound
    }

    /// A sound that is in the cache, checked, and not in memory but for a few blocks at its beginning. Gives the first
    /// of those that are not.
    pub(crate) async fn on_disk_alone(&mut self, sound: &Sound) -> usize {
        assert!(self.hears(sound).await);
        self.until_kept(sound).await;
        self.restarted(|| ()).await;
        for number in 0..sound.bytes.len() / BLOCK {
            let before = self.line.audio_requests(&sound.cid);
            assert!(self.hears_block(sound, number).await);
            if self.line.audio_requests(&sound.cid) == before {
                return number + 1;
            }
        }
        panic!("the cache is not read from");
    }
}

/// A sound: 8,000 samples a second of 8 bits, all of them noise.
pub(crate) fn wav(seed: u32, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(2_654_435_761) | 1;
    let noise = (0..length).map(|_| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state.to_le_bytes()[1]
    });
    wav::file(8_000, 8, &noise.collect::<Vec<_>>())
}
