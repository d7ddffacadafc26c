//! Approves authorization requests without the browser: the user is redirected back at once.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use stagepass_core_tests::service::{HANDLE, PASSWORD};
use stagepass_core_tests::user::browser;
use stagepass_test_support::Browser;
use tokio::sync::Mutex;

#[derive(Debug)]
struct AutoConsent {
    service: String,
    browser: Mutex<Browser>,
}

/// Wraps `server`: authorization requests are approved at `service` (an origin) over HTTP, and `server` handles all
/// others.
pub(super) fn wrap(server: Router, service: String) -> Router {
    let auto_consent = Arc::new(AutoConsent { browser: Mutex::new(browser(&service)), service });
    Router::new().route("/v1/oauth/authorize", get(agree)).with_state(auto_consent).fallback_service(server)
}

async fn agree(State(auto_consent): State<Arc<AutoConsent>>, request: Request) -> Response {
    let path = request.uri().path_and_query().expect("a path").as_str();
    // The service answers it without a page only for a redirect URI with `https`, which no server of a test has.
    let path = path.replace("&prompt=none", "");
    let address = format!("{}{path}", auto_consent.service);
    let back = auto_consent.browser.lock().await.decide((HANDLE, PASSWORD), &address, "approve").await;
    let headers: [(HeaderName, String); 1] = [(LOCATION, back)];
    (StatusCode::SEE_OTHER, headers).into_response()
}
