//! The visibility of tracks. A delisted track is only visible to its owner. For all other users it does not exist.

use crate::api::tracks::refusal::TrackError;
use crate::api::tracks::response::number;
use crate::state::Backend;
use stagepass_store::{TrackRecord, UserRecord};

/// Returns the track with the ID in an address, if it is visible to `viewer`.
pub(crate) async fn visible(
    backend: &Backend,
    viewer: Option<&UserRecord>,
    id: &str,
) -> Result<TrackRecord, TrackError> {
    let track_id = number(id).ok_or(TrackError::NoTrack)?;
    let track = backend.store.track(track_id).await?.ok_or(TrackError::NoTrack)?;
    let is_own = viewer.is_some_and(|viewer| viewer.user_id == track.owner.user_id);
    if track.delisted && !is_own { Err(TrackError::NoTrack) } else { Ok(track) }
}

/// Returns the track with the ID in an address, if it belongs to this user.
pub(crate) async fn own(backend: &Backend, user: &UserRecord, id: &str) -> Result<TrackRecord, TrackError> {
    let track = visible(backend, Some(user), id).await?;
    if track.owner.user_id == user.user_id { Ok(track) } else { Err(TrackError::NotTheOwner) }
}
