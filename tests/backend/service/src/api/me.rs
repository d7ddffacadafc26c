//! `GET {base}/me`: the user of the access token.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Serialize;

use crate::api::bearer::Listener;
use crate::api::pictures::ProfilePicture;
use crate::state::Backend;
use stagepass_store::UserRecord;

/// The flat members, and under `data` the same in the shape that older clients read.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Me {
    #[serde(rename = "userId")]
    user_id: i64,
    name: String,
    handle: String,
    verified: bool,
    #[serde(rename = "profilePicture", skip_serializing_if = "Option::is_none")]
    profile_picture: Option<ProfilePicture>,
    data: SnakeCaseProfile,
}

/// A listener, as the API shows them.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SnakeCaseProfile {
    id: String,
    user_id: i64,
    handle: String,
    name: String,
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
    let profile_picture = user.picture_id.as_deref().map(|id| ProfilePicture::new(&backend, id));
    Json(Me {
        data: SnakeCaseProfile::new(&backend, &user),
        user_id: user.user_id,
        name: user.name,
        handle: user.handle,
        verified: user.verified,
        profile_picture,
    })
}
