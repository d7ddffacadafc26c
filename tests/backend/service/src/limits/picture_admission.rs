//! Admits pictures: a few at once, a few an hour for each user, and none once the disk of the database, in which they
//! are stored, has no more than its reserve left.

use std::io;

use super::throttle::{self, ThrottleError};
use super::user_slots::{NoSlot, UserSlot};
use crate::state::Backend;
use stagepass_kit::disk::Disks;
use stagepass_media::picture::{Picture, PictureError};

/// The seconds to wait after a refusal, if that is not about the number of pictures in an hour.
pub(crate) const RETRY_AFTER: i64 = 5;

/// Why a picture is not admitted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AdmissionError {
    #[error(transparent)]
    Throttle(#[from] ThrottleError),
    #[error(transparent)]
    Picture(#[from] PictureError),
    #[error("the service has no space for pictures: try again later")]
    StorageFull,
    #[error(transparent)]
    Disk(#[from] io::Error),
}

impl From<NoSlot> for AdmissionError {
    fn from(error: NoSlot) -> Self {
        match error {
            NoSlot::OfUser => ThrottleError::TooMany { retry_after: RETRY_AFTER }.into(),
            NoSlot::AtAll => PictureError::Busy.into(),
        }
    }
}

/// Admits a picture for an account or one of its tracks, and counts it. Call this before the first byte of the body is
/// read, and hold the slot until the picture is stored.
pub(crate) async fn admit(backend: &Backend, user_id: i64) -> Result<UserSlot, AdmissionError> {
    check_space(backend).await?;
    let slot = backend.picture_slots.take(user_id)?;
    throttle::count_picture(backend, user_id).await?;
    Ok(slot)
}

/// Decodes an admitted picture. Checks the space again, because others were stored since it was admitted.
pub(crate) async fn decode(backend: &Backend, _: &UserSlot, file: Vec<u8>) -> Result<Picture, AdmissionError> {
    let picture = backend.pictures.read(file, &*backend.entropy).await?;
    check_space(backend).await?;
    Ok(picture)
}

async fn check_space(backend: &Backend) -> Result<(), AdmissionError> {
    if backend.media.disks().ask(Disks::is_database_low).await? { Err(AdmissionError::StorageFull) } else { Ok(()) }
}
