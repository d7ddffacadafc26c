//! Bytes of files that the kernel sends itself (`sendfile`): they are never copied into this process.
//!
//! hyper can only write bytes in memory. So for a file's bytes, a body sends a placeholder of the same length, and adds
//! the bytes to the [`FileSpans`] of its connection. hyper passes a body's bytes to the connection's stream without
//! copying them. The stream recognizes a placeholder by its address and sends the bytes of the file instead.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, IoSlice};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use rustix::io::retry_on_intr;
use tokio::net::TcpStream;

/// The longest placeholder.
const MAX_SPAN: usize = 64 << 10;
/// How many consecutive placeholders end at different addresses. hyper queues fewer of them.
const ENDS: usize = 256;

/// Never sent. It is a `static`, so no other bytes have these addresses.
static PLACEHOLDER: [u8; MAX_SPAN + ENDS] = [0; MAX_SPAN + ENDS];

/// The bytes of files that a connection has yet to send, in order. It is an extension of every request, if the system
/// supports this. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct FileSpans(Arc<Mutex<Queue>>);

#[derive(Debug, Default)]
struct Queue {
    spans: VecDeque<FileSpan>,
    /// The number of placeholders so far.
    count: usize,
}

#[derive(Debug)]
struct FileSpan {
    file: Arc<File>,
    /// The offset of the next byte to send.
    offset: u64,
    left: usize,
    /// The end of the placeholder, counted from the start of [`PLACEHOLDER`].
    end: usize,
}

impl FileSpans {
    /// Returns a placeholder for up to 64 KiB of a file from `offset` on. Only call this in `poll_frame`,
    /// and return the placeholder from there: a connection sends placeholders in the order in which they were made.
    ///
    /// Reading the bytes from a disk would block a worker thread, so they should be in the system's page cache.
    pub fn placeholder(&self, file: &Arc<File>, offset: u64, count: u64) -> Bytes {
        let left = usize::try_from(count).unwrap_or(MAX_SPAN).min(MAX_SPAN);
        let mut queue = self.lock();
        let start = queue.count % ENDS;
        queue.count = queue.count.wrapping_add(1);
        let end = start + left;
        queue.spans.push_back(FileSpan { file: Arc::clone(file), offset, left, end });
        Bytes::from_static(PLACEHOLDER.get(start..end).unwrap_or_default())
    }

    /// Returns whether there are no bytes to send.
    pub(super) fn is_empty(&self) -> bool {
        self.lock().spans.is_empty()
    }

    /// Sends the pieces, or the first of their bytes, and returns how many. Does not block on the connection.
    pub(super) fn send(&self, stream: &TcpStream, pieces: &[IoSlice<'_>]) -> io::Result<usize> {
        let mut queue = self.lock();
        let (mut sent, mut rest) = (0, pieces);
        while let Some(first) = rest.first() {
            let (length, result) = if end_of_placeholder(first).is_some() {
                let (count, length) = queue.next_run(rest);
                rest = rest.get(count..).unwrap_or_default();
                (length, queue.send_file(stream, length))
            } else {
                let count = rest.iter().take_while(|piece| end_of_placeholder(piece).is_none()).count();
                let (memory, after) = rest.split_at_checked(count).unwrap_or((rest, &[]));
                rest = after;
                (memory.iter().map(|piece| piece.len()).sum(), send_memory(stream, memory, !after.is_empty()))
            };
            match result {
                Ok(count) if count == length => sent += count,
                Ok(count) => return Ok(sent + count),
                // It occurs again at the next call.
                Err(_) if sent > 0 => return Ok(sent),
                Err(error) => return Err(error),
            }
        }
        Ok(sent)
    }

    /// No holder of the lock panics in the middle of a change.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    /// Returns how many of the pieces are placeholders of consecutive bytes of the first file, and how many bytes. They
    /// are sent at once: the kernel then fills its packets across blocks, and wakes the client less often. 0 if the
    /// first piece is not the placeholder that is next.
    fn next_run(&self, pieces: &[IoSlice<'_>]) -> (usize, usize) {
        let Some(first) = self.spans.front() else { return (0, 0) };
        let (mut count, mut length) = (0, 0);
        for (piece, span) in pieces.iter().zip(&self.spans) {
            let is_next = end_of_placeholder(piece) == Some(span.end) && piece.len() == span.left;
            let follows = Arc::ptr_eq(&span.file, &first.file) && span.offset == first.offset + length as u64;
            if !(is_next && follows) {
                break;
            }
            count += 1;
            length += span.left;
        }
        (count, length)
    }

    /// Sends up to `length` bytes of the first file.
    fn send_file(&mut self, stream: &TcpStream, length: usize) -> io::Result<usize> {
        let span = self.spans.front().filter(|_| length > 0);
        let span = span.ok_or_else(|| io::Error::other("a placeholder is not the one that is next"))?;
        let sent = sendfile(stream, &span.file, span.offset, length)?;
        if sent == 0 {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "a file has become shorter"));
        }
        let mut left = sent;
        while let Some(span) = self.spans.front_mut().filter(|_| left > 0) {
            let count = span.left.min(left);
            span.offset += count as u64;
            span.left -= count;
            left -= count;
            if span.left == 0 {
                self.spans.pop_front();
            }
        }
        Ok(sent)
    }
}

/// Returns where the placeholder ends of which this is the rest. `None` if this is something else.
fn end_of_placeholder(piece: &[u8]) -> Option<usize> {
    let start = piece.as_ptr().addr().checked_sub(PLACEHOLDER.as_ptr().addr())?;
    let end = start.checked_add(piece.len())?;
    (!piece.is_empty() && end <= PLACEHOLDER.len()).then_some(end)
}

#[cfg(target_os = "linux")]
fn sendfile(stream: &TcpStream, file: &File, offset: u64, count: usize) -> io::Result<usize> {
    Ok(retry_on_intr(|| rustix::fs::sendfile(stream, file, Some(&mut { offset }), count))?)
}

#[cfg(not(target_os = "linux"))]
fn sendfile(_: &TcpStream, _: &File, _: u64, _: usize) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

/// With `more`, the kernel waits for the bytes that follow, so that a head and a body do not need a packet each.
#[cfg(target_os = "linux")]
fn send_memory(stream: &TcpStream, pieces: &[IoSlice<'_>], more: bool) -> io::Result<usize> {
    use rustix::net::{SendAncillaryBuffer, SendFlags, sendmsg};
    let flags = if more { SendFlags::MORE | SendFlags::NOSIGNAL } else { SendFlags::NOSIGNAL };
    Ok(retry_on_intr(|| sendmsg(stream, pieces, &mut SendAncillaryBuffer::default(), flags))?)
}

#[cfg(not(target_os = "linux"))]
fn send_memory(stream: &TcpStream, pieces: &[IoSlice<'_>], _: bool) -> io::Result<usize> {
    stream.try_write_vectored(pieces)
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use tokio::io::AsyncReadExt as _;
    use tokio::net::TcpListener;

    use super::*;

    async fn connection() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (from, to) = tokio::join!(TcpStream::connect(listener.local_addr().unwrap()), listener.accept());
        (from.unwrap(), to.unwrap().0)
    }

    fn file(content: &[u8]) -> Arc<File> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(content).unwrap();
        Arc::new(file)
    }

    /// Sends the pieces as hyper does: what is left is given again.
    async fn send(spans: &FileSpans, stream: &TcpStream, mut pieces: Vec<Bytes>) -> io::Result<()> {
        while !pieces.is_empty() {
            stream.writable().await?;
            let slices: Vec<_> = pieces.iter().map(|piece| IoSlice::new(piece)).collect();
            let sent = match stream.try_io(tokio::io::Interest::WRITABLE, || spans.send(stream, &slices)) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => continue,
                sent => sent?,
            };
            let mut left = sent;
            pieces.retain_mut(|piece| {
                let count = left.min(piece.len());
                left -= count;
                *piece = piece.slice(count..);
                !piece.is_empty()
            });
        }
        Ok(())
    }

    #[tokio::test]
    async fn file_is_sent_between_bytes_despite_partial_writes() {
        let content: Vec<u8> = (0..3_000_000_u32).map(|number| number.to_le_bytes()[1]).collect();
        let (file, spans) = (file(&content), FileSpans::default());
        let (stream, mut client) = connection().await;
        let reading = tokio::spawn(async move {
            let mut bytes = Vec::new();
            client.read_to_end(&mut bytes).await.unwrap();
            bytes
        });
        let mut expected = Vec::new();
        for round in 0..ENDS as u64 + 9 {
            let (offset, count) = (round * 7_919, if round < 9 { 1 << 20 } else { 99 });
            let mut pieces = vec![Bytes::from_static(b"head"), spans.placeholder(&file, offset, count)];
            pieces.extend([spans.placeholder(&file, 1, 5), Bytes::new(), Bytes::from_static(b"end")]);
            let sent = pieces[1].len();
            assert_eq!(sent as u64, count.min(MAX_SPAN as u64));
            let start = usize::try_from(offset).unwrap();
            expected.extend([&b"head"[..], &content[start..start + sent], &content[1..6], b"end"].concat());
            send(&spans, &stream, pieces).await.unwrap();
        }
        assert!(spans.is_empty());
        drop(stream);
        assert!(reading.await.unwrap() == expected);
    }

    #[tokio::test]
    async fn consecutive_blocks_of_same_file_form_one_run() {
        let content: Vec<u8> = (0..400_000_u32).map(|number| number.to_le_bytes()[1]).collect();
        let (one, other, spans) = (file(&content), file(b"other"), FileSpans::default());
        let places = [(&one, 0), (&one, 65_536), (&one, 131_072), (&one, 99), (&other, 0), (&one, 5), (&one, 65_541)];
        let pieces: Vec<_> = places.iter().map(|(file, at)| spans.placeholder(file, *at, 65_536)).collect();
        let slices: Vec<_> = pieces.iter().map(|piece| IoSlice::new(piece)).collect();
        assert_eq!(spans.lock().next_run(&slices), (3, 3 * 65_536));
        assert_eq!(spans.lock().next_run(&slices[..2]), (2, 2 * 65_536), "no more than there are pieces");
        assert_eq!(spans.lock().next_run(&slices[1..]), (0, 0), "not the next one");

        let (stream, mut client) = connection().await;
        let reading = tokio::spawn(async move {
            let mut bytes = Vec::new();
            client.read_to_end(&mut bytes).await.unwrap();
            bytes
        });
        // A file that ends within its placeholder is sent up to its end.
        send(&spans, &stream, pieces[..4].to_vec()).await.unwrap();
        assert_eq!(send(&spans, &stream, pieces[4..].to_vec()).await.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        drop(stream);
        let expected = [&content[..196_608], &content[99..65_635], b"other"].concat();
        assert!(reading.await.unwrap() == expected);
    }

    /// It is never replaced by bytes of another file.
    #[tokio::test]
    async fn out_of_order_or_reused_placeholder_is_rejected() {
        let (spans, (stream, _client)) = (FileSpans::default(), connection().await);
        let (lost, next) = (spans.placeholder(&file(b"abc"), 0, 3), spans.placeholder(&file(b"def"), 0, 3));
        send(&spans, &stream, vec![next.clone()]).await.unwrap_err();
        send(&spans, &stream, vec![lost.slice(1..)]).await.unwrap_err();
        send(&spans, &stream, vec![lost, next.clone()]).await.unwrap();
        send(&spans, &stream, vec![next]).await.unwrap_err();
    }

    #[tokio::test]
    async fn file_that_became_shorter_is_an_error() {
        let (spans, (stream, _client)) = (FileSpans::default(), connection().await);
        let placeholder = spans.placeholder(&file(b"abc"), 1, 3);
        let error = send(&spans, &stream, vec![placeholder]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
