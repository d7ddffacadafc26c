//! What an export is written to. A client that takes too long ends it.

use std::cell::Cell;
use std::io::{self, Write};
use std::time::Duration;

use axum::body::Bytes;
use tokio::runtime::Handle;
use tokio::sync::mpsc::error::SendTimeoutError;
use tokio::sync::mpsc::{OwnedPermit, Receiver, Sender, channel};
use tokio::time::Instant;

/// How many buffers wait to be sent.
const BUFFERS: usize = 4;
/// How long the client may take for a buffer, and for the whole file. An export has a thread and a slot.
const BUFFER_TIME: Duration = Duration::from_mins(1);
const WHOLE_TIME: Duration = Duration::from_hours(6);

/// The connection, to which buffers are passed. Waits while it has enough. Unless [`Download::complete`] was called,
/// it is aborted when this is dropped.
pub(super) struct Download {
    sender: Sender<io::Result<Bytes>>,
    /// A place for the error, so that it can be passed on even if the client takes nothing.
    abort: Option<OwnedPermit<io::Result<Bytes>>>,
    runtime: Handle,
    ends_at: Instant,
    /// Why further bytes are discarded.
    failed: Cell<Option<io::ErrorKind>>,
}

impl Download {
    pub(super) fn begin(runtime: Handle) -> (Self, Receiver<io::Result<Bytes>>) {
        let (sender, receiver) = channel(BUFFERS + 1);
        let abort = sender.clone().try_reserve_owned().ok();
        (Self { sender, abort, runtime, ends_at: Instant::now() + WHOLE_TIME, failed: Cell::default() }, receiver)
    }

    /// Waits, on the thread of the export.
    pub(super) fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    /// Discards all further bytes.
    pub(super) fn discard(&self) {
        self.failed.set(self.failed.get().or(Some(io::ErrorKind::Other)));
    }

    /// Returns an error if bytes have been discarded.
    pub(super) fn check(&self) -> io::Result<()> {
        self.failed.get().map_or(Ok(()), |kind| Err(kind.into()))
    }

    /// Lets the response end without an error.
    pub(super) fn complete(mut self) {
        self.abort = None;
    }

    fn send(&self, bytes: &[u8]) -> Result<(), io::ErrorKind> {
        let left = self.ends_at.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut);
        }
        let sending = self.sender.send_timeout(Ok(Bytes::copy_from_slice(bytes)), left.min(BUFFER_TIME));
        self.wait(sending).map_err(|error| match error {
            SendTimeoutError::Timeout(_) => io::ErrorKind::TimedOut,
            SendTimeoutError::Closed(_) => io::ErrorKind::BrokenPipe,
        })
    }
}

impl Write for &Download {
    /// Never fails, because the ZIP writer prints an error to stderr if it cannot complete its file when it is dropped.
    /// [`Download::check`] returns the error instead.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failed.get().is_none() {
            self.failed.set(self.send(bytes).err());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Download {
    fn drop(&mut self) {
        if let Some(abort) = self.abort.take() {
            drop(abort.send(Err(io::Error::other("the export failed"))));
        }
    }
}
