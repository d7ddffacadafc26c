//! Requests that the service rejects with 401, while another process of the app refreshes the session.

use std::io;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::extract::State;
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, Request, StatusCode, Uri};
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};
use stagepass::{Client, Code, Config, Storage};
use tokio::net::TcpListener;

/// The tokens of a session, by their numbers: each refresh returns the next one, whichever process makes it. The
/// session begins with token 1.
#[derive(Default)]
struct World {
    /// The record of the session, in a store that all processes share.
    record: Option<String>,
    /// The tokens of all requests, with the paths.
    sent: Vec<(String, usize)>,
    /// How many of the first requests another process refreshes the session after.
    refreshes_elsewhere: usize,
    /// The first token that the service accepts.
    accepted: usize,
    /// The newest token.
    newest: usize,
    /// How often the client under test has refreshed the session.
    refreshes: usize,
}

/// A service, and the store of an app.
#[derive(Clone)]
struct Stage(Arc<Mutex<World>>);

impl Stage {
    /// Starts the service. Returns it with the client of a signed-in user.
    async fn start(refreshes_elsewhere: usize, accepted: usize) -> (Self, Client) {
        let world = World { record: Some(record(1)), refreshes_elsewhere, accepted, newest: 1, ..World::default() };
        let stage = Self(Arc::new(Mutex::new(world)));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let router = Router::new().route("/v1/oauth/token", post(refresh)).fallback(respond).with_state(stage.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let config = Config::builder("http://127.0.0.1:8910/callback").base_url(&base_url);
        let config = config.api_key("0x58802e7a660990622B728BF06ae9361BC9403eb7").storage(stage.clone());
        (stage, Client::new(config.build().unwrap()))
    }

    fn world(&self) -> MutexGuard<'_, World> {
        self.0.lock().unwrap()
    }

    /// Returns the tokens of the requests to `path`, and the number of refreshes by the client under test.
    fn seen(&self, path: &str) -> (Vec<usize>, usize) {
        let world = self.world();
        (world.sent.iter().filter(|(to, _)| to == path).map(|(_, token)| *token).collect(), world.refreshes)
    }
}

impl Storage for Stage {
    fn get(&self, _key: &str) -> io::Result<Option<String>> {
        Ok(self.world().record.clone())
    }

    fn set(&self, _key: &str, value: &str) -> io::Result<()> {
        self.world().record = Some(value.to_owned());
        Ok(())
    }

    fn remove(&self, _key: &str) -> io::Result<()> {
        self.world().record = None;
        Ok(())
    }

    fn keys(&self, _prefix: &str) -> Vec<String> {
        Vec::new()
    }
}

/// Returns the record of the session with this token. The lifetime of the token is unknown.
fn record(token: usize) -> String {
    json!({
        "version": 1,
        "accessToken": format!("access-{token}"),
        "refreshToken": format!("refresh-{token}"),
        "login": "sp1.p.x",
    })
    .to_string()
}

/// Responds to a request with a token. After a rejection, another process may refresh the session.
async fn respond(State(stage): State<Stage>, uri: Uri, headers: HeaderMap) -> (StatusCode, Json<Value>) {
    let bearer = headers.get(AUTHORIZATION).unwrap().to_str().unwrap();
    let token = bearer.strip_prefix("Bearer access-").unwrap().parse().unwrap();
    let mut world = stage.world();
    world.sent.push((uri.path().to_owned(), token));
    if token >= world.accepted {
        return (StatusCode::OK, Json(json!({ "userId": 7, "name": "Ada", "handle": "ada" })));
    }
    if world.sent.len() <= world.refreshes_elsewhere {
        world.newest += 1;
        world.record = Some(record(world.newest));
    }
    (StatusCode::UNAUTHORIZED, Json(json!({ "error": "invalid_token" })))
}

/// Responds to a refresh of the client under test.
async fn refresh(State(stage): State<Stage>) -> Json<Value> {
    let mut world = stage.world();
    world.newest += 1;
    world.refreshes += 1;
    let (access_token, refresh_token) = (format!("access-{}", world.newest), format!("refresh-{}", world.newest));
    Json(json!({ "access_token": access_token, "refresh_token": refresh_token, "token_type": "Bearer" }))
}

#[tokio::test]
async fn rejected_token_of_another_process_is_refreshed() {
    for path in ["/tracks/7", "/me"] {
        let (stage, client) = Stage::start(1, 3).await;
        let response = client.fetch(Request::get(path).body(Vec::new()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert_eq!(stage.seen(&format!("/v1{path}")), (vec![1, 2, 3], 1), "{path}");
    }
}

#[tokio::test]
async fn rejected_token_of_own_refresh_ends_the_session() {
    for (refreshes_elsewhere, tokens) in [(0, vec![1, 2]), (1, vec![1, 2, 3])] {
        let (stage, client) = Stage::start(refreshes_elsewhere, usize::MAX).await;
        assert_eq!(client.user().await.unwrap_err().code(), Code::SessionExpired);
        assert_eq!(stage.seen("/v1/me"), (tokens, 1));
        assert!(!client.is_authenticated().await.unwrap());
    }
}

/// Three sends, and no token is of a refresh by the call itself.
#[tokio::test]
async fn rejected_tokens_of_other_processes_end_no_session() {
    let (stage, client) = Stage::start(3, usize::MAX).await;
    let error = client.user().await.unwrap_err();
    assert_eq!((error.code(), error.status()), (Code::RequestFailed, Some(401)));
    assert_eq!(stage.seen("/v1/me"), (vec![1, 2, 3], 0));
    assert!(client.is_authenticated().await.unwrap());
}
