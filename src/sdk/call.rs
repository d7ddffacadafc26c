//! A call of the API, as a future.

use core::fmt;
use core::pin::Pin;
use core::task::{Context, Poll, Waker};

use super::environment::{Environment as _, Task};
use super::here::Here;
use crate::error::{Code, Error};
use crate::rim::platform::Abort;
use crate::shared::MaybeSend;

/// A call that has started.
///
/// It starts when it is created, not when it is first polled: a login opens its popup before
/// [`Client::login`](crate::Client::login) returns. It continues while it is awaited. Natively, create it in a tokio
/// runtime.
///
/// Dropping it before its end aborts the call. What must not stay unfinished is then finished in the background: an
/// aborted login deletes its transaction and closes its popup. A refresh, a sign-out and the login of a callback page
/// are completed.
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

impl<T: 'static> Call<T> {
    /// Starts a call: runs it up to its first wait.
    pub(crate) fn start<F>(work: impl FnOnce(Abort) -> F) -> Self
    where
        F: Future<Output = Result<T, Error>> + MaybeSend + 'static,
    {
        let abort = Abort::default();
        let mut task: Task<Result<T, Error>> = Box::pin(work(abort.clone()));
        // Its waker has no effect: each poll of the call polls the task again, with another one.
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
            self.abort.abort();
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

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use core::sync::atomic::{AtomicBool, Ordering};

    use tokio::runtime::Builder;
    use tokio::task::yield_now;

    use super::*;
    use crate::shared::Shared;

    /// Records what it did, with a wait between.
    fn two_steps(seen: &Shared<AtomicBool>, done: &Shared<AtomicBool>) -> Call<bool> {
        let (seen, done) = (Shared::clone(seen), Shared::clone(done));
        Call::start(move |abort| async move {
            seen.store(true, Ordering::Relaxed);
            let aborted = abort.or(yield_now()).await.is_none();
            yield_now().await;
            done.store(true, Ordering::Relaxed);
            Ok(aborted)
        })
    }

    #[test]
    fn call_starts_when_created_and_ends_when_awaited() {
        let (seen, done) = <(Shared<AtomicBool>, Shared<AtomicBool>)>::default();
        Builder::new_current_thread().build().unwrap().block_on(async {
            let call = two_steps(&seen, &done);
            assert!(seen.load(Ordering::Relaxed) && !done.load(Ordering::Relaxed));
            assert!(!call.await.unwrap(), "the call was not aborted");
        });
    }

    #[test]
    fn dropped_call_runs_to_its_end_in_background() {
        let (seen, done) = <(Shared<AtomicBool>, Shared<AtomicBool>)>::default();
        Builder::new_current_thread().build().unwrap().block_on(async {
            drop(two_steps(&seen, &done));
            for _ in 0..10 {
                yield_now().await;
            }
        });
        assert!(done.load(Ordering::Relaxed));
    }

    #[test]
    fn without_a_runtime_nothing_runs() {
        let (seen, done) = <(Shared<AtomicBool>, Shared<AtomicBool>)>::default();
        drop(two_steps(&seen, &done));
        assert!(!seen.load(Ordering::Relaxed));
    }
}
