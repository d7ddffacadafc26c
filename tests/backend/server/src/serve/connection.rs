//! A connection: its requests are answered one after the other, and its slot records which side is waited for.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use hyper::body::{Body as _, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;

use super::answer::answer;
use super::answer_memory::AnswerBytes;
use super::context::ConnectionContext;
use super::file_spans::FileSpans;
use super::routes::RequestConnection;
use super::slots::{Slot, SlotGuard};
use super::stopping::wait_until_closing;
use crate::metrics::Metrics;

/// The largest request head in bytes. The query of an authorization request can have 16 KiB, and is encoded twice in a
/// sign-in request. A larger head, or more than 100 headers, results in 431.
const MAX_HEAD: usize = 64 << 10;
/// How long a connection that was accepted during shutdown may take to send a request. Closing it earlier would reset a
/// request in flight.
const LAST_MOMENT: Duration = Duration::from_millis(100);
/// How long, and how many bytes, are read and discarded before the connection is closed.
const LINGER: Duration = Duration::from_secs(2);
const LINGER_BYTES: usize = 16 << 20;
/// The bytes that the system may buffer before it sends them.
#[cfg(target_os = "linux")]
const UNSENT: u32 = 128 << 10;

/// Answers the requests of a connection, one after the other, until either side closes it.
pub(super) async fn converse(mut stream: TcpStream, peer: SocketAddr, slot: SlotGuard, served: Arc<ConnectionContext>) {
    let _connected = served.defaults.metrics.as_ref().map(Metrics::connection);
    let mut phase = served.phase.clone();
    // Until the client sends bytes, no buffers are allocated.
    let too_late = async {
        wait_until_closing(&mut phase).await;
        tokio::time::sleep(LAST_MOMENT).await;
    };
    tokio::select! {
        biased;
        readable = stream.readable() => if readable.is_err() { return },
        () = too_late => return,
    }
    talk(&mut stream, peer, &slot, served).await;
    slot.waiting();
    tokio::select! {
        biased;
        () = linger(&mut stream) => {}
        () = wait_until_closing(&mut phase) => {}
        () = tokio::time::sleep(LINGER) => {}
    }
}

async fn talk(stream: &mut TcpStream, peer: SocketAddr, slot: &SlotGuard, served: Arc<ConnectionContext>) {
    let mut phase = served.phase.clone();
    let (shared, spans) = (slot.share(), FileSpans::default());
    let has_counted = Arc::<AtomicBool>::default();
    let counts = Arc::clone(&has_counted);
    let of_requests = RequestConnection { peer, spans: cfg!(target_os = "linux").then(|| spans.clone()) };
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let (slot, served, connection) = (Arc::clone(&shared), Arc::clone(&served), of_requests.clone());
        let counts = Arc::clone(&counts);
        let request = request.map(|body| receive(body, &slot));
        async move {
            let (response, counted) = answer(request, &connection, &served).await?;
            slot.answering();
            let counted = counted.map(Arc::new);
            if counted.is_some() {
                counts.store(true, Ordering::Relaxed);
            }
            Ok::<_, Infallible>(response.map(|body| ResponseBody { body, slot, counted }))
        }
    });
    // `ConnectionSlots` handles timeouts. A timer of hyper would be reset for each request.
    let connection = http1::Builder::new().max_header_size(MAX_HEAD).header_read_timeout(None).serve_connection(
        TokioIo::new(ObservedStream { stream, slot, spans, has_counted, is_limited: false }),
        service,
    );
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        // First, so that a request which has arrived is read and answered before the connection is shut down.
        biased;
        ended = connection.as_mut() => ended,
        () = wait_until_closing(&mut phase) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection failed");
    }
}

/// Reads and discards remaining bytes. Closing a connection with unread bytes resets it, and the reset can overtake the
/// response (RFC 9112 §9.6). Our side of the connection is closed already.
async fn linger(stream: &mut TcpStream) {
    let mut bytes = vec![0; 16 << 10];
    let mut read = 0;
    while read < LINGER_BYTES {
        match stream.read(&mut bytes).await {
            Ok(0) | Err(_) => return,
            Ok(count) => read += count,
        }
    }
}

/// Sets a timeout in the kernel (RFC 5482). Only the kernel knows whether the client accepts bytes that were written
/// long ago, and can tell a slow client from one that has stopped.
pub(super) fn cut_off_after(stream: &TcpStream, write_timeout: Duration) {
    #[cfg(target_os = "linux")]
    if let Err(error) = socket2::SockRef::from(stream).set_tcp_user_timeout(Some(write_timeout)) {
        tracing::warn!(%error, "the write timeout of a connection could not be set");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (stream, write_timeout);
}

/// Limits what the system buffers of an answer that its client does not read, from megabytes to [`UNSENT`]. The rest
/// stays in our memory, where [`AnswerBytes`] count it. Bytes on their way to the client are not limited.
///
/// Not for audio: `sendfile` would be called more often, and take more processor time.
fn limit_send_buffer(stream: &TcpStream) {
    #[cfg(target_os = "linux")]
    if let Err(error) = socket2::SockRef::from(stream).set_tcp_notsent_lowat(UNSENT) {
        tracing::warn!(%error, "the send buffer of a connection could not be limited");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = stream;
}

/// Records in the slot when bytes are received and sent. Sends bytes of files in place of their placeholders.
struct ObservedStream<'a> {
    stream: &'a mut TcpStream,
    slot: &'a Slot,
    spans: FileSpans,
    /// Whether an answer was counted.
    has_counted: Arc<AtomicBool>,
    /// Whether the send buffer is limited.
    is_limited: bool,
}

impl ObservedStream<'_> {
    fn sent(&self, polled: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if matches!(polled, Poll::Ready(Ok(1..))) {
            self.slot.sent();
        }
        polled
    }

    fn poll_send(&self, cx: &mut Context<'_>, pieces: &[io::IoSlice<'_>]) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.stream.poll_write_ready(cx))?;
            match self.stream.try_io(Interest::WRITABLE, || self.spans.send(self.stream, pieces)) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                sent => return Poll::Ready(sent),
            }
        }
    }
}

impl AsyncRead for ObservedStream<'_> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut *self.stream).poll_read(cx, buffer);
        if buffer.filled().len() > before {
            self.slot.received();
        }
        polled
    }
}

impl AsyncWrite for ObservedStream<'_> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(cx, &[io::IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if !self.is_limited && self.has_counted.load(Ordering::Relaxed) {
            limit_send_buffer(self.stream);
            self.is_limited = true;
        }
        let polled = if self.spans.is_empty() {
            Pin::new(&mut *self.stream).poll_write_vectored(cx, pieces)
        } else {
            self.poll_send(cx, pieces)
        };
        self.sent(polled)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.stream).poll_shutdown(cx)
    }
}

fn receive(body: Incoming, slot: &Arc<Slot>) -> Body {
    if body.is_end_stream() {
        slot.answering();
        return Body::empty();
    }
    slot.receiving();
    Body::new(RequestBody { body, slot: Arc::clone(slot) })
}

/// The body of a request. Until its end, the server waits for the client.
struct RequestBody {
    body: Incoming,
    slot: Arc<Slot>,
}

impl hyper::body::Body for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        if matches!(polled, Poll::Ready(None)) || self.body.is_end_stream() {
            self.slot.answering();
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of a response. Once it is dropped, the server waits for the client's next request.
struct ResponseBody {
    body: Body,
    slot: Arc<Slot>,
    counted: Option<Arc<AnswerBytes>>,
}

impl hyper::body::Body for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        // hyper drops this body once it has taken the last frame, but keeps the bytes until they are written.
        Poll::Ready(match &self.counted {
            None => frame,
            Some(counted) => frame.map(|frame| frame.map(|frame| frame.map_data(|data| counted.hold(data)))),
        })
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for ResponseBody {
    fn drop(&mut self) {
        self.slot.idle();
    }
}
