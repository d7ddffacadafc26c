//! Permits to inspect files: a few at once, and one for each user. So the files of one user never delay another user's
//! by more than one inspection.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// How many files are inspected at once. Each needs a processor, and memory up to its decoder's limit.
const AT_ONCE: usize = 2;
/// How long a file waits for inspection.
const WAIT: Duration = Duration::from_secs(20);

/// Admits inspections.
#[derive(Debug)]
pub(crate) struct InspectionPermits {
    places: Arc<Semaphore>,
    /// The users who have a permit, or wait for one of `places`.
    users: Mutex<HashSet<i64>>,
    ended: Notify,
}

/// Admits one inspection until it is dropped.
#[derive(Debug)]
pub struct InspectionPermit {
    _place: OwnedSemaphorePermit,
    _turn: UserTurn,
}

/// The only file of a user that is inspected, or waits for one of the places.
#[derive(Debug)]
struct UserTurn {
    permits: Arc<InspectionPermits>,
    user_id: i64,
}

impl Default for InspectionPermits {
    fn default() -> Self {
        Self { places: Arc::new(Semaphore::new(AT_ONCE)), users: Mutex::default(), ended: Notify::default() }
    }
}

impl InspectionPermits {
    /// Waits for a permit. `None` if there is none in time.
    pub(crate) async fn take(self: &Arc<Self>, user_id: i64) -> Option<InspectionPermit> {
        let permit = async {
            let turn = self.turn(user_id).await;
            let place = Arc::clone(&self.places).acquire_owned().await.ok()?;
            Some(InspectionPermit { _place: place, _turn: turn })
        };
        tokio::time::timeout(WAIT, permit).await.ok().flatten()
    }

    async fn turn(self: &Arc<Self>, user_id: i64) -> UserTurn {
        loop {
            // Created before the check, so that no notification is missed.
            let ended = self.ended.notified();
            if self.lock().insert(user_id) {
                return UserTurn { permits: Arc::clone(self), user_id };
            }
            ended.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<i64>> {
        self.users.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UserTurn {
    fn drop(&mut self) {
        self.permits.lock().remove(&self.user_id);
        self.permits.ended.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time is paused: a wait that is in vain ends at once.
    #[tokio::test(start_paused = true)]
    async fn one_user_never_has_all_places() {
        let permits = Arc::<InspectionPermits>::default();
        let first = permits.take(1).await.unwrap();
        assert!(permits.take(1).await.is_none());
        let other = permits.take(2).await.unwrap();
        assert!(permits.take(3).await.is_none());
        let waiting = tokio::spawn({
            let permits = Arc::clone(&permits);
            async move { permits.take(1).await.is_some() }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(first);
        assert!(waiting.await.unwrap());
        drop(other);
        assert!(permits.lock().is_empty());
    }
}
