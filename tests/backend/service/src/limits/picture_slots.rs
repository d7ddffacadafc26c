//! Admits pictures. Their bodies are in memory until they are decoded and stored, so only a few are in progress at
//! once. They are stored in the database, so none is admitted once its disk has no more than the reserve left.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::limits::throttle::{self, ThrottleError};
use crate::state::Backend;
use stagepass_kit::disk::Disks;
use stagepass_media::picture::{Picture, PictureError};

/// How many pictures are in progress at once, of all users: at most 5 MB each.
const AT_ONCE: usize = 16;
/// How many of them one user can have.
const OF_USER: usize = 2;
/// The seconds to wait after a refusal, if that is not about the number of pictures in an hour.
pub(crate) const RETRY_AFTER: i64 = 5;

/// The users of the pictures in progress, once for each picture.
#[derive(Debug, Default)]
pub(crate) struct PictureSlots(Mutex<Vec<i64>>);

/// Admits one picture until it is dropped.
#[derive(Debug)]
pub(crate) struct PictureSlot {
    slots: Arc<PictureSlots>,
    user_id: i64,
}

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

/// Admits a picture for an account or one of its tracks, and counts it. Call this before the first byte of the body is
/// read, and hold the slot until the picture is stored.
pub(crate) async fn admit(backend: &Backend, user_id: i64) -> Result<PictureSlot, AdmissionError> {
    check_space(backend).await?;
    let slot = backend.picture_slots.take(user_id)?;
    throttle::count_picture(backend, user_id).await?;
    Ok(slot)
}

/// Checks that the disk of the database has more than its reserve left.
async fn check_space(backend: &Backend) -> Result<(), AdmissionError> {
    if backend.media.disks().ask(Disks::is_database_low).await? { Err(AdmissionError::StorageFull) } else { Ok(()) }
}

impl PictureSlot {
    /// Decodes the picture of this slot. Checks the space again, because others were stored since it was admitted.
    pub(crate) async fn decode(&self, backend: &Backend, file: Vec<u8>) -> Result<Picture, AdmissionError> {
        let picture = backend.pictures.read(file, &*backend.entropy).await?;
        check_space(backend).await?;
        Ok(picture)
    }
}

impl PictureSlots {
    fn take(self: &Arc<Self>, user_id: i64) -> Result<PictureSlot, AdmissionError> {
        let mut users = self.lock();
        if users.iter().filter(|other| **other == user_id).count() >= OF_USER {
            return Err(ThrottleError::TooMany { retry_after: RETRY_AFTER }.into());
        }
        if users.len() >= AT_ONCE {
            return Err(PictureError::Busy.into());
        }
        users.push(user_id);
        Ok(PictureSlot { slots: Arc::clone(self), user_id })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PictureSlot {
    fn drop(&mut self) {
        let mut users = self.slots.lock();
        if let Some(position) = users.iter().position(|user_id| *user_id == self.user_id) {
            users.swap_remove(position);
        }
    }
}
