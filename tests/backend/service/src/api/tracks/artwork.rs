//! `{base}/tracks/{id}/artwork`: `PUT` sets the artwork to a PNG or JPEG body. `DELETE` removes it.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use http_body_util::BodyExt as _;
use serde_json::Value;

use crate::api::caller::Writer;
use crate::api::tracks::refusal::TrackError;
use crate::api::tracks::response::one;
use crate::api::tracks::track_visibility;
use crate::limits::picture_admission;
use crate::pages::account::picture::BODY_LIMIT;
use crate::state::Backend;
use stagepass_media::picture::{MAX_BYTES, PictureError};

pub(crate) async fn replace(
    State(backend): State<Arc<Backend>>,
    Writer(user): Writer,
    Path(id): Path<String>,
    body: Body,
) -> Result<Json<Value>, TrackError> {
    // Before the body is read, so that only the owner can send 5 MB.
    let track = track_visibility::own(&backend, &user, &id).await?;
    let slot = picture_admission::admit(&backend, user.user_id).await?;
    let file = read(body).await?;
    let picture = picture_admission::decode(&backend, &slot, file).await?;
    let new = Some((picture.id.as_str(), picture.files.as_slice()));
    if !backend.store.set_artwork(track.track_id, user.user_id, new).await? {
        return Err(TrackError::NoTrack);
    }
    Ok(one(&backend, track_visibility::own(&backend, &user, &id).await?))
}

pub(crate) async fn remove(
    State(backend): State<Arc<Backend>>,
    Writer(user): Writer,
    Path(id): Path<String>,
) -> Result<StatusCode, TrackError> {
    let track = track_visibility::own(&backend, &user, &id).await?;
    let is_removed = backend.store.set_artwork(track.track_id, user.user_id, None).await?;
    if is_removed { Ok(StatusCode::NO_CONTENT) } else { Err(TrackError::NoTrack) }
}

/// Reads the whole body. If it is too large for a picture, the rest is read and discarded, because many clients read no
/// response while they send.
async fn read(mut body: Body) -> Result<Vec<u8>, TrackError> {
    let (mut file, mut size) = (Vec::new(), 0_usize);
    while let Some(frame) = body.frame().await {
        // Trailers are ignored.
        let Ok(chunk) = frame.map_err(|_| TrackError::BrokenOff)?.into_data() else { continue };
        size = size.saturating_add(chunk.len());
        if size <= MAX_BYTES {
            file.extend_from_slice(&chunk);
        } else if size <= BODY_LIMIT {
            file = Vec::new();
        } else {
            break;
        }
    }
    if size > MAX_BYTES { Err(PictureError::TooLarge.into()) } else { Ok(file) }
}
