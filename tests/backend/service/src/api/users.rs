//! `{base}/users/{id}` and `{base}/users/handle/{handle}`: profiles of users.
//!
//! A user with a listed track has a public profile. Others have none: with their handles, any client could find out
//! which are taken, and sign-up limits that. Servers read all. An access server looks users up by handle, and stores
//! their IDs.

pub(crate) mod library;
pub(crate) mod tracks;

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};

use crate::api::caller::ProfileReader;
use crate::api::me::Me;
use crate::api::tracks::refusal::TrackError;
use crate::api::tracks::response::number;
use crate::state::Backend;
use stagepass_store::UserRecord;

/// Returns the user with this ID.
pub(crate) async fn by_number(
    State(backend): State<Arc<Backend>>,
    reader: ProfileReader,
    Path(id): Path<String>,
) -> Result<Json<Me>, TrackError> {
    let user_id = number(&id).ok_or(TrackError::NoUser)?;
    shown(&backend, &reader, backend.store.user(user_id).await?).await
}

/// Returns the user with this handle, without regard to case.
pub(crate) async fn by_handle(
    State(backend): State<Arc<Backend>>,
    reader: ProfileReader,
    Path(handle): Path<String>,
) -> Result<Json<Me>, TrackError> {
    shown(&backend, &reader, backend.store.user_of_handle(&handle).await?).await
}

async fn shown(backend: &Backend, reader: &ProfileReader, user: Option<UserRecord>) -> Result<Json<Me>, TrackError> {
    let user = user.ok_or(TrackError::NoUser)?;
    let is_shown = match reader {
        ProfileReader::Server => true,
        ProfileReader::Viewer(Some(viewer)) if viewer.user_id == user.user_id => true,
        ProfileReader::Viewer(_) => backend.store.has_listed_track(user.user_id).await?,
    };
    if is_shown { Ok(Json(Me::new(backend, user))) } else { Err(TrackError::NoUser) }
}
