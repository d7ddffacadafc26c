//! What performs the effects of a flow, and how its caller aborts it.

use core::future::poll_fn;
use core::pin::pin;
use core::sync::atomic::{AtomicBool, Ordering};
use core::task::{Poll, Waker};
use std::sync::{Mutex, MutexGuard, PoisonError};

use stagepass_core::effect::Effect;

use super::parsed::Outcome;
use crate::shared::{MaybeSend, Shared};

/// Performs the effects of one flow. Three implementations: a browser's, a phone's and the native one.
///
/// It owns all that the flow opens, such as a lock, and releases it when it is dropped.
pub(crate) trait Platform: MaybeSend + 'static {
    /// Performs `effect`. Dropping the future aborts it. Only asked for storage if `drive` has no
    /// [`Stores`](super::storage::Stores).
    fn perform(&mut self, effect: Effect) -> impl Future<Output = Outcome> + MaybeSend;
}

/// Whether the caller of a call has aborted it.
#[derive(Clone, Default)]
pub(crate) struct Abort(Shared<AbortState>);

#[derive(Default)]
struct AbortState {
    is_aborted: AtomicBool,
    /// Wakes the task that waits in [`Abort::or`].
    waker: Mutex<Option<Waker>>,
}

impl Abort {
    /// Aborts the call.
    #[cfg(any(feature = "rust", feature = "js"))]
    pub(crate) fn abort(&self) {
        self.0.is_aborted.store(true, Ordering::SeqCst);
        if let Some(waker) = self.waker().take() {
            waker.wake();
        }
    }

    /// Awaits `future` unless the caller aborts: then `None`, and `future` is dropped.
    pub(crate) async fn or<F: Future>(&self, future: F) -> Option<F::Output> {
        let mut future = pin!(future);
        poll_fn(|context| {
            // Before the look, so that no abort falls between the two.
            self.waker().replace(context.waker().clone());
            let is_aborted = self.0.is_aborted.load(Ordering::SeqCst);
            if is_aborted { Poll::Ready(None) } else { future.as_mut().poll(context).map(Some) }
        })
        .await
    }

    fn waker(&self) -> MutexGuard<'_, Option<Waker>> {
        self.0.waker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
