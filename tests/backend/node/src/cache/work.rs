//! The contents that are filled in the background. Two at a time, one for each content, and no more than a few wait: whoever is
//! not taken is asked for again by the next listener.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

const AT_ONCE: usize = 2;
/// The most that wait and are done.
pub(super) const MOST: usize = 64;

#[derive(Debug)]
pub(super) struct Work {
    pub(super) turns: Arc<Semaphore>,
    /// What is waited for and done.
    cids: Mutex<HashSet<String>>,
    tasks: Mutex<JoinSet<()>>,
}

impl Default for Work {
    fn default() -> Self {
        Self { turns: Arc::new(Semaphore::new(AT_ONCE)), cids: Mutex::default(), tasks: Mutex::default() }
    }
}

impl Work {
    /// Ends it: what has not been fetched to its end is gone.
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
