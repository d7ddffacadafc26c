//! The body of a response, a buffer at a time. It is only read when the connection can send it.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use hyper::body::{Frame, SizeHint};

use super::{Audio, AudioError, ReadFuture};

/// Returns `count` bytes of a content from `first` on. Unless the kernel sends it, the first buffer is read at once, so
/// that a read error can still become an error response. If the content turns out to be shorter later, the connection
/// is closed, because the length was already sent.
pub(super) async fn bytes(audio: Audio, first: u64, count: u64) -> Result<Body, AudioError> {
    if count == 0 {
        return Ok(Body::empty());
    }
    let start = if audio.is_sendable(first) { None } else { Some(audio.read(first, count).await?) };
    match start {
        Some(start) if start.len() as u64 == count => Ok(Body::from(start)),
        read => Ok(Body::new(Chunks { audio, read, next: first, end: first + count, reading: None })),
    }
}

/// A body of more than one buffer.
struct Chunks {
    audio: Audio,
    /// The beginning, if it was read before.
    read: Option<Bytes>,
    /// The offset of the next byte to send.
    next: u64,
    end: u64,
    reading: Option<ReadFuture>,
}

impl Chunks {
    fn poll_read(&mut self, cx: &mut Context<'_>) -> Poll<Result<Bytes, AudioError>> {
        let (next, count) = (self.next, self.end - self.next);
        if let Some(bytes) = self.read.take() {
            return Poll::Ready(Ok(bytes));
        }
        if self.reading.is_none()
            && let Some(bytes) = self.audio.next_frame(next, count)
        {
            return Poll::Ready(Ok(bytes));
        }
        let reading = self.reading.get_or_insert_with(|| self.audio.read_later(next, count));
        let read = ready!(reading.as_mut().poll(cx));
        self.reading = None;
        Poll::Ready(read)
    }
}

impl hyper::body::Body for Chunks {
    type Data = Bytes;
    type Error = AudioError;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, AudioError>>> {
        if self.is_end_stream() {
            return Poll::Ready(None);
        }
        let bytes = ready!(self.poll_read(cx))?;
        self.next += bytes.len() as u64;
        Poll::Ready(Some(Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        self.next == self.end
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.end - self.next)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use http_body_util::BodyExt as _;

    use super::*;
    use crate::audio::Source;

    /// Each byte is its own offset, in pieces of a hundred bytes. Counts finished and running reads.
    #[derive(Debug, Default)]
    struct CountingSource {
        read: AtomicU64,
        wanted: Arc<AtomicU64>,
    }

    /// Dropping this ends a running read.
    struct ReadGuard(Arc<AtomicU64>);

    impl Drop for ReadGuard {
        fn drop(&mut self) {
            self.0.fetch_sub(1, Ordering::SeqCst);
        }
    }

    impl Source for CountingSource {
        fn length(&self) -> u64 {
            10_000
        }

        fn read_now(&self, _: u64, _: u64) -> Option<Bytes> {
            None
        }

        fn read_later(self: Arc<Self>, offset: u64, count: u64) -> ReadFuture {
            self.wanted.fetch_add(1, Ordering::SeqCst);
            let wanted = ReadGuard(Arc::clone(&self.wanted));
            Box::pin(async move {
                tokio::task::yield_now().await;
                let _wanted = wanted;
                self.read.fetch_add(1, Ordering::SeqCst);
                let bytes: Vec<u8> = (offset..offset + count.min(100)).map(|at| at.to_le_bytes()[0]).collect();
                Ok(bytes.into())
            })
        }
    }

    #[tokio::test]
    async fn no_more_is_read_than_is_taken() {
        let source = Arc::new(CountingSource::default());
        let mut body = bytes(Audio::Other(source.clone()), 50, 1000).await.unwrap();
        assert_eq!(source.read.load(Ordering::SeqCst), 1);
        for read in [1, 2, 3] {
            let piece = body.frame().await.unwrap().unwrap().into_data().unwrap();
            assert_eq!(piece.len(), 100);
            assert_eq!(source.read.load(Ordering::SeqCst), read, "the first was read before");
        }
    }

    #[tokio::test]
    async fn dropped_body_cancels_its_pending_read() {
        let source = Arc::new(CountingSource::default());
        let mut body = bytes(Audio::Other(source.clone()), 0, 1000).await.unwrap();
        drop(body.frame().await.unwrap().unwrap());
        assert!(futures_util::poll!(std::pin::pin!(body.frame())).is_pending());
        assert_eq!(source.wanted.load(Ordering::SeqCst), 1);
        drop(body);
        assert_eq!((source.wanted.load(Ordering::SeqCst), source.read.load(Ordering::SeqCst)), (0, 1));
    }
}
