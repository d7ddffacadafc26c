//! `GET {base}/healthz`: whether the service and its database answer.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::service::Backend;

pub(crate) async fn show(State(backend): State<Arc<Backend>>) -> (StatusCode, Json<Value>) {
    match backend.store.ping().await {
        Ok(()) => (StatusCode::OK, Json(json!({ "status": "ok" }))),
        Err(error) => {
            tracing::error!(%error, "the store failed");
            (StatusCode::SERVICE_UNAVAILABLE, Json(json!({ "status": "the database does not answer" })))
        }
    }
}
