//! `GET {base}/tracks/{id}/stream`: where the audio is.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, RawQuery, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::json;

use crate::parameters::Parameters;
use crate::service::Backend;
use crate::service::track_answer::{TrackError, number};

/// A redirect to a node, or with `?no_redirect=true` its address. A gated track's is of no use until one of its authorities has signed it.
pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, TrackError> {
    let track_id = number(&id).ok_or(TrackError::NoTrack)?;
    let track = backend.store.track(track_id).await?.ok_or(TrackError::NoTrack)?;
    let node = backend.node_url.as_ref().ok_or(TrackError::NoNode)?;
    let url = format!("{}/tracks/cidstream/{}", node.as_str(), track.cid);
    let parameters = Parameters::from_form(query.unwrap_or_default().as_bytes());
    Ok(match parameters.optional("no_redirect") {
        Ok(Some("true")) => Json(json!({ "data": url })).into_response(),
        _ => (StatusCode::FOUND, [(header::LOCATION, url)]).into_response(),
    })
}
