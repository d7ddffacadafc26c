//! `GET {base}/tracks/{id}/stream`: the address of the audio.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, RawQuery, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::json;

use crate::api::tracks::refusal::TrackError;
use crate::api::tracks::track_visibility;
use crate::state::Backend;
use stagepass_kit::parameters::Parameters;

/// Redirects to a node, or with `?no_redirect=true` returns the node's address. For a gated track, this address must be
/// signed by one of its authorities. It names the track, because others may have the same audio. A delisted track is
/// not found, not even by its owner, because no node would serve it.
pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, TrackError> {
    let track = track_visibility::visible(&backend, None, &id).await?;
    let node = backend.node_url.as_ref().ok_or(TrackError::NoNode)?;
    let url = format!("{}/tracks/cidstream/{}?track_id={}", node.as_str(), track.cid, track.track_id);
    let parameters = Parameters::from_form(query.unwrap_or_default().as_bytes());
    Ok(match parameters.optional("no_redirect") {
        Ok(Some("true")) => Json(json!({ "data": url })).into_response(),
        _ => (StatusCode::FOUND, [(header::LOCATION, url)]).into_response(),
    })
}
