//! The response at unknown addresses.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};

use crate::pages::page::is_for_a_person;
use crate::pages::problem::Problem;
use crate::state::Backend;

pub(crate) async fn show(State(backend): State<Arc<Backend>>, headers: HeaderMap, request: Request) -> Response {
    if is_for_a_person(&headers) {
        let base = backend.base_url.path();
        return Problem::not_found(base, request.uri().path()).respond(base);
    }
    let body = serde_json::json!({ "error": "not_found", "error_description": "there is nothing at this address" });
    (StatusCode::NOT_FOUND, axum::Json(body)).into_response()
}
