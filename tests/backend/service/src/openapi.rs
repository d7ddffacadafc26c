//! `GET {base}/openapi.json`: docs/reference/openapi.json, which is edited by hand, with the service's own URL.
//!
//! Tests compare its operations with the routes in `router.rs`, and its schemas with all JSON responses that they read
//! (`tests/support/src/openapi.rs`).

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use crate::state::Backend;

const DOCUMENT: &str = include_str!("../../../../docs/reference/openapi.json");

/// The URL that the document has in place of the service's own.
const EXAMPLE: &str = "https://service.example/v1";

pub(crate) async fn show(State(backend): State<Arc<Backend>>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], DOCUMENT.replace(EXAMPLE, backend.base_url.as_str()))
}
