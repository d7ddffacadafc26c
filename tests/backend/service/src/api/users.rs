//! `{base}/users/{id}` and `{base}/users/handle/{handle}`: public profiles of users.
//!
//! An access server looks users up by handle, and stores their IDs.

pub(crate) mod library;
pub(crate) mod tracks;

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use schemars::JsonSchema;
use serde::Serialize;

use crate::api::server::Server;
use crate::api::tracks::refusal::TrackError;
use crate::api::tracks::response::number;
use crate::state::Backend;
use stagepass_store::UserRecord;

/// `{"data": …}`
#[derive(Serialize)]
pub(crate) struct UserResponse {
    data: UserProfile,
}

/// A user.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "User")]
pub(crate) struct UserProfile {
    /// The ID of the user. It never changes.
    user_id: i64,
    /// The unique name, without `@`.
    handle: String,
    /// The displayed name.
    name: String,
    /// Whether the operator has verified the user.
    is_verified: bool,
}

/// Returns the user with this ID.
pub(crate) async fn by_number(
    State(backend): State<Arc<Backend>>,
    _server: Server,
    Path(id): Path<String>,
) -> Result<Json<UserResponse>, TrackError> {
    let user_id = number(&id).ok_or(TrackError::NoUser)?;
    found(backend.store.user(user_id).await?)
}

/// Returns the user with this handle, without regard to case.
pub(crate) async fn by_handle(
    State(backend): State<Arc<Backend>>,
    _server: Server,
    Path(handle): Path<String>,
) -> Result<Json<UserResponse>, TrackError> {
    found(backend.store.user_of_handle(&handle).await?)
}

fn found(user: Option<UserRecord>) -> Result<Json<UserResponse>, TrackError> {
    let UserRecord { user_id, handle, name, verified, .. } = user.ok_or(TrackError::NoUser)?;
    Ok(Json(UserResponse { data: UserProfile { user_id, handle, name, is_verified: verified } }))
}
