//! A service with signed-in users, and their uploads and tracks.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use stagepass_backend::node::{self, NodeSettings};
use stagepass_backend::{ServiceHandle, Settings, UploadLimits};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use crate::browser::Reply;
pub use crate::test_service::sent;
use crate::test_service::{TestService, Tokens, person};
use crate::test_storage::TestStorage;
use crate::wav;

/// A client of a [`TestService`], with an access token of its user.
pub struct ApiClient {
    /// The service and its app.
    pub world: TestService,
    /// An access token of `demo` with the scope `write`.
    pub token: String,
    /// The folder of `audio`, if it is not beside unfinished uploads.
    pub bucket: Option<PathBuf>,
}

impl ApiClient {
    /// With a new service, which has its own database.
    pub async fn new() -> Self {
        Self::with(crate::settings()).await
    }

    /// As [`ApiClient::new`], with an upload of one second by `demo`. Returns also its CID.
    pub async fn with_audio() -> (Self, String) {
        let scene = Self::new().await;
        let cid = scene.cid(Duration::from_secs(1)).await;
        (scene, cid)
    }

    /// With these settings.
    pub async fn with(settings: Settings) -> Self {
        let world = TestService::with(settings).await;
        let token = world.login().await.access;
        Self { world, token, bucket: None }
    }

    /// With a new service that has these limits of uploads.
    pub async fn limited(uploads: UploadLimits) -> Self {
        Self::with(Settings { uploads, ..crate::settings() }).await
    }

    /// With a database and media that outlive the service, and that other programs may use.
    pub async fn at(place: &TestStorage) -> Self {
        Self { bucket: Some(place.media()), ..Self::with(place.settings()).await }
    }

    /// Advances the clock by `seconds` and refreshes the token, which may have expired.
    #[must_use]
    pub async fn later(self, seconds: i64) -> Self {
        let refresh = self.tokens("demo", "write").await.refresh;
        self.world.clock.advance(seconds);
        Self { token: Tokens::of(&self.world.refresh(&refresh).await).access, ..self }
    }

    /// Stops the service and starts another with these settings.
    pub async fn restarted(self, settings: Settings) -> Self {
        Self { world: self.world.restarted(settings).await, ..self }
    }

    /// Adds a user, and returns their access token and number.
    pub async fn add_user(&self, handle: &str, scope: &str) -> (String, i64) {
        let user = self.world.service.accounts().add_user(person(handle, handle)).await.unwrap();
        (self.tokens(handle, scope).await.access, user.user_id)
    }

    /// Returns the tokens of a user who signs in and approves.
    pub async fn tokens(&self, handle: &str, scope: &str) -> Tokens {
        self.world.login_as(handle, &self.world.request().with("scope", scope)).await
    }

    /// [`TestService::ask`].
    pub fn ask(&self, method: Method, path: &str, token: &str) -> RequestBuilder {
        self.world.ask(method, path, token)
    }

    /// `GET path`.
    pub async fn get(&self, path: &str, token: &str) -> Reply {
        sent(self.ask(Method::GET, path, token)).await
    }

    /// `DELETE path`.
    pub async fn delete(&self, path: &str, token: &str) -> Reply {
        sent(self.ask(Method::DELETE, path, token)).await
    }

    /// `PUT path`.
    pub async fn put(&self, path: &str, token: &str) -> Reply {
        sent(self.ask(Method::PUT, path, token)).await
    }

    /// `POST path`.
    pub async fn post(&self, path: &str, token: &str, body: &Value) -> Reply {
        sent(self.ask(Method::POST, path, token).json(body)).await
    }

    /// Changes a track.
    pub async fn change(&self, track: i64, token: &str, body: &Value) -> Reply {
        sent(self.ask(Method::PATCH, &format!("/tracks/{track}"), token).json(body)).await
    }

    /// A track as its owner `demo` sees it.
    pub async fn seen(&self, track: i64) -> Value {
        self.get(&format!("/tracks/{track}"), &self.token).await.json()["data"].clone()
    }

    /// A request of the tus protocol.
    pub fn tus(&self, method: Method, path: &str, token: &str) -> RequestBuilder {
        self.ask(method, path, token).header("tus-resumable", "1.0.0")
    }

    /// Creates an upload of `length` bytes.
    pub async fn create(&self, token: &str, length: usize) -> Reply {
        sent(self.tus(Method::POST, "/uploads", token).header("upload-length", length)).await
    }

    /// Begins an upload, and returns its address.
    pub async fn begin(&self, length: usize) -> String {
        let reply = self.create(&self.token, length).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        reply.header("location").to_owned()
    }

    /// A request that appends to an upload.
    pub fn patch(&self, upload: &str, offset: usize, bytes: impl Into<reqwest::Body>) -> RequestBuilder {
        self.tus(Method::PATCH, upload, &self.token)
            .header("upload-offset", offset)
            .header("content-type", "application/offset+octet-stream")
            .body(bytes)
    }

    /// Appends to an upload.
    pub async fn append(&self, upload: &str, offset: usize, bytes: &[u8]) -> Reply {
        sent(self.patch(upload, offset, bytes.to_vec())).await
    }

    /// Returns the offset of an upload, and `None` if it does not exist.
    pub async fn offset(&self, upload: &str) -> Option<usize> {
        let reply = sent(self.tus(Method::HEAD, upload, &self.token)).await;
        (reply.status == 200).then(|| reply.header("upload-offset").parse().unwrap())
    }

    /// Uploads a file of `demo`, and returns the completed upload.
    pub async fn uploaded(&self, bytes: &[u8]) -> Value {
        let upload = self.begin(bytes.len()).await;
        let reply = self.append(&upload, 0, bytes).await;
        assert_eq!(reply.status, 204, "{}", reply.body);
        self.get(&upload, &self.token).await.json()["data"].clone()
    }

    /// Uploads audio of this length, and returns its CID.
    pub async fn cid(&self, sound: Duration) -> String {
        self.uploaded(&wav(sound)).await["track_cid"].as_str().unwrap().to_owned()
    }

    /// Creates a track of `demo`, and returns its number.
    pub async fn track(&self, title: &str, cid: &str) -> i64 {
        let reply = self.post("/tracks", &self.token, &json!({ "title": title, "track_cid": cid })).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        reply.json()["data"]["id"].as_i64().unwrap()
    }

    /// Uploads a file as another user, and returns the address of the upload.
    pub async fn uploaded_by(&self, token: &str, bytes: Vec<u8>) -> String {
        let upload = self.create(token, bytes.len()).await.header("location").to_owned();
        let patch = self.tus(Method::PATCH, &upload, token).header("upload-offset", 0);
        let reply = sent(patch.header("content-type", "application/offset+octet-stream").body(bytes)).await;
        assert_eq!(reply.status, 204, "{}", reply.body);
        upload
    }

    /// Counts the files in a part of the media folder. A bucket may not have the part yet: that counts as 0.
    pub fn files(&self, part: &str) -> usize {
        std::fs::read_dir(self.folder(part)).map_or(0, Iterator::count)
    }

    /// A part of the media folder.
    pub fn folder(&self, part: &str) -> PathBuf {
        let beside = self.world.service.media();
        let media = if part == "audio" { self.bucket.as_deref().unwrap_or(beside) } else { beside };
        media.join(part)
    }

    /// The file of an unfinished upload.
    pub fn draft(&self, upload: &str) -> PathBuf {
        self.folder("uploads").join(id(upload))
    }

    /// Returns an upload as the API shows it.
    pub async fn shown(&self, upload: &str) -> Value {
        self.get(upload, &self.token).await.json()["data"].clone()
    }

    /// Expects that an upload is completed, and that `sound` is stored.
    pub async fn is_stored(&self, upload: &str, sound: &[u8]) {
        let shown = self.shown(upload).await;
        assert_eq!(shown["status"], "completed", "{shown}");
        assert!(std::fs::read(self.folder("audio").join(shown["track_cid"].as_str().unwrap())).unwrap() == sound);
    }

    /// Terminates an upload.
    pub async fn terminate(&self, upload: &str) -> Reply {
        sent(self.tus(Method::DELETE, upload, &self.token)).await
    }
}

/// Opens a connection and sends a PATCH for all `bytes`, but only the first `count` of them.
pub async fn half_sent(scene: &ApiClient, upload: &str, bytes: &[u8], count: usize) -> TcpStream {
    let (path, host) = (upload.split_once("/v1").unwrap().1, scene.world.service.origin());
    let mut connection = TcpStream::connect(host.strip_prefix("http://").unwrap()).await.unwrap();
    let head = format!(
        "PATCH /v1{path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\n\
         content-type: application/offset+octet-stream\r\ncontent-length: {}\r\n\r\n",
        scene.token,
        bytes.len()
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    connection.write_all(&bytes[..count]).await.unwrap();
    connection
}

/// Returns the status and the bytes with which a new stream node of this service answers a request for audio.
pub async fn fetch_audio(service: &ServiceHandle, cid: &str) -> (u16, Vec<u8>) {
    let node = node::start(NodeSettings::new(Arc::new(stagepass_backend::catalog(service)))).await.unwrap();
    let response = reqwest::get(format!("{}/tracks/cidstream/{cid}", node.origin())).await.unwrap();
    (response.status().as_u16(), response.bytes().await.unwrap().to_vec())
}

/// Returns the id in an upload's address.
pub fn id(upload: &str) -> &str {
    upload.rsplit_once('/').unwrap().1
}

/// Returns the titles of a page of tracks.
pub fn titles(page: &Value) -> Vec<&str> {
    page["data"].as_array().unwrap().iter().map(|track| track["title"].as_str().unwrap()).collect()
}

/// Audio of this length: 8,000 samples a second of 16 bits.
pub fn wav(length: Duration) -> Vec<u8> {
    let period: Vec<u8> = (0..4_001_u32).flat_map(|number| ((number * 997 % 4_001) as u16).to_le_bytes()).collect();
    let size = usize::try_from(length.as_millis() * 8 * 2).unwrap();
    let mut samples = period.repeat(size.div_ceil(period.len()));
    samples.truncate(size);
    wav::file(8_000, 16, &samples)
}

/// Reads one of the audio files in `fixtures`.
pub fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(fixture_path(name)).unwrap()
}

/// Returns the path of that file.
pub fn fixture_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../backend/tests/fixtures").join(name)
}
