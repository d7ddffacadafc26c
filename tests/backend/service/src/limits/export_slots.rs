//! How many exports of users' data are in progress at once. Each has a thread, for about six hours at most.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many there are at once, at most one of a user.
const AT_ONCE: usize = 8;

/// The users of the exports in progress.
#[derive(Debug, Default)]
pub(crate) struct ExportSlots(Mutex<HashSet<i64>>);

/// Admits one export until it is dropped.
#[derive(Debug)]
pub(crate) struct ExportSlot {
    slots: Arc<ExportSlots>,
    user_id: i64,
}

impl ExportSlots {
    /// Takes a slot for an export of this user. `None` if the user has one, or all are taken.
    pub(crate) fn take(self: &Arc<Self>, user_id: i64) -> Option<ExportSlot> {
        let mut users = self.lock();
        let is_free = users.len() < AT_ONCE && users.insert(user_id);
        is_free.then(|| ExportSlot { slots: Arc::clone(self), user_id })
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ExportSlot {
    fn drop(&mut self) {
        self.slots.lock().remove(&self.user_id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_has_one_and_all_have_eight() {
        let slots = Arc::<ExportSlots>::default();
        let mut taken: Vec<_> = (0..8).map(|user_id| slots.take(user_id).unwrap()).collect();
        assert!(slots.take(9).is_none());
        taken.remove(0);
        assert!(slots.take(1).is_none());
        assert!(slots.take(9).is_some());
    }
}
