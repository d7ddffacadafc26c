//! An app of `examples` that uses the crate `stagepass`, as its framework's development server would serve it.

use std::fs;
use std::path::Path;

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::routing::get;
use serde_json::Value;
use stagepass_programs::example_apps::{MODULE, PLACEHOLDERS};
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use super::client_only::{PagePatch, page, with_patches};

/// Serves the app in `pages`. Every path without a file is its page, because the app handles its own routes. The page's
/// clock can be set.
pub(super) fn router(pages: &Path, config: &Value) -> Router {
    let read = |name: &str| {
        fs::read(pages.join(name)).unwrap_or_else(|error| panic!("{name} of {} is not built: {error}", pages.display()))
    };
    let module = with_addresses(read(MODULE), config);
    let module = || async { ([(CONTENT_TYPE, "application/wasm")], module) };
    let html = String::from_utf8(read("index.html")).expect("it is text");
    let html = html.replacen("<body>", "<body><!-- patches -->", 1);
    let page = page(&html, &[PagePatch::Clock]);
    let policy = HeaderValue::from_static("script-src 'self' 'wasm-unsafe-eval'");
    with_patches(Router::new())
        .route("/", page.clone())
        .route(&format!("/{MODULE}"), get(module))
        .fallback_service(ServeDir::new(pages).fallback(page))
        .layer(SetResponseHeaderLayer::overriding(CONTENT_SECURITY_POLICY, policy))
        .layer(SetResponseHeaderLayer::overriding(CACHE_CONTROL, HeaderValue::from_static("no-cache")))
}

/// Replaces the addresses with which the app was compiled by those of this test.
fn with_addresses(mut module: Vec<u8>, config: &Value) -> Vec<u8> {
    for (placeholder, member) in PLACEHOLDERS.iter().zip(["baseUrl", "apiKey", "accessServer"]) {
        let value = config.get(member).and_then(Value::as_str).expect("every configuration has it");
        assert_eq!(value.len(), placeholder.len(), "{value} takes the place of {placeholder}");
        let at = module.windows(value.len()).position(|window| window == placeholder.as_bytes());
        let at = at.unwrap_or_else(|| panic!("the app was not compiled with {placeholder}"));
        module.splice(at..at + value.len(), value.bytes());
    }
    module
}
