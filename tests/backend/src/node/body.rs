//! The bytes of an answer, a buffer at a time.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use hyper::body::{Frame, SizeHint};

use super::audio::{Audio, AudioError, Reading};

/// `count` bytes of a content from `first` on. The first of them are read at once: what can't be read is an error while there is still a
/// status to say so. What gets shorter later ends the connection, because the length has been promised.
pub(super) async fn bytes(audio: Audio, first: u64, count: u64) -> Result<Body, AudioError> {
    if count == 0 {
        return Ok(Body::empty());
    }
    let start = audio.read(first, count).await?;
    if start.len() as u64 == count {
        return Ok(Body::from(start));
    }
    Ok(Body::new(Chunks { audio, read: Some(start), next: first, end: first + count, reading: None }))
}

/// What is more than one buffer.
struct Chunks {
    audio: Audio,
    read: Option<Bytes>,
    /// What has not been handed on.
    next: u64,
    end: u64,
    reading: Option<Reading>,
}

impl Chunks {
    fn poll_read(&mut self, cx: &mut Context<'_>) -> Poll<Result<Bytes, AudioError>> {
        let (next, count) = (self.next, self.end - self.next);
        if let Some(bytes) = self.read.take() {
            return Poll::Ready(Ok(bytes));
        }
        if self.reading.is_none()
            && let Some(bytes) = self.audio.read_now(next, count)
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
