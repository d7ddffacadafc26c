//! `DELETE {base}/tracks/{id}`.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;

use crate::api::caller::Writer;
use crate::api::tracks::refusal::TrackError;
use crate::api::tracks::track_visibility;
use crate::state::Backend;

pub(crate) async fn delete(
    State(backend): State<Arc<Backend>>,
    Writer(user): Writer,
    Path(id): Path<String>,
) -> Result<StatusCode, TrackError> {
    let track = track_visibility::own(&backend, &user, &id).await?;
    let is_deleted = backend.store.delete_track(track.track_id, user.user_id, backend.clock.now()).await?;
    // Another request may have deleted it first.
    if is_deleted { Ok(StatusCode::NO_CONTENT) } else { Err(TrackError::NoTrack) }
}
