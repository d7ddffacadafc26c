//! Error responses of the API: `{"error": "<code>", "error_description": "<sentence>"}`, as in RFC 6749 §5.2.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;

#[derive(Serialize)]
struct Body {
    error: &'static str,
    error_description: String,
}

/// Returns a response with `status`, the stable `code`, and `reason` as its description.
pub(crate) fn error_answer(status: StatusCode, code: &'static str, reason: &dyn std::error::Error) -> Response {
    tracing::debug!(error = code, %reason, "refused");
    (status, Json(Body { error: code, error_description: reason.to_string() })).into_response()
}
