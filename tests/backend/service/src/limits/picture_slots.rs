//! Admits pictures. Their bodies are in memory until they are decoded and stored, so only a few are in progress at
//! once.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::limits::throttle::{self, ThrottleError};
use crate::state::Backend;
use stagepass_media::picture::PictureError;

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
}

/// Admits a picture for an account or one of its tracks, and counts it. Call this before the first byte of the body is
/// read, and hold the slot until the picture is stored.
pub(crate) async fn admit(backend: &Backend, user_id: i64) -> Result<PictureSlot, AdmissionError> {
    let slot = backend.picture_slots.take(user_id)?;
    throttle::count_picture(backend, user_id).await?;
    Ok(slot)
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
