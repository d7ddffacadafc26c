//! `GET /tracks/{trackId}/access`: whether the caller may hear the track, and why not. Signs nothing.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::HeaderMap;
use serde_json::{Map, Value};

use super::track_id;
use crate::decision::refusal;
use crate::error_answer::AccessError;
use crate::state::AccessServer;

pub(crate) async fn show(
    State(server): State<Arc<AccessServer>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
) -> Result<Json<Map<String, Value>>, AccessError> {
    let decision = server.decision(track_id::of(path)?, peer, &headers).await?;
    Ok(Json(refusal::allowed_or_not(decision.outcome.err().as_ref())))
}
