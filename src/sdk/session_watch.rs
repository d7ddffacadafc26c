//! Notifies of changes of a session on this page or in this process.

use core::sync::atomic::{AtomicU64, Ordering};
use core::task::Waker;
use std::sync::{Mutex, PoisonError};

/// How often a session may have changed.
static CHANGES: AtomicU64 = AtomicU64::new(1);
/// The streams that wait for a change.
static WAITING: Mutex<Vec<Waker>> = Mutex::new(Vec::new());

/// Makes all [`SessionChanges`](crate::SessionChanges) read the session again.
pub(crate) fn may_have_changed() {
    CHANGES.fetch_add(1, Ordering::SeqCst);
    let waiting = core::mem::take(&mut *WAITING.lock().unwrap_or_else(PoisonError::into_inner));
    for waker in waiting {
        waker.wake();
    }
}

/// Returns the number of changes if it is not `seen`. Otherwise `waker` is woken at the next change.
pub(super) fn changes_after(seen: u64, waker: &Waker) -> Option<u64> {
    let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    let changes = CHANGES.load(Ordering::SeqCst);
    if changes != seen {
        return Some(changes);
    }
    if !waiting.iter().any(|other| other.will_wake(waker)) {
        waiting.push(waker.clone());
    }
    None
}
