//! A service, listeners who have signed in, and audio.

use std::path::PathBuf;
use std::time::Duration;

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use stagepass_backend::Settings;
use stagepass_test_support::Place;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use crate::support::{Reply, Tokens, World, answer, person};

pub(crate) struct Scene {
    pub(crate) world: World,
    /// Of the listener `demo`, with the scope `write`.
    pub(crate) token: String,
    /// Where `audio` is, if it is not beside unfinished uploads.
    pub(crate) bucket: Option<PathBuf>,
}

impl Scene {
    pub(crate) async fn new() -> Self {
        Self::with(stagepass_test_support::settings()).await
    }

    pub(crate) async fn with(settings: Settings) -> Self {
        let world = World::with(settings).await;
        let token = world.login().await.access;
        Self { world, token, bucket: None }
    }

    /// A service in a place that others may come to as well, and that outlasts it.
    pub(crate) async fn at(place: &Place) -> Self {
        Self { bucket: Some(place.media()), ..Self::with(place.settings()).await }
    }

    /// So many seconds later: tokens don't last that long.
    pub(crate) async fn later(self, seconds: i64) -> Self {
        let refresh = self.tokens("demo", "write").await.refresh;
        self.world.clock.advance(seconds);
        Self { token: Tokens::of(&self.world.refresh(&refresh).await).access, ..self }
    }

    /// The service stops, and another starts with these settings.
    pub(crate) async fn restarted(self, settings: Settings) -> Self {
        Self { world: self.world.restarted(settings).await, ..self }
    }

    /// A new listener's access token and number.
    pub(crate) async fn somebody(&self, handle: &str, scope: &str) -> (String, i64) {
        let user = self.world.service.accounts().add_user(person(handle, handle)).await.unwrap();
        (self.tokens(handle, scope).await.access, user.user_id)
    }

    /// The tokens of a listener who signs in and approves.
    pub(crate) async fn tokens(&self, handle: &str, scope: &str) -> Tokens {
        let request = self.world.request().with("scope", scope).path();
        let mut browser = self.world.browser();
        browser.sign_in(handle, &request).await;
        let consent = browser.get(&request).await;
        let address = browser.submit(&consent, "approve", &[]).await.location();
        let code = answer(&address, "code").unwrap();
        Tokens::of(&self.world.token(&self.world.exchange_of(&code)).await)
    }

    /// A request to a path under the base URL, or to a whole address.
    pub(crate) fn ask(&self, method: Method, path: &str, token: &str) -> RequestBuilder {
        let url = if path.starts_with("http") { path.to_owned() } else { self.world.url(path) };
        let request = self.world.http.request(method, url);
        if token.is_empty() { request } else { request.bearer_auth(token) }
    }

    pub(crate) async fn get(&self, path: &str, token: &str) -> Reply {
        sent(self.ask(Method::GET, path, token)).await
    }

    pub(crate) async fn delete(&self, path: &str, token: &str) -> Reply {
        sent(self.ask(Method::DELETE, path, token)).await
    }

    pub(crate) async fn put(&self, path: &str, token: &str) -> Reply {
        sent(self.ask(Method::PUT, path, token)).await
    }

    pub(crate) async fn post(&self, path: &str, token: &str, body: &Value) -> Reply {
        sent(self.ask(Method::POST, path, token).json(body)).await
    }

    /// Changes a track.
    pub(crate) async fn change(&self, track: i64, token: &str, body: &Value) -> Reply {
        sent(self.ask(Method::PATCH, &format!("/tracks/{track}"), token).json(body)).await
    }

    /// A track as its owner `demo` sees it.
    pub(crate) async fn seen(&self, track: i64) -> Value {
        self.get(&format!("/tracks/{track}"), &self.token).await.json()["data"].clone()
    }

    /// A request of tus's.
    pub(crate) fn tus(&self, method: Method, path: &str, token: &str) -> RequestBuilder {
        self.ask(method, path, token).header("tus-resumable", "1.0.0")
    }

    pub(crate) async fn create(&self, token: &str, length: usize) -> Reply {
        sent(self.tus(Method::POST, "/uploads", token).header("upload-length", length)).await
    }

    /// The address of a new upload.
    pub(crate) async fn begin(&self, length: usize) -> String {
        let reply = self.create(&self.token, length).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        reply.header("location").to_owned()
    }

    pub(crate) fn patch(&self, upload: &str, offset: usize, bytes: impl Into<reqwest::Body>) -> RequestBuilder {
        self.tus(Method::PATCH, upload, &self.token)
            .header("upload-offset", offset)
            .header("content-type", "application/offset+octet-stream")
            .body(bytes)
    }

    pub(crate) async fn append(&self, upload: &str, offset: usize, bytes: &[u8]) -> Reply {
        sent(self.patch(upload, offset, bytes.to_vec())).await
    }

    /// Where an upload stands; `None` if it is gone.
    pub(crate) async fn offset(&self, upload: &str) -> Option<usize> {
        let reply = sent(self.tus(Method::HEAD, upload, &self.token)).await;
        (reply.status == 200).then(|| reply.header("upload-offset").parse().unwrap())
    }

    /// What an upload of `demo`'s has become.
    pub(crate) async fn uploaded(&self, bytes: &[u8]) -> Value {
        let upload = self.begin(bytes.len()).await;
        let reply = self.append(&upload, 0, bytes).await;
        assert_eq!(reply.status, 204, "{}", reply.body);
        self.get(&upload, &self.token).await.json()["data"].clone()
    }

    /// The CID of an upload of `demo`'s, a sound that lasts so long.
    pub(crate) async fn cid(&self, sound: Duration) -> String {
        self.uploaded(&wav(sound)).await["track_cid"].as_str().unwrap().to_owned()
    }

    /// The number of a new track of `demo`'s.
    pub(crate) async fn track(&self, title: &str, cid: &str) -> i64 {
        let reply = self.post("/tracks", &self.token, &json!({ "title": title, "track_cid": cid })).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        reply.json()["data"]["id"].as_i64().unwrap()
    }

    /// Uploads the same sound as somebody else.
    pub(crate) async fn uploaded_by(&self, token: &str, bytes: Vec<u8>) {
        let upload = self.create(token, bytes.len()).await.header("location").to_owned();
        let patch = self.tus(Method::PATCH, &upload, token).header("upload-offset", 0);
        let reply = sent(patch.header("content-type", "application/offset+octet-stream").body(bytes)).await;
        assert_eq!(reply.status, 204, "{}", reply.body);
    }

    /// How many files are in a part of the media folder: none in one that a bucket does not have yet.
    pub(crate) fn files(&self, part: &str) -> usize {
        std::fs::read_dir(self.folder(part)).map_or(0, Iterator::count)
    }

    /// A part of the media folder.
    pub(crate) fn folder(&self, part: &str) -> PathBuf {
        let beside = self.world.service.media();
        let media = if part == "audio" { self.bucket.as_deref().unwrap_or(beside) } else { beside };
        media.join(part)
    }

    /// The file of an unfinished upload.
    pub(crate) fn draft(&self, upload: &str) -> PathBuf {
        self.folder("uploads").join(id(upload))
    }

    /// What there is to say of an upload.
    pub(crate) async fn shown(&self, upload: &str) -> Value {
        self.get(upload, &self.token).await.json()["data"].clone()
    }

    pub(crate) async fn terminate(&self, upload: &str) -> Reply {
        sent(self.tus(Method::DELETE, upload, &self.token)).await
    }
}

/// A connection with a PATCH of all `bytes` on it, of which the first `count` have been sent.
pub(crate) async fn half_sent(scene: &Scene, upload: &str, bytes: &[u8], count: usize) -> TcpStream {
    half_sent_with(scene, upload, (0, bytes), count, "").await
}

/// The same, of bytes that begin at some offset, with more headers.
pub(crate) async fn half_sent_with(
    scene: &Scene,
    upload: &str,
    (offset, bytes): (usize, &[u8]),
    count: usize,
    more: &str,
) -> TcpStream {
    let (path, host) = (upload.split_once("/v1").unwrap().1, scene.world.service.listening_on());
    let mut connection = TcpStream::connect(host.strip_prefix("http://").unwrap()).await.unwrap();
    let head = format!(
        "PATCH /v1{path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ntus-resumable: 1.0.0\r\nupload-offset: {offset}\r\n\
         content-type: application/offset+octet-stream\r\ncontent-length: {}\r\n{more}\r\n",
        scene.token,
        bytes.len()
    );
    connection.write_all(head.as_bytes()).await.unwrap();
    connection.write_all(&bytes[..count]).await.unwrap();
    connection
}

/// The name in an upload's address.
pub(crate) fn id(upload: &str) -> &str {
    upload.rsplit_once('/').unwrap().1
}

pub(crate) async fn sent(request: RequestBuilder) -> Reply {
    Reply::read(request.send().await.unwrap()).await
}

/// The titles of a page of tracks.
pub(crate) fn titles(page: &Value) -> Vec<&str> {
    page["data"].as_array().unwrap().iter().map(|track| track["title"].as_str().unwrap()).collect()
}

/// A sound of this length: 8,000 samples a second of 16 bits.
pub(crate) fn wav(length: Duration) -> Vec<u8> {
    let samples = u32::try_from(length.as_millis() * 8).unwrap();
    let mut file = Vec::new();
    file.extend(b"RIFF");
    file.extend((36 + samples * 2).to_le_bytes());
    file.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    file.extend(8_000_u32.to_le_bytes());
    file.extend(16_000_u32.to_le_bytes());
    file.extend(b"\x02\0\x10\0data");
    file.extend((samples * 2).to_le_bytes());
    file.extend((0..samples).flat_map(|number| ((number % 4_001 * 997 % 4_001) as u16).to_le_bytes()));
    file
}

pub(crate) fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(fixture_path(name)).unwrap()
}

pub(crate) fn fixture_path(name: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}
