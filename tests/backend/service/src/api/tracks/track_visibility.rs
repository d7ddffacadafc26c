//! Which tracks somebody may know of. One that is delisted is its owner's alone: to everybody else it is as if there were none, whatever they ask.

use crate::api::tracks::response::{TrackError, number};
use crate::state::Backend;
use stagepass_store::{TrackRecord, UserRecord};

/// The track whose number stands in an address, for `viewer` to see.
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

/// The track whose number stands in an address, which has to be this listener's.
pub(crate) async fn own(backend: &Backend, user: &UserRecord, id: &str) -> Result<TrackRecord, TrackError> {
    let track = visible(backend, Some(user), id).await?;
    if track.owner.user_id == user.user_id { Ok(track) } else { Err(TrackError::NotTheOwner) }
}
