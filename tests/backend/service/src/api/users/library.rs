//! `{base}/users/{id}/library/tracks`: the tracks that a user saved. Only visible to this user.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;

use crate::api::caller::{Reader, Writer};
use crate::api::paging::Page;
use crate::api::tracks::refusal::TrackError;
use crate::api::tracks::response::{TrackPage, number, several};
use crate::api::tracks::track_visibility;
use crate::state::Backend;
use stagepass_store::UserRecord;

/// `GET`: returns the tracks, the last saved one first.
pub(crate) async fn list(
    State(backend): State<Arc<Backend>>,
    Reader(user): Reader,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Json<TrackPage>, TrackError> {
    own(&user, &id)?;
    let page = Page::read(&query.unwrap_or_default())?;
    let found = backend.store.saved_tracks(user.user_id, page.after, page.wanted()).await?;
    Ok(several(&backend, page, found))
}

/// `PUT …/{track_id}`: idempotent.
pub(crate) async fn save(
    State(backend): State<Arc<Backend>>,
    Writer(user): Writer,
    Path((id, track_id)): Path<(String, String)>,
) -> Result<StatusCode, TrackError> {
    own(&user, &id)?;
    let track = track_visibility::visible(&backend, Some(&user), &track_id).await?;
    match backend.store.save_track(user.user_id, track.track_id, backend.clock.now()).await? {
        None => Ok(StatusCode::NO_CONTENT),
        Some(limit) => Err(limit.into()),
    }
}

/// `DELETE …/{track_id}`: idempotent.
pub(crate) async fn remove(
    State(backend): State<Arc<Backend>>,
    Writer(user): Writer,
    Path((id, track_id)): Path<(String, String)>,
) -> Result<StatusCode, TrackError> {
    own(&user, &id)?;
    if let Some(track_id) = number(&track_id) {
        backend.store.unsave_track(user.user_id, track_id).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

fn own(user: &UserRecord, id: &str) -> Result<(), TrackError> {
    if number(id) == Some(user.user_id) { Ok(()) } else { Err(TrackError::NotTheListener) }
}
