//! A lock for each upload, so that two requests never mix their bytes. Each service has its own locks. Between
//! services, progress is only recorded if the offset is still the expected one
//! ([`Store::advance_upload`](stagepass_store::Store::advance_upload)).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, OwnedMutexGuard, watch};

/// How long a request waits for the lock.
pub(super) const WAIT: Duration = Duration::from_secs(10);

/// The uploads that are locked or waited for.
#[derive(Debug, Default)]
pub(crate) struct UploadLocks {
    uploads: Mutex<HashMap<String, Arc<Upload>>>,
    over: Notify,
}

#[derive(Debug, Default)]
struct Upload {
    gate: Arc<tokio::sync::Mutex<()>>,
    waiting: watch::Sender<usize>,
    ended: watch::Sender<bool>,
}

/// Holds the lock of an upload until it is dropped.
#[derive(Debug)]
pub(super) struct UploadLock {
    // Dropped in this order: the lock is released, then the upload is removed if nothing waits for it.
    _gate: OwnedMutexGuard<()>,
    request: LockRequest,
}

impl UploadLock {
    /// Returns once another request waits.
    pub(super) async fn awaited(&self) {
        // An error would mean that the sender is gone, but this lock holds it.
        let _ = self.request.upload.waiting.subscribe().wait_for(|waiting| *waiting > 0).await;
    }

    /// Returns once a request waits that deletes the upload.
    pub(super) async fn ended(&self) {
        // As above.
        let _ = self.request.upload.ended.subscribe().wait_for(|ended| *ended).await;
    }
}

impl UploadLocks {
    /// Waits for the lock. `None` if it is not free in time.
    pub(super) async fn take(self: &Arc<Self>, upload_id: &str, wait: Duration) -> Option<UploadLock> {
        let request = self.request(upload_id);
        let gate = Arc::clone(&request.upload.gate);
        if let Ok(gate) = Arc::clone(&gate).try_lock_owned() {
            return Some(UploadLock { _gate: gate, request });
        }
        let waiting = WaitGuard::new(&request.upload);
        let gate = tokio::time::timeout(wait, gate.lock_owned()).await.ok();
        drop(waiting);
        gate.map(|gate| UploadLock { _gate: gate, request })
    }

    /// Asks the holder to end, and waits for the lock. Returns `None` if it is not free in time.
    pub(super) async fn take_to_end(self: &Arc<Self>, upload_id: &str, wait: Duration) -> Option<UploadLock> {
        let request = self.request(upload_id);
        request.upload.ended.send_replace(true);
        let lock = self.take(upload_id, wait).await;
        // Other waiting requests then see that the upload is gone.
        request.upload.ended.send_replace(false);
        lock
    }

    /// Returns once no upload is locked.
    pub(crate) async fn all_over(&self) {
        loop {
            // Created before the check, so that no notification is missed.
            let over = self.over.notified();
            if self.lock().is_empty() {
                return;
            }
            over.await;
        }
    }

    /// Returns the lock if it is free.
    pub(super) fn take_at_once(self: &Arc<Self>, upload_id: &str) -> Option<UploadLock> {
        let request = self.request(upload_id);
        let gate = Arc::clone(&request.upload.gate).try_lock_owned().ok()?;
        Some(UploadLock { _gate: gate, request })
    }

    fn request(self: &Arc<Self>, upload_id: &str) -> LockRequest {
        let upload = Arc::clone(self.lock().entry(upload_id.to_owned()).or_default());
        LockRequest { locks: Arc::clone(self), upload_id: upload_id.to_owned(), upload }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Upload>>> {
        self.uploads.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that holds the lock or waits for it.
#[derive(Debug)]
struct LockRequest {
    locks: Arc<UploadLocks>,
    upload_id: String,
    upload: Arc<Upload>,
}

impl Drop for LockRequest {
    fn drop(&mut self) {
        // The table has one reference and this is another. No more can be created while the table is locked.
        let mut uploads = self.locks.lock();
        if Arc::strong_count(&self.upload) == 2 {
            uploads.remove(&self.upload_id);
        }
        if uploads.is_empty() {
            self.locks.over.notify_waiters();
        }
    }
}

struct WaitGuard<'a>(&'a Upload);

impl<'a> WaitGuard<'a> {
    fn new(upload: &'a Upload) -> Self {
        upload.waiting.send_modify(|waiting| *waiting += 1);
        Self(upload)
    }
}

impl Drop for WaitGuard<'_> {
    fn drop(&mut self) {
        self.0.waiting.send_modify(|waiting| *waiting -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn lock_is_exclusive_and_removed_after_use() {
        let locks = Arc::new(UploadLocks::default());
        let first = locks.take("a", WAIT).await.unwrap();
        assert!(locks.take_at_once("a").is_none());
        assert!(locks.take_at_once("b").is_some());
        let second = tokio::spawn({
            let locks = Arc::clone(&locks);
            async move { locks.take("a", WAIT).await.is_some() }
        });
        first.awaited().await;
        assert!(!second.is_finished());
        drop(first);
        assert!(second.await.unwrap());
        assert!(locks.lock().is_empty());
    }

    #[tokio::test]
    async fn deletion_notifies_lock_holder_and_takes_lock() {
        let locks = Arc::new(UploadLocks::default());
        let first = locks.take("a", WAIT).await.unwrap();
        let last = tokio::spawn({
            let locks = Arc::clone(&locks);
            async move { locks.take_to_end("a", WAIT).await.is_some() }
        });
        first.ended().await;
        let over = tokio::spawn({
            let locks = Arc::clone(&locks);
            async move { locks.all_over().await }
        });
        drop(first);
        assert!(last.await.unwrap());
        over.await.unwrap();
        locks.all_over().await;
        assert!(locks.lock().is_empty());
    }

    #[tokio::test]
    async fn refused_deletion_ends_no_later_request() {
        let locks = Arc::new(UploadLocks::default());
        let first = locks.take("a", WAIT).await.unwrap();
        assert!(locks.take_to_end("a", Duration::from_millis(1)).await.is_none());
        assert!(tokio::time::timeout(Duration::from_millis(1), first.ended()).await.is_err());
    }

    #[tokio::test]
    async fn waiting_for_held_lock_times_out() {
        let locks = Arc::new(UploadLocks::default());
        let first = locks.take("a", WAIT).await.unwrap();
        assert!(locks.take("a", Duration::from_millis(1)).await.is_none());
        drop(first);
        assert!(locks.lock().is_empty());
    }
}
