//! A key that no session is bound to yet.

use std::io;
use std::sync::Arc;

use super::keys::{DpopKey, DpopKeys, is_name};
use crate::sdk::environment::Task;

/// The key of a code exchange. Dropping it deletes the key, as when the login is aborted.
pub(super) struct UnusedKey {
    keys: Arc<dyn DpopKeys>,
    /// Empty if there is nothing left to delete.
    name: String,
    /// Runs a deletion that is not awaited.
    spawn: fn(Task<()>),
}

impl UnusedKey {
    /// Returns it before it is created. `None` if no key can have this name.
    pub(super) fn new(keys: &Arc<dyn DpopKeys>, name: &str, spawn: fn(Task<()>)) -> Option<Self> {
        is_name(name).then(|| Self { keys: Arc::clone(keys), name: name.to_owned(), spawn })
    }

    /// Creates the key.
    ///
    /// # Errors
    /// The error of the store.
    pub(super) async fn create(&self) -> io::Result<Arc<dyn DpopKey>> {
        self.keys.create(&self.name).await
    }

    /// A session is bound to it. Returns its name.
    pub(super) fn keep(mut self) -> String {
        std::mem::take(&mut self.name)
    }

    /// Deletes it before this returns, because the program may end after a login that has failed.
    pub(super) async fn delete(mut self) {
        let name = std::mem::take(&mut self.name);
        let _ = self.keys.remove(&name).await;
    }
}

impl Drop for UnusedKey {
    fn drop(&mut self) {
        let (keys, name) = (Arc::clone(&self.keys), std::mem::take(&mut self.name));
        if !name.is_empty() {
            (self.spawn)(Box::pin(async move {
                let _ = keys.remove(&name).await;
            }));
        }
    }
}
