//! A call of the API, as a future.

use core::fmt;
use core::future::poll_fn;
use core::pin::{Pin, pin};
use core::sync::atomic::{AtomicBool, Ordering};
use core::task::{Context, Poll, Waker};

use super::platform::{Environment as _, Here, Task};
use crate::error::{Code, Error};
use crate::shared::{MaybeSend, Shared};

/// A call that has started.
///
/// It starts when it is created, not when it is first polled: a login opens its popup before
/// [`Client::login`](crate::Client::login) returns. It continues while it is awaited. Natively, create it in a tokio
/// runtime.
///
/// Dropping it before its end aborts the call. What must not stay unfinished is then finished in the background: a
/// transaction is deleted, a started refresh, sign-out or code exchange is completed.
#[must_use = "dropping a call aborts it: await it"]
pub struct Call<T: 'static> {
    state: State<T>,
    abort: Abort,
}

enum State<T> {
    Running(Task<Result<T, Error>>),
    Ended(Result<T, Error>),
    Taken,
}

/// Whether the caller of a call has aborted it.
#[derive(Clone, Default)]
pub(crate) struct Abort(Shared<AtomicBool>);

impl<T: 'static> Call<T> {
    /// Starts a call: runs it up to its first wait.
    pub(crate) fn start<F>(work: impl FnOnce(Abort) -> F) -> Self
    where
        F: Future<Output = Result<T, Error>> + MaybeSend + 'static,
    {
        let abort = Abort::default();
        let mut task: Task<Result<T, Error>> = Box::pin(work(abort.clone()));
        // Its waker has no effect: whoever polls the call polls the task again, with another one.
        let state = match Here::is_running().then(|| task.as_mut().poll(&mut Context::from_waker(Waker::noop()))) {
            Some(Poll::Ready(result)) => State::Ended(result),
            Some(Poll::Pending) | None => State::Running(task),
        };
        Self { state, abort }
    }
}

impl<T: 'static> Future for Call<T> {
    type Output = Result<T, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match core::mem::replace(&mut self.state, State::Taken) {
            State::Running(mut task) => {
                let poll = task.as_mut().poll(context);
                if poll.is_pending() {
                    self.state = State::Running(task);
                }
                poll
            }
            State::Ended(result) => Poll::Ready(result),
            State::Taken => Poll::Ready(Err(Code::Internal.into())),
        }
    }
}

// Nothing in it is pinned in place: the task is in a box.
impl<T: 'static> Unpin for Call<T> {}

impl<T: 'static> Drop for Call<T> {
    fn drop(&mut self) {
        if let State::Running(task) = core::mem::replace(&mut self.state, State::Taken) {
            self.abort.0.store(true, Ordering::Relaxed);
            Here::spawn(Box::pin(async {
                let _ = task.await;
            }));
        }
    }
}

impl<T: 'static> fmt::Debug for Call<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").finish_non_exhaustive()
    }
}

impl Abort {
    /// Awaits `future` unless the caller aborts: then `None`, and `future` is dropped.
    ///
    /// No waker is needed: an aborted call is polled again, by the task that runs it to its end.
    pub(crate) async fn or<F: Future>(&self, future: F) -> Option<F::Output> {
        let mut future = pin!(future);
        poll_fn(|context| {
            if self.0.load(Ordering::Relaxed) { Poll::Ready(None) } else { future.as_mut().poll(context).map(Some) }
        })
        .await
    }
}
