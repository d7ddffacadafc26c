//! Several parts of a content in one response: `multipart/byteranges` (RFC 9110 §14.6). They are read one after the
//! other, while they are sent.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use axum::http::HeaderValue;
use data_encoding::HEXLOWER;
use hyper::body::{Frame, SizeHint};

use super::body::{Chunks, start_of};
use super::range::Span;
use super::{Audio, AudioError};
use stagepass_kit::entropy::{self, SystemEntropy};

/// A piece of the body, in order.
enum Piece {
    /// Headers and boundaries.
    Text(Bytes),
    /// Bytes of the content.
    Span(Span, Option<Bytes>),
}

/// The body of the response, with its length and media type.
pub(super) struct Multipart {
    audio: Audio,
    pieces: std::vec::IntoIter<Piece>,
    now: Option<Chunks>,
    left: u64,
    boundary: String,
}

impl Multipart {
    /// Returns the body with these parts of a content of this type. The first bytes are read at once, as for a single
    /// part.
    pub(super) async fn of(audio: Audio, media_type: &HeaderValue, spans: &[Span]) -> Result<Self, AudioError> {
        // Random, so that the audio cannot contain the boundary.
        let boundary = HEXLOWER.encode(&entropy::random::<16>(&SystemEntropy)?);
        let media_type = media_type.to_str().unwrap_or("application/octet-stream");
        let length = audio.length();
        let mut pieces = Vec::with_capacity(2 * spans.len() + 1);
        for (number, span) in spans.iter().enumerate() {
            let start = if number == 0 { start_of(&audio, *span).await? } else { None };
            let before = if number == 0 { "" } else { "\r\n" };
            let Span { first, last } = span;
            pieces.push(Piece::Text(Bytes::from(format!(
                "{before}--{boundary}\r\ncontent-type: {media_type}\r\ncontent-range: bytes {first}-{last}/{length}\r\n\r\n"
            ))));
            pieces.push(Piece::Span(*span, start));
        }
        pieces.push(Piece::Text(Bytes::from(format!("\r\n--{boundary}--\r\n"))));
        let left = pieces.iter().map(Piece::length).sum();
        Ok(Self { audio, pieces: pieces.into_iter(), now: None, left, boundary })
    }

    /// The response's `Content-Type`.
    pub(super) fn content_type(&self) -> String {
        format!("multipart/byteranges; boundary={}", self.boundary)
    }

    /// The response's `Content-Length`.
    pub(super) fn length(&self) -> u64 {
        self.left
    }

    /// Returns the body.
    pub(super) fn into_body(self) -> Body {
        Body::new(self)
    }
}

impl Piece {
    fn length(&self) -> u64 {
        match self {
            Self::Text(text) => text.len() as u64,
            Self::Span(span, _) => span.count(),
        }
    }
}

impl hyper::body::Body for Multipart {
    type Data = Bytes;
    type Error = AudioError;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, AudioError>>> {
        loop {
            if let Some(chunks) = &mut self.now {
                let Some(frame) = ready!(Pin::new(chunks).poll_frame(cx)) else {
                    self.now = None;
                    continue;
                };
                let frame = frame?;
                self.left -= frame.data_ref().map_or(0, |bytes| bytes.len() as u64);
                return Poll::Ready(Some(Ok(frame)));
            }
            match self.pieces.next() {
                None => return Poll::Ready(None),
                Some(Piece::Span(span, start)) => self.now = Some(Chunks::of(self.audio.clone(), span, start)),
                Some(Piece::Text(text)) => {
                    self.left -= text.len() as u64;
                    return Poll::Ready(Some(Ok(Frame::data(text))));
                }
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::Ordering;

    use http_body_util::BodyExt as _;

    use super::*;
    use crate::audio::body::tests::CountingSource;

    const KIND: HeaderValue = HeaderValue::from_static("audio/mpeg");

    async fn of(source: &Arc<CountingSource>) -> Multipart {
        let spans = [Span { first: 700, last: 949 }, Span { first: 3, last: 3 }];
        Multipart::of(Audio::Other(source.clone()), &KIND, &spans).await.unwrap()
    }

    #[tokio::test]
    async fn each_part_says_what_it_is() {
        let parts = of(&Arc::default()).await;
        let (boundary, length) = (parts.boundary.clone(), parts.length());
        assert_eq!(parts.content_type(), format!("multipart/byteranges; boundary={boundary}"));
        let body = parts.into_body().collect().await.unwrap().to_bytes();
        let mut expected =
            format!("--{boundary}\r\ncontent-type: audio/mpeg\r\ncontent-range: bytes 700-949/10000\r\n\r\n")
                .into_bytes();
        expected.extend((700..950_u64).map(|at| at.to_le_bytes()[0]));
        expected.extend(
            format!("\r\n--{boundary}\r\ncontent-type: audio/mpeg\r\ncontent-range: bytes 3-3/10000\r\n\r\n\x03")
                .bytes(),
        );
        expected.extend(format!("\r\n--{boundary}--\r\n").bytes());
        assert_eq!((body.len() as u64, body), (length, expected.into()));
        assert_ne!(of(&Arc::default()).await.boundary, boundary);
    }

    #[tokio::test]
    async fn no_more_is_read_than_is_taken() {
        let source = Arc::new(CountingSource::default());
        let mut body = of(&source).await.into_body();
        // The head of the first part and its three pieces. The first of these was read before.
        for read in [1, 1, 2, 3, 3] {
            body.frame().await.unwrap().unwrap();
            assert_eq!(source.read.load(Ordering::SeqCst), read);
        }
        assert_eq!(body.frame().await.unwrap().unwrap().into_data().unwrap(), b"\x03"[..]);
        drop(body);
        assert_eq!(source.wanted.load(Ordering::SeqCst), 0);
    }
}
