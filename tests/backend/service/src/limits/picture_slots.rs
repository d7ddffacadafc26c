//! How many pictures are in progress at once: their bodies are in memory until they are decoded and stored.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many pictures are in progress at once, of all users: at most 5 MB each.
const AT_ONCE: usize = 16;
/// How many of them one user can have.
const OF_USER: usize = 2;

/// The users of the pictures in progress, once for each picture.
#[derive(Debug, Default)]
pub(crate) struct PictureSlots(Mutex<Vec<i64>>);

/// Admits one picture until it is dropped.
#[derive(Debug)]
pub(crate) struct PictureSlot {
    slots: Arc<PictureSlots>,
    user_id: i64,
}

/// Why there is no slot.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoSlot {
    /// The user has pictures in progress.
    OfUser,
    /// Others have.
    AtAll,
}

impl PictureSlots {
    /// Takes a slot for a picture of this user.
    pub(crate) fn take(self: &Arc<Self>, user_id: i64) -> Result<PictureSlot, NoSlot> {
        let mut users = self.lock();
        if users.iter().filter(|other| **other == user_id).count() >= OF_USER {
            return Err(NoSlot::OfUser);
        }
        if users.len() >= AT_ONCE {
            return Err(NoSlot::AtAll);
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
