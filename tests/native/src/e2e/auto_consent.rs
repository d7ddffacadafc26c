//! Approves authorization requests without the browser: the user is redirected back at once, or the page posts the
//! response (`response_mode=web_message`).

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::LOCATION;
use axum::http::{HeaderName, StatusCode};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::get;

use stagepass_test_support::Browser;
use tokio::sync::Mutex;

use crate::service::{HANDLE, PASSWORD};
use crate::user::browser;

/// The path of a page that does nothing, on the service's origin.
pub const SILENT_PAGE: &str = "/silent";

/// The page that posts the response to the opener, and redirects if that does not acknowledge it.
const POSTING_PAGE: &str = r#"<!doctype html><title>Posting</title><script>
const target = new URL(ADDRESS);
const response = Object.fromEntries(new URLSearchParams(target.hash.slice(1)));
const leave = () => location.replace(target);
const timer = setTimeout(leave, 300);
addEventListener("message", ({ data, origin, source }) => {
  if (source === opener && origin === target.origin && data === response.state) clearTimeout(timer);
});
if (opener) opener.postMessage({ type: "authorization_response", response }, target.origin);
else leave();
</script>"#;

#[derive(Debug)]
struct AutoConsent {
    service: String,
    browser: Mutex<Browser>,
}

/// Wraps `server`: authorization requests are approved at `service` (an origin) over HTTP, and `server` handles all
/// others.
pub(super) fn wrap(server: Router, service: String) -> Router {
    let auto_consent = Arc::new(AutoConsent { browser: Mutex::new(browser(&service)), service });
    Router::new()
        .route("/v1/oauth/authorize", get(agree))
        .route(SILENT_PAGE, get(async || Html("<!doctype html><title>Silent</title>")))
        .with_state(auto_consent)
        .fallback_service(server)
}

async fn agree(State(auto_consent): State<Arc<AutoConsent>>, request: Request) -> Response {
    let path = request.uri().path_and_query().expect("a path").as_str();
    let is_posted = path.contains("response_mode=web_message");
    let path = path.replace("response_mode=web_message", "response_mode=fragment");
    let address = format!("{}{path}", auto_consent.service);
    let back = auto_consent.browser.lock().await.decide((HANDLE, PASSWORD), &address, "approve").await;
    if is_posted {
        return Html(POSTING_PAGE.replace("ADDRESS", &format!("{back:?}"))).into_response();
    }
    let headers: [(HeaderName, String); 1] = [(LOCATION, back)];
    (StatusCode::SEE_OTHER, headers).into_response()
}
