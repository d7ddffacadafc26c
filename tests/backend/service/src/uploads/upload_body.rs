//! The body of a request for an upload, as it comes: and what ends it.

use std::io::Error;
use std::time::Duration;

use axum::body::{Body, Bytes};
use http_body_util::BodyExt as _;
use tokio::time::Instant;

use crate::uploads::refusal::UploadError;
use crate::uploads::upload_locks::UploadLock;

/// How long a client may send nothing while another request for the same upload waits: that is the same client, come back over a new
/// connection while the old one hangs.
const PATIENCE_WHILE_AWAITED: Duration = Duration::from_secs(2);

/// What has to come within a client's patience, or all of the rest: a byte now and then is no upload, it only holds a connection.
const LEAST: u64 = 4 << 10;

/// A body, and the turn of whoever sends it.
pub(super) struct UploadBody {
    body: Body,
    lock: UploadLock,
    patience: Duration,
    /// When enough had come for the last time, and what has come since.
    last_progress: Instant,
    bytes_since: u64,
    is_awaited: bool,
}

impl UploadBody {
    pub(super) fn new(body: Body, lock: UploadLock, patience: Duration) -> Self {
        Self { body, lock, patience, last_progress: Instant::now(), bytes_since: 0, is_awaited: false }
    }

    /// The next bytes; `None` at the end.
    pub(super) async fn next(&mut self) -> Result<Option<Bytes>, UploadError> {
        loop {
            let patience = if self.is_awaited { self.patience.min(PATIENCE_WHILE_AWAITED) } else { self.patience };
            tokio::select! {
                // What has come has come, however long the disk took over what came before. But nothing comes of one that is being deleted.
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
