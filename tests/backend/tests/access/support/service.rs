//! A fake service that responds as a test requires, and records the requests that it receives.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::serve::Listener;
use serde_json::{Value, json};
use stagepass_gate::Address;
use tokio::task::JoinHandle;

use super::{API_KEY, CID, CREDENTIAL, EVE, GATED, GRACE, LISTENER, OTHERS, PUBLIC, signer};

/// How many tracks it lists at once.
const PAGE: usize = 2;

/// A request that came, as `METHOD path?query`, and its body.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RecordedRequest {
    pub(crate) line: String,
    pub(crate) authorization: Option<String>,
    /// The ticket of the user whose track is created or deleted.
    pub(crate) ticket: Option<String>,
    pub(crate) body: Value,
}

#[derive(Debug, Default)]
struct FakeState {
    tracks: HashMap<u64, Value>,
    users: HashMap<u64, Value>,
    /// By ticket: what is verified, if the audience is the one in it.
    tickets: HashMap<String, Value>,
    /// By `METHOD path`: answers that come first.
    answers: HashMap<String, (u16, String)>,
    stream_url: String,
    requests: Vec<RecordedRequest>,
}

pub(crate) struct FakeService {
    pub(crate) base_url: String,
    state: Arc<Mutex<FakeState>>,
    task: JoinHandle<()>,
}

impl FakeService {
    pub(crate) async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        Self::at(listener, &origin)
    }

    /// At a listener that is reached by `origin`.
    pub(crate) fn at<L: Listener<Addr: Debug>>(listener: L, origin: &str) -> Self {
        let base_url = format!("{origin}/v1");
        let state = Arc::new(Mutex::new(FakeState::default()));
        let routes = Router::new().fallback(serve).with_state(Arc::clone(&state));
        let task = tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        let service = Self { base_url, state, task };
        service.lock().stream_url = format!("http://node.example/tracks/cidstream/{CID}");
        for (user_id, handle) in [(LISTENER, "ada"), (GRACE, "grace"), (EVE, "eve")] {
            service.has_user(user_id, handle);
        }
        service.has_track(GATED, &[signer().address()]);
        service.has_track(PUBLIC, &[]);
        service.has_track(OTHERS, &[Address::from([2; 20])]);
        service
    }

    pub(crate) fn has_track(&self, track_id: u64, authorities: &[Address]) {
        self.has_track_of(LISTENER, track_id, authorities);
    }

    pub(crate) fn has_track_of(&self, owner: u64, track_id: u64, authorities: &[Address]) {
        self.lock().tracks.insert(track_id, track(track_id, CID, owner, &json!(strings(authorities))));
    }

    /// A user whose name is the handle. Only Grace is verified.
    pub(crate) fn has_user(&self, user_id: u64, handle: &str) {
        let user = json!({ "user_id": user_id, "handle": handle, "name": handle, "is_verified": user_id == GRACE });
        self.lock().users.insert(user_id, user);
    }

    pub(crate) fn loses_user(&self, user_id: u64) {
        self.lock().users.remove(&user_id);
    }

    /// A ticket of the scope `write`.
    pub(crate) fn knows_ticket(&self, ticket: &str, user_id: u64, audience: &str) {
        self.knows_ticket_of_scope(ticket, user_id, audience, &json!("write"));
    }

    pub(crate) fn knows_ticket_of_scope(&self, ticket: &str, user_id: u64, audience: &str, scope: &Value) {
        let user = self.lock().users.get(&user_id).cloned().unwrap_or_default();
        let (handle, verified) = (user["handle"].as_str().unwrap_or_default(), user["is_verified"] == json!(true));
        let response = json!({
            "audience": audience, "api_key": API_KEY, "user_id": user_id, "handle": handle, "verified": verified,
            "scope": scope,
        });
        self.verifies(ticket, &response);
    }

    pub(crate) fn verifies(&self, ticket: &str, verified: &Value) {
        self.lock().tickets.insert(ticket.to_owned(), verified.clone());
    }

    /// From now on, `line` (`METHOD /path`) is answered with this.
    pub(crate) fn answers(&self, line: &str, status: u16, body: &(impl ToString + ?Sized)) {
        self.lock().answers.insert(line.to_owned(), (status, body.to_string()));
    }

    pub(crate) fn streams_from(&self, url: &str) {
        url.clone_into(&mut self.lock().stream_url);
    }

    pub(crate) fn requests(&self) -> Vec<RecordedRequest> {
        self.lock().requests.clone()
    }

    /// The method and the address of each request.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.requests().into_iter().map(|request| request.line).collect()
    }

    /// No answers any more: connections are refused.
    pub(crate) async fn stop(&mut self) {
        self.task.abort();
        let _ = (&mut self.task).await;
    }

    fn lock(&self) -> MutexGuard<'_, FakeState> {
        self.state.lock().unwrap()
    }
}

impl Drop for FakeService {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(State(state): State<Arc<Mutex<FakeState>>>, headers: HeaderMap, request: Request) -> Response {
    let line = format!("{} {}", request.method(), request.uri());
    let body = axum::body::to_bytes(request.into_body(), 1 << 20).await.unwrap_or_default();
    let authorization = headers.get(header::AUTHORIZATION).map(|value| value.to_str().unwrap().to_owned());
    let mut state = state.lock().unwrap();
    let body = json_of(&body);
    let ticket = headers.get("stagepass-ticket").map(|value| value.to_str().unwrap().to_owned());
    let is_access_server = authorization.as_deref() == Some(&format!("Bearer {CREDENTIAL}"));
    let authorization_is_wrong = authorization.is_some() && !is_access_server;
    state.requests.push(RecordedRequest { line: line.clone(), authorization, ticket, body: body.clone() });
    let (line, query) = line.split_once('?').unwrap_or((&line, ""));
    let line = line.replacen("/v1", "", 1);
    if let Some((status, text)) = state.answers.get(&line) {
        return answer(*status, text);
    }
    let reply = |status, body: Value| answer(status, &body.to_string());
    match line.split(['/', ' ']).collect::<Vec<_>>()[..] {
        ["GET", "", "tracks", ..] if authorization_is_wrong => reply(401, problem("invalid_token")),
        ["POST", "", "tickets", "verify"]
        | ["POST", "", "tracks"]
        | ["DELETE", "", "tracks", _]
        | ["PUT", "", "tracks", _, "sites"]
        | ["GET", "", "users", _]
        | ["GET", "", "users", "handle", _]
            if !is_access_server =>
        {
            reply(401, problem("invalid_token"))
        }
        ["GET", "", "users", id] => found(state.users.get(&id.parse().unwrap())),
        ["GET", "", "users", "handle", handle] => {
            found(state.users.values().find(|user| user["handle"] == handle.to_lowercase()))
        }
        ["GET", "", "users", id, "tracks"] => {
            let owner: u64 = id.parse().unwrap();
            let mut tracks: Vec<_> = state.tracks.values().filter(|track| track["user"]["user_id"] == owner).collect();
            tracks.sort_by_key(|track| track["id"].as_u64());
            let from = query
                .split('&')
                .find_map(|pair| pair.strip_prefix("cursor=page%2B"))
                .map_or(0, |at| at.parse().unwrap());
            let next = (from + PAGE < tracks.len()).then(|| format!("page+{}", from + PAGE));
            let page: Vec<_> = tracks.into_iter().skip(from).take(PAGE).collect();
            reply(200, json!({ "data": page, "next_cursor": next }))
        }
        ["POST", "", "tickets", "verify"] => {
            let verified = body["ticket"].as_str().and_then(|ticket| state.tickets.get(ticket));
            match verified.filter(|verified| verified["audience"] == body["audience"]) {
                Some(verified) => reply(200, verified.clone()),
                None => reply(400, problem("invalid_ticket")),
            }
        }
        ["POST", "", "tracks"] => {
            let track_id = 100 + state.tracks.len() as u64;
            let track = track(track_id, body["track_cid"].as_str().unwrap(), LISTENER, &body["access_authorities"]);
            state.tracks.insert(track_id, track.clone());
            reply(201, json!({ "data": track }))
        }
        ["DELETE", "", "tracks", id] => {
            state.tracks.remove(&id.parse().unwrap());
            answer(204, "")
        }
        ["PUT", "", "tracks", _, "sites"] => answer(204, ""),
        ["GET", "", "tracks", id] => match state.tracks.get(&id.parse().unwrap()) {
            Some(track) => reply(200, json!({ "data": track })),
            None => reply(404, problem("not_found")),
        },
        ["GET", "", "tracks", _, "stream"] => reply(200, json!({ "data": state.stream_url })),
        _ => panic!("the service was asked for {line}"),
    }
}

fn found(user: Option<&Value>) -> Response {
    match user {
        Some(user) => answer(200, &json!({ "data": user }).to_string()),
        None => answer(404, &problem("not_found").to_string()),
    }
}

fn answer(status: u16, body: &str) -> Response {
    let location = [(header::LOCATION, "/v1/elsewhere")];
    (StatusCode::from_u16(status).unwrap(), location, body.to_owned()).into_response()
}

fn track(id: u64, cid: &str, owner: u64, authorities: &Value) -> Value {
    json!({ "id": id, "title": "Tape", "user": { "user_id": owner }, "track_cid": cid, "access_authorities": authorities })
}

fn problem(code: &str) -> Value {
    json!({ "error": code, "error_description": format!("the service says {code}") })
}

fn strings(addresses: &[Address]) -> Vec<String> {
    addresses.iter().map(Address::to_string).collect()
}

fn json_of(body: &Bytes) -> Value {
    serde_json::from_slice(body).unwrap_or_default()
}
