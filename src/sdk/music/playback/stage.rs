//! Whether a playback has begun or ended.

use core::cell::{Cell, RefCell};
use core::future::poll_fn;
use core::task::{Poll, Waker};

use crate::error::{Code, Error};

/// How far a playback is.
#[derive(Default)]
pub(super) struct Stage {
    has_begun: Cell<bool>,
    end: RefCell<Option<Result<(), Error>>>,
    waiting: RefCell<Vec<Waker>>,
}

impl Stage {
    /// The track plays.
    pub(super) fn begin(&self) {
        self.has_begun.set(true);
        self.wake();
    }

    /// Playback has ended.
    pub(super) fn end(&self, end: Result<(), Error>) {
        *self.end.borrow_mut() = Some(end);
        self.wake();
    }

    pub(super) fn has_begun(&self) -> bool {
        self.has_begun.get()
    }

    pub(super) fn is_over(&self) -> bool {
        self.end.borrow().is_some()
    }

    /// Waits until the track plays.
    pub(super) async fn begun(&self) -> Result<(), Error> {
        self.wait(|| {
            if self.has_begun.get() {
                return Some(Ok(()));
            }
            Some(self.end.borrow().clone()?.and(Err(Code::Aborted.into())))
        })
        .await
    }

    /// Waits until playback has ended.
    pub(super) async fn ended(&self) -> Result<(), Error> {
        self.wait(|| self.end.borrow().clone()).await
    }

    async fn wait<T>(&self, look: impl Fn() -> Option<T>) -> T {
        poll_fn(|context| {
            let value = look();
            let mut waiting = self.waiting.borrow_mut();
            if value.is_none() && !waiting.iter().any(|waker| waker.will_wake(context.waker())) {
                waiting.push(context.waker().clone());
            }
            value.map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }

    fn wake(&self) {
        for waker in self.waiting.take() {
            waker.wake();
        }
    }
}
