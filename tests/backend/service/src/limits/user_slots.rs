//! How many expensive operations of one kind are in progress at once, of a user and of all.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The users of the operations in progress, once for each.
#[derive(Debug)]
pub(crate) struct UserSlots {
    of_user: usize,
    in_all: usize,
    users: Mutex<Vec<i64>>,
}

/// Admits one operation until it is dropped.
#[derive(Debug)]
pub(crate) struct UserSlot {
    slots: Arc<UserSlots>,
    user_id: i64,
}

/// Why there is no slot.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoSlot {
    /// The user has all that one user may have.
    OfUser,
    /// Others have.
    AtAll,
}

impl UserSlots {
    pub(crate) fn new(of_user: usize, in_all: usize) -> Arc<Self> {
        Arc::new(Self { of_user, in_all, users: Mutex::default() })
    }

    pub(crate) fn take(self: &Arc<Self>, user_id: i64) -> Result<UserSlot, NoSlot> {
        let mut users = self.lock();
        if users.iter().filter(|other| **other == user_id).count() >= self.of_user {
            return Err(NoSlot::OfUser);
        }
        if users.len() >= self.in_all {
            return Err(NoSlot::AtAll);
        }
        users.push(user_id);
        Ok(UserSlot { slots: Arc::clone(self), user_id })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<i64>> {
        self.users.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UserSlot {
    fn drop(&mut self) {
        let mut users = self.slots.lock();
        if let Some(position) = users.iter().position(|user_id| *user_id == self.user_id) {
            users.swap_remove(position);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_of_user_and_of_all_are_limited() {
        let slots = UserSlots::new(1, 8);
        let mut taken: Vec<_> = (0..8).map(|user_id| slots.take(user_id).unwrap()).collect();
        assert_eq!(slots.take(9).unwrap_err(), NoSlot::AtAll);
        taken.remove(0);
        assert_eq!(slots.take(1).unwrap_err(), NoSlot::OfUser);
        assert!(slots.take(9).is_ok());
    }
}
