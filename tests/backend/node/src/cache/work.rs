//! The contents that are checked or fetched in the background: two at a time, and a limited number waits. If one does
//! not fit, the next request for it tries again.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

const AT_ONCE: usize = 2;
/// The most contents that wait or are in progress.
pub(super) const MOST: usize = 64;

#[derive(Debug)]
pub(super) struct Work {
    pub(super) turns: Arc<Semaphore>,
    /// The contents that wait or are in progress.
    cids: Mutex<HashSet<String>>,
    tasks: Mutex<JoinSet<()>>,
}

impl Default for Work {
    fn default() -> Self {
        Self { turns: Arc::new(Semaphore::new(AT_ONCE)), cids: Mutex::default(), tasks: Mutex::default() }
    }
}

impl Work {
    /// Stops the tasks. Incomplete files are deleted.
    pub(super) fn end(&self) {
        self.tasks().abort_all();
    }

    pub(super) fn cids(&self) -> MutexGuard<'_, HashSet<String>> {
        self.cids.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn tasks(&self) -> MutexGuard<'_, JoinSet<()>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
