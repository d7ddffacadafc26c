//! `DELETE {base}/tracks/{id}`: deletes a track that the app has made. Another one is only delisted: its owner deletes
//! it on the service's own page (`pages/tracks.rs`). An access server deletes what it made itself, and nothing else.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};

use crate::api::caller::TrackMaker;
use crate::api::tracks::refusal::TrackError;
use crate::api::tracks::response::one;
use crate::api::tracks::track_visibility;
use crate::state::Backend;
use stagepass_store::TrackChanges;

pub(crate) async fn delete(
    State(backend): State<Arc<Backend>>,
    TrackMaker { user, maker }: TrackMaker,
    Path(id): Path<String>,
) -> Result<Response, TrackError> {
    let track = track_visibility::own(&backend, &user, &id).await?;
    let now = backend.clock.now();
    // An access server only undoes what it made itself.
    if maker.access_server_id.is_some() && track.made_by.as_ref() != Some(&maker) {
        return Err(TrackError::NotTheMaker);
    }
    if track.made_by.as_ref().map(|made_by| &made_by.api_key) != Some(&maker.api_key) {
        let changes = TrackChanges { delisted: Some(true), ..TrackChanges::default() };
        backend.store.update_track(track.track_id, user.user_id, &changes, now).await?;
        let delisted = track_visibility::own(&backend, &user, &id).await?;
        return Ok(one(&backend, delisted).into_response());
    }
    let is_deleted = backend.store.delete_track(track.track_id, user.user_id, now).await?;
    // Another request may have deleted it first.
    if is_deleted { Ok(StatusCode::NO_CONTENT.into_response()) } else { Err(TrackError::NoTrack) }
}
