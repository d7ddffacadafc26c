//! `GET /openapi.json`: docs/reference/openapi-access-server.json, which is edited by hand, with the server's origin.
//!
//! Tests compare its operations with the routes, its schemas of rules with those of `stagepass-rules`, and its other
//! schemas with all JSON responses that they read (`tests/support/src/openapi.rs`).

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use crate::state::AccessServer;

const DOCUMENT: &str = include_str!("../../../../docs/reference/openapi-access-server.json");

/// The origin that the document has in place of the server's own.
const EXAMPLE: &str = "https://gate.radio.example";

pub(crate) async fn show(State(server): State<Arc<AccessServer>>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], DOCUMENT.replace(EXAMPLE, server.service.audience().as_str()))
}
