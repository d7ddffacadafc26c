//! A listener who has said beforehand that they will say yes: what the service asks on its pages is answered for them, on their way there.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderName, StatusCode};
use axum::response::IntoResponse;
use axum::routing::get;

use stagepass_test_support::Browser;
use tokio::sync::Mutex;

use crate::service::{HANDLE, PASSWORD};
use crate::user::browser;

#[derive(Debug)]
struct AutoConsent {
    service: String,
    browser: Mutex<Browser>,
}

/// Answers whoever asks `server` for an authorization as the service does that runs at `service` (an origin), once its pages have been gone through. All else
/// `server` answers.
pub(super) fn wrap(server: Router, service: String) -> Router {
    let auto_consent = Arc::new(AutoConsent { browser: Mutex::new(browser(&service)), service });
    Router::new().route("/v1/oauth/authorize", get(agree)).with_state(auto_consent).fallback_service(server)
}

async fn agree(State(auto_consent): State<Arc<AutoConsent>>, request: Request) -> impl IntoResponse + use<> {
    let path = request.uri().path_and_query().expect("a path");
    let address = format!("{}{path}", auto_consent.service);
    let back = auto_consent.browser.lock().await.decide((HANDLE, PASSWORD), &address, "approve").await;
    let headers: [(HeaderName, String); 1] = [(LOCATION, back)];
    (StatusCode::SEE_OTHER, headers)
}
