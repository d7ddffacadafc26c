//! Small services of another make, which speak the protocol as other authorization servers do.
//!
//! | request | answer |
//! |---|---|
//! | `GET /v1/oauth/authorize` | 303 to the redirect URI, with a code for `ada`, or for `grace` if `prompt` is `select_account`. `prompt=none`: `login_required` |
//! | `POST /v1/oauth/token`, `POST /v1/oauth/revoke` | as RFC 6749, RFC 7636 and RFC 7009 say, in the encodings of the [`Variety`] |
//! | `GET /v1/me` | the profile |

use std::collections::HashMap;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::{RawQuery, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_ORIGIN, AUTHORIZATION, CONTENT_TYPE, HOST, LOCATION,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use reqwest::Url;
use reqwest::redirect::Policy;
use serde_json::{Map, Value, json};
use stagepass_core::pkce::code_challenge;
use stagepass_core::text::secret::Secret;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

/// How long an access token lives, in seconds.
pub const LIFETIME: u64 = 3600;

/// In what a service differs from the specification of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variety {
    /// It takes JSON and no forms, sends no `iss`, and keeps the refresh token at a refresh.
    JsonAlone,
    /// It takes forms and no JSON, answers no CORS preflight for them, and sends `iss`.
    FormsAlone,
    /// It issues no refresh tokens.
    NoRefreshTokens,
    /// It sends `expires_in` as a string, and no `token_type`.
    TextLifetime,
    /// It takes both encodings, and sends no `iss`.
    NoIssuer,
    /// It does what the specification says, and no more: it takes JSON and no forms, sends `iss` and the two tokens
    /// alone, and answers 204 to a revocation.
    Specification,
}

impl Variety {
    /// Returns the members of a request. `None` if it does not take this encoding.
    fn read(self, content_type: &str, body: &str) -> Option<Members> {
        // Browsers add the character set of a form.
        match content_type.split(';').next()? {
            "application/json" if self != Self::FormsAlone => serde_json::from_str(body).ok(),
            "application/x-www-form-urlencoded" if !matches!(self, Self::JsonAlone | Self::Specification) => {
                Some(pairs(body))
            }
            _ => None,
        }
    }

    fn sends_issuer(self) -> bool {
        !matches!(self, Self::JsonAlone | Self::NoIssuer)
    }

    /// Returns the answer with the tokens of this number.
    fn tokens(self, user: &str, number: usize, is_refresh: bool) -> Value {
        let access_token = Value::from(format!("access-{user}-{number}"));
        let refresh_token = Value::from(format!("refresh-{user}-{number}"));
        if self == Self::Specification {
            return json!({ "access_token": access_token, "refresh_token": refresh_token });
        }
        let mut answer =
            Map::from_iter([("access_token".to_owned(), access_token), ("scope".to_owned(), "read".into())]);
        let mut add = |name: &str, value: Value| answer.insert(name.to_owned(), value);
        match self {
            Self::TextLifetime => add("expires_in", LIFETIME.to_string().into()),
            _ => add("expires_in", LIFETIME.into()),
        };
        match self {
            Self::TextLifetime => None,
            Self::FormsAlone => add("token_type", "BEARER".into()),
            _ => add("token_type", "bearer".into()),
        };
        let keeps = is_refresh && self == Self::JsonAlone;
        if self != Self::NoRefreshTokens && !keeps {
            add("refresh_token", refresh_token);
        }
        answer.into()
    }
}

type Members = HashMap<String, String>;

#[derive(Debug)]
struct Service {
    variety: Variety,
    grants: Mutex<Grants>,
}

#[derive(Debug, Default)]
struct Grants {
    /// The authorization request of each code.
    codes: HashMap<String, Members>,
    /// The user of each valid token.
    tokens: HashMap<String, String>,
    count: usize,
}

impl Service {
    fn grants(&self) -> MutexGuard<'_, Grants> {
        self.grants.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a service of this variety.
pub fn router(variety: Variety) -> Router {
    let token = post(token);
    let token = if variety == Variety::FormsAlone { token } else { token.options(preflight) };
    Router::new()
        .route("/v1/oauth/authorize", get(authorize))
        .route("/v1/oauth/{endpoint}", token)
        .route("/v1/me", get(me).options(preflight))
        .with_state(Arc::new(Service { variety, grants: Mutex::default() }))
}

async fn authorize(State(service): State<Arc<Service>>, headers: HeaderMap, RawQuery(query): RawQuery) -> Response {
    let request = pairs(&query.unwrap_or_default());
    assert!(!request.contains_key("app_name"), "the key identifies an app that has both");
    let member = |name: &str| request.get(name).cloned().unwrap_or_default();
    let mut back = Url::parse("http://localhost/").expect("a URL");
    back.query_pairs_mut().append_pair("state", &member("state"));
    if service.variety.sends_issuer() {
        back.query_pairs_mut().append_pair("iss", &format!("http://{}/v1", text(&headers, &HOST)));
    }
    if member("prompt") == "none" {
        back.query_pairs_mut()
            .append_pair("error", "login_required")
            .append_pair("error_description", "Nobody is signed in.")
            .append_pair("error_uri", "https://docs.example/login_required");
    } else {
        let mut grants = service.grants();
        grants.count += 1;
        let code = format!("code-{}", grants.count);
        back.query_pairs_mut().append_pair("code", &code);
        grants.codes.insert(code, request.clone());
    }
    let mark = if member("response_mode") == "query" { '?' } else { '#' };
    let location = format!("{}{mark}{}", member("redirect_uri"), back.query().unwrap_or_default());
    (StatusCode::SEE_OTHER, AppendHeaders([(LOCATION, location)])).into_response()
}

async fn token(
    State(service): State<Arc<Service>>,
    axum::extract::Path(endpoint): axum::extract::Path<String>,
    headers: HeaderMap,
    body: String,
) -> Response {
    let Some(request) = service.variety.read(text(&headers, &CONTENT_TYPE), &body) else {
        return answer(StatusCode::UNSUPPORTED_MEDIA_TYPE, json!({ "error": "invalid_request" }));
    };
    let member = |name: &str| request.get(name).map_or("", String::as_str);
    let mut grants = service.grants();
    if endpoint == "revoke" {
        grants.tokens.remove(member("token"));
        return match service.variety {
            Variety::Specification => {
                (StatusCode::NO_CONTENT, AppendHeaders([(ACCESS_CONTROL_ALLOW_ORIGIN, "*")])).into_response()
            }
            _ => answer(StatusCode::OK, json!({})),
        };
    }
    let user = match member("grant_type") {
        "authorization_code" => {
            grants.codes.remove(member("code")).filter(|authorization| is_proved(authorization, &request)).map(
                |authorization| {
                    if authorization.get("prompt").is_some_and(|prompt| prompt == "select_account") {
                        "grace"
                    } else {
                        "ada"
                    }
                    .to_owned()
                },
            )
        }
        "refresh_token" => grants.tokens.get(member("refresh_token")).cloned(),
        _ => None,
    };
    let Some(user) = user else { return answer(StatusCode::BAD_REQUEST, json!({ "error": "invalid_grant" })) };
    grants.count += 1;
    let tokens = service.variety.tokens(&user, grants.count, member("grant_type") == "refresh_token");
    for name in ["access_token", "refresh_token"] {
        if let Some(token) = tokens.get(name).and_then(Value::as_str) {
            grants.tokens.insert(token.to_owned(), user.clone());
        }
    }
    answer(StatusCode::OK, tokens)
}

/// Returns whether the token request belongs to the authorization request (RFC 6749 section 4.1.3, RFC 7636 section
/// 4.6).
fn is_proved(authorization: &Members, request: &Members) -> bool {
    let verifier = request.get("code_verifier").cloned().unwrap_or_default();
    authorization.get("code_challenge") == Some(&code_challenge(&Secret::from(verifier)))
        && authorization.get("redirect_uri") == request.get("redirect_uri")
        && authorization.get("api_key") == request.get("client_id")
}

async fn me(State(service): State<Arc<Service>>, headers: HeaderMap) -> Response {
    let token = text(&headers, &AUTHORIZATION).strip_prefix("Bearer ").unwrap_or_default();
    match service.grants().tokens.get(token) {
        Some(user) => answer(StatusCode::OK, json!({ "userId": 1, "handle": user, "name": user, "verified": false })),
        None => answer(StatusCode::UNAUTHORIZED, json!({ "error": "invalid_token" })),
    }
}

async fn preflight() -> Response {
    let allowed = [(ACCESS_CONTROL_ALLOW_ORIGIN, "*"), (ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type")];
    (StatusCode::NO_CONTENT, AppendHeaders(allowed)).into_response()
}

fn answer(status: StatusCode, body: Value) -> Response {
    (status, AppendHeaders([(ACCESS_CONTROL_ALLOW_ORIGIN, "*")]), Json(body)).into_response()
}

fn text<'a>(headers: &'a HeaderMap, name: &axum::http::HeaderName) -> &'a str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn pairs(encoded: &str) -> Members {
    let url = Url::parse(&format!("http://localhost/?{encoded}")).expect("any query makes a URL");
    url.query_pairs().into_owned().collect()
}

/// A running service. It stops when dropped.
#[derive(Debug)]
pub struct StandIn {
    base_url: String,
    server: JoinHandle<()>,
}

impl StandIn {
    /// Starts a service of this variety.
    pub fn start(runtime: &Runtime, variety: Variety) -> Self {
        runtime.block_on(async {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
            let address = listener.local_addr().expect("an address");
            let server = tokio::spawn(async move {
                // It serves until it is aborted.
                let _ = axum::serve(listener, router(variety)).await;
            });
            Self { base_url: format!("http://{address}/v1"), server }
        })
    }

    /// Returns the base URL for a client.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Opens an authorization request. Returns the address that the service redirects to.
    pub fn open(&self, runtime: &Runtime, address: &str) -> String {
        let client = reqwest::Client::builder().redirect(Policy::none()).build().expect("an HTTP client");
        let answer = runtime.block_on(client.get(address).send()).expect("it answers");
        text(answer.headers(), &LOCATION).to_owned()
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        self.server.abort();
    }
}
