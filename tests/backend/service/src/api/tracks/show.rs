//! `GET {base}/tracks/{id}`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde_json::Value;

use crate::api::caller::Viewer;
use crate::api::tracks::refusal::TrackError;
use crate::api::tracks::response::one;
use crate::api::tracks::track_visibility;
use crate::state::Backend;

pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    Viewer(viewer): Viewer,
    Path(id): Path<String>,
) -> Result<Json<Value>, TrackError> {
    let track = track_visibility::visible(&backend, viewer.as_ref(), &id).await?;
    Ok(one(&backend, track))
}
