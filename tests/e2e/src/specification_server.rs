//! An authorization server that was written from the specification's words alone, and the RFCs that it names: token and
//! revocation requests are JSON, the response names the issuer, and a revocation has an empty answer.

#![expect(clippy::indexing_slicing, reason = "test support: a request without a member stops its handler")]

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Redirect;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use stagepass_core::pkce::code_challenge;
use stagepass_core::text::secret::Secret;
use tower_http::cors::CorsLayer;

type Members = HashMap<String, String>;
/// The authorization requests, by code, and the valid tokens.
type Grants = Arc<Mutex<HashMap<String, Members>>>;

/// Returns the server. It approves each request, for the user `ada`.
pub fn router() -> Router {
    let routes = Router::new()
        .route("/oauth/authorize", get(authorize))
        .route("/oauth/token", post(token))
        .route("/oauth/revoke", post(revoke))
        .route("/me", get(me));
    Router::new().nest("/v1", routes).layer(CorsLayer::permissive()).with_state(Grants::default())
}

async fn authorize(State(grants): State<Grants>, headers: HeaderMap, Query(request): Query<Members>) -> Redirect {
    assert!(!request.contains_key("app_name"), "the key identifies an app that has both");
    let (code, host) = (another("code"), headers[header::HOST].to_str().unwrap_or_default());
    let location = format!("{}#code={code}&state={}&iss=http://{host}/v1", request["redirect_uri"], request["state"]);
    insert(&grants, code, request);
    Redirect::to(&location)
}

async fn token(State(grants): State<Grants>, Json(body): Json<Members>) -> (StatusCode, Json<Value>) {
    let name = if body["grant_type"] == "authorization_code" { "code" } else { "refresh_token" };
    let Some(request) = remove(&grants, &body[name]) else {
        return (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" })));
    };
    let is_proven = body.get("code_verifier").is_none_or(|verifier| {
        request["code_challenge"] == code_challenge(&Secret::from(verifier.clone()))
            && request["redirect_uri"] == body["redirect_uri"]
    });
    if !is_proven || request["api_key"] != body["client_id"] {
        return (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" })));
    }
    let [access_token, refresh_token] = ["access", "refresh"].map(another);
    insert(&grants, access_token.clone(), request.clone());
    insert(&grants, refresh_token.clone(), request);
    (StatusCode::OK, Json(json!({ "access_token": access_token, "refresh_token": refresh_token })))
}

async fn revoke(State(grants): State<Grants>, Json(body): Json<Members>) -> StatusCode {
    remove(&grants, &body["token"]);
    StatusCode::NO_CONTENT
}

async fn me(State(grants): State<Grants>, headers: HeaderMap) -> (StatusCode, Json<Value>) {
    let token = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let grants = grants.lock().unwrap_or_else(PoisonError::into_inner);
    if !token.is_some_and(|token| grants.contains_key(token)) {
        return (StatusCode::UNAUTHORIZED, Json(json!({ "error": "invalid_token" })));
    }
    (StatusCode::OK, Json(json!({ "userId": 1, "name": "Ada", "handle": "ada", "verified": false })))
}

fn insert(grants: &Grants, name: String, request: Members) {
    grants.lock().unwrap_or_else(PoisonError::into_inner).insert(name, request);
}

fn remove(grants: &Grants, name: &str) -> Option<Members> {
    grants.lock().unwrap_or_else(PoisonError::into_inner).remove(name)
}

/// Returns another text at each call.
fn another(kind: &str) -> String {
    static COUNT: AtomicUsize = AtomicUsize::new(1);
    format!("{kind}-{}", COUNT.fetch_add(1, Ordering::Relaxed))
}
