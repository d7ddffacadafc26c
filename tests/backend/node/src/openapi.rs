//! `GET /openapi.json`: docs/reference/openapi-node.json, which is edited by hand. It names no server, because a node
//! does not know its public address.

use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

const DOCUMENT: &str = include_str!("../../../../docs/reference/openapi-node.json");

pub(super) async fn show() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], DOCUMENT)
}
