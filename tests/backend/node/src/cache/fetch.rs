//! Fetches a whole content from the service into a temporary file, which is renamed once it is verified.

use std::io::{self, Write as _};
use std::path::Path;

use axum::body::Bytes;
use tempfile::NamedTempFile;
use tokio::task::spawn_blocking;

use super::check::{BlockHashes, FileHasher, IntegrityError};
use super::folder::Files;
use crate::service::{Service, ServiceError};
use stagepass_server::http::HttpError;

/// The size of a write.
const CHUNK: usize = 256 << 10;

/// Why a content was not fetched.
#[derive(Debug, thiserror::Error)]
pub(super) enum FetchError {
    #[error("the service does not send it: {0}")]
    Service(#[from] ServiceError),
    #[error("the transfer broke off: {0}")]
    BrokeOff(#[from] HttpError),
    #[error("the service sent a wrong number of bytes: {0}")]
    Length(u64),
    #[error("the service sent wrong bytes: {0}")]
    Integrity(#[from] IntegrityError),
    #[error("the cache: {0}")]
    Disk(#[from] io::Error),
}

impl FetchError {
    /// Returns whether the service sent another content than requested.
    pub(super) fn is_of_another_content(&self) -> bool {
        matches!(self, Self::Integrity(_) | Self::Length(_))
    }
}

/// A file that is being written. It is deleted when this is dropped.
struct Draft {
    file: NamedTempFile,
    hashes: FileHasher,
    length: u64,
}

impl Draft {
    fn take(mut self, bytes: &[u8]) -> io::Result<Self> {
        self.file.write_all(bytes)?;
        self.hashes.take(bytes);
        self.length += bytes.len() as u64;
        Ok(self)
    }

    fn end(self, size: u64, digest: &[u8; 32], path: &Path) -> Result<BlockHashes, FetchError> {
        if self.length != size {
            return Err(FetchError::Length(self.length));
        }
        let blocks = self.hashes.end(digest)?;
        self.file.persist(path).map_err(|error| error.error)?;
        Ok(blocks)
    }
}

/// Fetches a content of this size and this SHA-256. Only a few pieces of it are in memory, and no more than its size is
/// written to the disk.
pub(super) async fn fetch(
    service: &Service,
    files: &Files,
    cid: &str,
    size: u64,
    digest: [u8; 32],
) -> Result<BlockHashes, FetchError> {
    let mut arriving = service.whole(cid).await?;
    let of = files.clone();
    let file = on_disk(move || of.draft()).await?;
    let mut draft = Draft { file, hashes: FileHasher::default(), length: 0 };
    let mut waiting: Vec<Bytes> = Vec::new();
    let mut count = 0;
    loop {
        let piece = arriving.piece().await?;
        let is_last = piece.is_none();
        count += piece.as_ref().map_or(0, Bytes::len);
        waiting.extend(piece);
        if draft.length + count as u64 > size {
            return Err(FetchError::Length(draft.length + count as u64));
        }
        if count >= CHUNK || is_last {
            let pieces = std::mem::take(&mut waiting);
            count = 0;
            draft = on_disk(move || pieces.iter().try_fold(draft, |draft, piece| draft.take(piece))).await?;
        }
        if is_last {
            break;
        }
    }
    let path = files.path(cid);
    spawn_blocking(move || draft.end(size, &digest, &path)).await.map_err(io::Error::from)?
}

async fn on_disk<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> io::Result<T> {
    spawn_blocking(work).await.map_err(io::Error::from)?
}
