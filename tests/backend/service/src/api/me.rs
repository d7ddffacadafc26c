//! `GET {base}/me`: the user of the access token. Other profiles have the same form.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;

use crate::api::access_token::Listener;
use crate::api::pictures::ProfilePicture;
use crate::state::Backend;
use stagepass_store::UserRecord;

/// A user. `data` has the same values in the form that older clients read.
#[derive(Serialize)]
pub(crate) struct Me {
    #[serde(flatten)]
    user: UserProfile,
    data: SnakeCaseProfile,
}

/// The profile of a user.
#[derive(Serialize)]
pub(crate) struct UserProfile {
    /// The ID of the user. It never changes.
    #[serde(rename = "userId")]
    user_id: i64,
    /// The displayed name.
    name: String,
    /// The unique name, without `@`.
    handle: String,
    /// Whether the operator has verified the user.
    verified: bool,
    #[serde(rename = "profilePicture", skip_serializing_if = "Option::is_none")]
    profile_picture: Option<ProfilePicture>,
}

impl Me {
    pub(crate) fn new(backend: &Backend, user: UserRecord) -> Self {
        Self { data: SnakeCaseProfile::new(backend, &user), user: UserProfile::new(backend, user) }
    }
}

impl UserProfile {
    pub(crate) fn new(backend: &Backend, user: UserRecord) -> Self {
        Self {
            profile_picture: user.picture_id.as_deref().map(|id| ProfilePicture::new(backend, id)),
            user_id: user.user_id,
            name: user.name,
            handle: user.handle,
            verified: user.verified,
        }
    }
}

/// The public profile of a user.
#[derive(Serialize)]
pub(crate) struct SnakeCaseProfile {
    /// `user_id` as a string.
    id: String,
    /// The ID of the user. It never changes.
    user_id: i64,
    /// The unique name, without `@`.
    handle: String,
    /// The displayed name.
    name: String,
    /// Whether the operator has verified the user.
    is_verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile_picture: Option<ProfilePicture>,
}

impl SnakeCaseProfile {
    pub(crate) fn new(backend: &Backend, user: &UserRecord) -> Self {
        Self {
            id: user.user_id.to_string(),
            user_id: user.user_id,
            handle: user.handle.clone(),
            name: user.name.clone(),
            is_verified: user.verified,
            profile_picture: user.picture_id.as_deref().map(|id| ProfilePicture::new(backend, id)),
        }
    }
}

pub(crate) async fn show(State(backend): State<Arc<Backend>>, Listener { user, .. }: Listener) -> Json<Me> {
    Json(Me::new(&backend, user))
}
