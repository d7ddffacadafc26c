//! One at a time: the bytes of two requests for one upload are never mixed. Of several services, each has turns of its own: what keeps those apart is
//! that progress is noted only from where it stood ([`Store::advance_upload`](stagepass_store::Store::advance_upload)).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, OwnedMutexGuard, watch};

/// How long a request waits for its turn.
pub(super) const WAIT: Duration = Duration::from_secs(10);

/// The uploads that somebody works on or waits for.
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

/// Nobody else works on the upload until this is dropped.
#[derive(Debug)]
pub(super) struct UploadLock {
    // Dropped in this order: the gate opens, then the upload is forgotten if nobody waits at it.
    _gate: OwnedMutexGuard<()>,
    request: LockRequest,
}

impl UploadLock {
    /// Returns once somebody else waits.
    pub(super) async fn awaited(&self) {
        // An error means that the sender is gone; this turn holds it.
        let _ = self.request.upload.waiting.subscribe().wait_for(|waiting| *waiting > 0).await;
    }

    /// Returns once somebody waits who is going to delete the upload.
    pub(super) async fn ended(&self) {
        // As above.
        let _ = self.request.upload.ended.subscribe().wait_for(|ended| *ended).await;
    }
}

impl UploadLocks {
    /// The next turn; `None` if it has not come in time.
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

    /// The last turn: whoever has one is told to end. `None` if that has not happened in time.
    pub(super) async fn take_to_end(self: &Arc<Self>, upload_id: &str, wait: Duration) -> Option<UploadLock> {
        let request = self.request(upload_id);
        request.upload.ended.send_replace(true);
        let lock = self.take(upload_id, wait).await;
        // Whoever has waited as well sees for themselves what has become of it.
        request.upload.ended.send_replace(false);
        lock
    }

    /// Returns once nobody works on any upload.
    pub(crate) async fn all_over(&self) {
        loop {
            // Made before looking: what is told in between is not missed.
            let over = self.over.notified();
            if self.lock().is_empty() {
                return;
            }
            over.await;
        }
    }

    /// A turn if nobody has one.
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

/// Somebody who works on an upload, or waits.
#[derive(Debug)]
struct LockRequest {
    locks: Arc<UploadLocks>,
    upload_id: String,
    upload: Arc<Upload>,
}

impl Drop for LockRequest {
    fn drop(&mut self) {
        // The table's and this one: nobody else can come by one while the table is locked.
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
    async fn one_at_a_time_and_nothing_is_left_behind() {
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
    async fn whoever_deletes_it_tells_the_others() {
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
    async fn nobody_waits_for_ever() {
        let locks = Arc::new(UploadLocks::default());
        let first = locks.take("a", WAIT).await.unwrap();
        assert!(locks.take("a", Duration::from_millis(1)).await.is_none());
        drop(first);
        assert!(locks.lock().is_empty());
    }
}
