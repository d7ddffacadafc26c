//! Pages that the test writes, and the package's folder with the files of the callback page, as on a site without a
//! bundler.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use axum::http::{HeaderValue, StatusCode, Uri};
use axum::response::{Html, IntoResponse as _, Response};
use stagepass_demo::Policy;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use super::client_only::PACKAGE;

/// The other files of the callback page.
const CALLBACK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../pkg/callback");

/// Returns the callback page that the package's command writes.
///
/// # Panics
/// If the package is not built.
pub fn callback_page() -> String {
    fs::read_to_string(Path::new(CALLBACK).join("callback.html")).expect("the package is built")
}

/// The pages, by path. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct CustomPages(Arc<Mutex<HashMap<String, String>>>);

impl CustomPages {
    /// Sets the page at `path`.
    pub fn write(&self, path: &str, html: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), html);
    }

    pub(super) fn router(&self, policy: &Policy) -> Router {
        assert!(Path::new(PACKAGE).join("index.js").is_file(), "there is no package in {PACKAGE}");
        // An import map is an inline script.
        let wasm = if policy.refuses_wasm { "" } else { " 'wasm-unsafe-eval'" };
        let policy = HeaderValue::try_from(format!("script-src 'self' 'unsafe-inline'{wasm}")).expect("it is ASCII");
        Router::new()
            .fallback(page)
            .with_state(self.clone())
            .nest_service("/stagepass", ServeDir::new(PACKAGE).fallback(ServeDir::new(CALLBACK)))
            .layer(SetResponseHeaderLayer::overriding(CONTENT_SECURITY_POLICY, policy))
            .layer(SetResponseHeaderLayer::overriding(CACHE_CONTROL, HeaderValue::from_static("no-cache")))
    }
}

async fn page(State(written): State<CustomPages>, uri: Uri) -> Response {
    let pages = written.0.lock().unwrap_or_else(PoisonError::into_inner);
    match pages.get(uri.path()) {
        Some(html) => Html(html.clone()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
