//! The body of an upload request, with its timeouts.

use std::io::Error;
use std::time::Duration;

use axum::body::{Body, Bytes};
use http_body_util::BodyExt as _;
use tokio::time::Instant;

use crate::uploads::refusal::UploadError;
use crate::uploads::upload_locks::UploadLock;

/// How long a client may pause while another request for the same upload waits. That is usually the same client over a
/// new connection, while the old one hangs.
const PATIENCE_WHILE_AWAITED: Duration = Duration::from_secs(2);

/// The bytes that must be received within the timeout, unless fewer remain. Otherwise a client could hold a connection
/// by sending single bytes.
const LEAST: u64 = 4 << 10;

/// A body, and the lock of its upload.
pub(super) struct UploadBody {
    body: Body,
    lock: UploadLock,
    patience: Duration,
    /// When [`LEAST`] bytes were last complete, and the bytes received since.
    last_progress: Instant,
    bytes_since: u64,
    is_awaited: bool,
}

impl UploadBody {
    pub(super) fn new(body: Body, lock: UploadLock, patience: Duration) -> Self {
        Self { body, lock, patience, last_progress: Instant::now(), bytes_since: 0, is_awaited: false }
    }

    /// Returns the next bytes, or `None` at the end.
    pub(super) async fn next(&mut self) -> Result<Option<Bytes>, UploadError> {
        loop {
            let patience = if self.is_awaited { self.patience.min(PATIENCE_WHILE_AWAITED) } else { self.patience };
            tokio::select! {
                // Received bytes come first, however long the disk took. But nothing is received for an upload that is
                // being deleted.
                biased;
                () = self.lock.ended() => return Err(UploadError::NotFound),
                frame = self.body.frame() => match frame.transpose() {
                    Ok(None) => return Ok(None),
                    Ok(Some(frame)) => if let Ok(bytes) = frame.into_data() {
                        self.record(bytes.len() as u64);
                        return Ok(Some(bytes));
                    },
                    Err(error) => return Err(UploadError::Interrupted(Error::other(error))),
                },
                () = tokio::time::sleep_until(self.last_progress + patience) => return Err(UploadError::Idle),
                () = self.lock.awaited(), if !self.is_awaited => self.is_awaited = true,
            }
        }
    }

    fn record(&mut self, count: u64) {
        self.bytes_since += count;
        if self.bytes_since >= LEAST {
            (self.last_progress, self.bytes_since) = (Instant::now(), 0);
        }
    }
}
