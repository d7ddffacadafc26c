//! The demo's own server: the built pages, and the configuration that they read.

use std::env;
use std::path::PathBuf;

use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::routing::get;
use axum::{Router, response::IntoResponse};
use serde_json::Value;
use tokio::net::TcpListener;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

/// Serves the demo at `listener`, with this `/config.json`, under the policy of a careful site.
pub(crate) async fn serve(listener: TcpListener, config: Value, service: &str) {
    let dist = env::var_os("STAGEPASS_WWW_DIST")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/dist")), PathBuf::from);
    assert!(dist.join("index.html").is_file(), "{} is not the built demo", dist.display());
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: {service}; \
         connect-src 'self' {service}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let policy = HeaderValue::from_str(&policy).expect("an origin fits into a header");
    let json = config.to_string();
    let answer = move || async move { ([(CONTENT_TYPE, "application/json")], json).into_response() };
    let router = Router::new()
        .route("/config.json", get(answer))
        .fallback_service(ServeDir::new(dist))
        .layer(SetResponseHeaderLayer::overriding(CONTENT_SECURITY_POLICY, policy));
    axum::serve(listener, router).await.expect("it serves until it is dropped");
}
