//! An owner of tracks, who uses the service and the access server over HTTP.

use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use stagepass_core_tests::user;
use stagepass_test_support::{Request, answer, exchange, secrets};

use super::sound;

/// The length of gated tracks.
const SECONDS: u32 = 60;

/// The length of public tracks. It differs from that of gated tracks, because audio of a gated track needs a signature.
const OTHER_SECONDS: u32 = 50;

/// Artwork.
const PICTURE: &[u8] = include_bytes!("../../backend/assets/demo-picture.png");

/// The servers' addresses, and the app to sign in to.
#[derive(Clone, Debug)]
pub(super) struct Addresses {
    pub(super) base_url: String,
    /// The service's own origin, without the proxy, which may approve as another user.
    pub(super) service: String,
    pub(super) access: String,
    pub(super) api_key: String,
    pub(super) redirect_uri: String,
}

/// A signed-in owner with a ticket for the access server.
#[derive(Clone, Debug)]
pub struct Owner {
    /// Their user ID.
    pub user_id: u64,
    http: Client,
    base_url: String,
    access: String,
    token: String,
    ticket: String,
}

impl Owner {
    /// Signs in, and gets a ticket.
    pub(super) async fn sign_in(at: &Addresses, handle: &str) -> Self {
        let http = Client::new();
        let Addresses { base_url, service, access, api_key, redirect_uri } = at;
        let query = Request::new(api_key, redirect_uri).query();
        let back = user::approve(handle, &format!("{service}/v1/oauth/authorize?{query}")).await;
        let exchange = exchange(api_key, redirect_uri, &answer(&back, "code").expect("a code"));
        let tokens = answered(http.post(format!("{base_url}/oauth/token")).json(&exchange)).await;
        let token = text(&tokens, "access_token");
        let me = answered(http.get(format!("{base_url}/me")).bearer_auth(&token)).await;
        let audience = json!({ "audience": access , "scope": "write" });
        let ticket = answered(http.post(format!("{base_url}/tickets")).bearer_auth(&token).json(&audience)).await;
        Self {
            user_id: number(&me, "userId"),
            http,
            base_url: base_url.clone(),
            access: access.clone(),
            token,
            ticket: text(&ticket, "ticket"),
        }
    }

    /// Uploads a tone and creates a track with this rule (null: none). Returns the track's ID.
    pub async fn gated_track(&self, title: &str, rule: &Value) -> u64 {
        let cid = self.upload(sound::wav(SECONDS)).await;
        let track = json!({
            "userId": self.user_id, "metadata": { "title": title, "genre": "Ambient", "trackCid": cid }, "rule": rule,
        });
        number(&self.post("/create-track", &track).await, "trackId")
    }

    /// Uploads a tone and creates the public track `Track 1`. Returns its ID.
    pub async fn public_track(&self) -> u64 {
        self.public_tracks(1).await.first().copied().expect("it was made")
    }

    /// Uploads a tone and creates `count` public tracks of it, `Track 1` first. Returns their IDs.
    pub async fn public_tracks(&self, count: usize) -> Vec<u64> {
        let cid = self.upload(sound::wav(OTHER_SECONDS)).await;
        let mut tracks = Vec::new();
        for number in 1..=count {
            tracks.push(self.create(&format!("Track {number}"), &cid).await);
        }
        tracks
    }

    /// Uploads a file and creates a public track of it. Returns its ID.
    pub async fn track_of(&self, title: &str, file: Vec<u8>) -> u64 {
        let cid = self.upload(file).await;
        self.create(title, &cid).await
    }

    /// Creates a public track, and returns its ID.
    async fn create(&self, title: &str, cid: &str) -> u64 {
        let track = json!({ "title": title, "track_cid": cid });
        let request = self.http.post(format!("{}/tracks", self.base_url)).bearer_auth(&self.token);
        let made = answered(request.json(&track)).await;
        number(made.get("data").expect("a track"), "id")
    }

    /// Sets the artwork of a track.
    pub async fn set_artwork(&self, track: u64) {
        let request = self.http.put(format!("{}/tracks/{track}/artwork", self.base_url)).bearer_auth(&self.token);
        answered(request.header("content-type", "image/png").body(PICTURE)).await;
    }

    /// Sets the rule of a track.
    pub async fn set_rule(&self, track: u64, rule: &Value) {
        self.put(&format!("/tracks/{track}/rule"), &json!({ "rule": rule })).await;
    }

    /// Sends `GET` to the access server, and returns the response, which must be a success.
    pub async fn get(&self, path: &str) -> Value {
        answered(self.ask(Method::GET, path)).await
    }

    /// `PUT`, as [`Owner::get`].
    pub async fn put(&self, path: &str, body: &Value) -> Value {
        answered(self.ask(Method::PUT, path).json(body)).await
    }

    /// `POST`, as [`Owner::get`].
    pub async fn post(&self, path: &str, body: &Value) -> Value {
        answered(self.ask(Method::POST, path).json(body)).await
    }

    fn ask(&self, method: Method, path: &str) -> RequestBuilder {
        let ticket = format!("Ticket {}", self.ticket);
        self.http.request(method, format!("{}{path}", self.access)).header("authorization", ticket)
    }

    /// Uploads a file, and returns its content ID.
    async fn upload(&self, file: Vec<u8>) -> String {
        let tus = |request: RequestBuilder| request.bearer_auth(&self.token).header("tus-resumable", "1.0.0");
        let uploads = tus(self.http.post(format!("{}/uploads", self.base_url))).header("upload-length", file.len());
        let begun = uploads.send().await.unwrap();
        let upload = begun.headers().get("location").expect("an upload").to_str().expect("an address").to_owned();
        let patch = tus(self.http.patch(&upload)).header("upload-offset", "0").body(file);
        answered(patch.header("content-type", "application/offset+octet-stream")).await;
        let made = answered(self.http.get(upload).bearer_auth(&self.token)).await;
        text(made.get("data").expect("an upload"), "track_cid")
    }
}

/// Returns the JSON of a successful response, null without a body.
async fn answered(request: RequestBuilder) -> Value {
    let answer = request.send().await.unwrap();
    let (status, url) = (answer.status(), answer.url().path().to_owned());
    let body = answer.text().await.unwrap();
    secrets::note_answer(&body);
    assert!(status.is_success(), "{url} answers {status}: {body}");
    if body.is_empty() { Value::Null } else { serde_json::from_str(&body).unwrap() }
}

fn text(object: &Value, member: &str) -> String {
    object.get(member).and_then(Value::as_str).unwrap_or_else(|| panic!("there is no {member}")).to_owned()
}

fn number(object: &Value, member: &str) -> u64 {
    object.get(member).and_then(Value::as_u64).unwrap_or_else(|| panic!("there is no {member}"))
}
