//! Uploading a file to a bucket, atomically.

use std::path::Path;
use std::time::Duration;

use object_store::path::Path as ObjectPath;
use object_store::{ObjectStoreExt as _, PutPayload, WriteMultipart};
use tokio::fs::File;
use tokio::io::AsyncReadExt as _;

use super::{Bucket, BucketError};

/// The size of a part in bytes. A larger file is sent in several. Services require at least 5 MiB, and some require all
/// parts but the last to have the same size.
pub const PART: usize = 8 << 20;
/// How many parts of a file are sent at once.
const PARTS_AT_ONCE: usize = 2;
/// The timeout of uploading a file.
const DEADLINE: Duration = Duration::from_mins(10);

/// The result of uploading a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Put {
    /// It was uploaded.
    Now,
    /// It existed already.
    Before,
}

impl Bucket {
    /// Uploads `file`, which has `size` bytes, under its CID, unless it exists already. An object of another size is
    /// damaged, and is replaced.
    ///
    /// # Errors
    /// [`BucketError`]. In this case the object is unchanged, and invisible parts may remain.
    pub async fn put(&self, cid: &str, file: &Path, size: u64) -> Result<Put, BucketError> {
        match self.length(cid).await {
            Ok(there) if there == size => return Ok(Put::Before),
            Ok(_) | Err(BucketError::Missing(_)) => {}
            Err(error) => return Err(error),
        }
        self.send_file(&self.audio(cid), file, size).await?;
        Ok(Put::Now)
    }

    /// Uploads `file`, which has `size` bytes. An existing object is replaced.
    async fn send_file(&self, object: &ObjectPath, file: &Path, size: u64) -> Result<(), BucketError> {
        let putting = async {
            // The semaphore is never closed, so this cannot fail.
            let _turn = self.0.puts.acquire().await;
            if size <= PART as u64 { self.put_whole(object, file).await } else { self.put_parts(object, file).await }
        };
        self.at_last(putting).await
    }

    /// Returns the output of `put`, unless it exceeds the long timeout.
    pub(super) async fn at_last<T>(&self, put: impl Future<Output = Result<T, BucketError>>) -> Result<T, BucketError> {
        let late = |_| Err(BucketError::Late(self.0.address.clone()));
        tokio::time::timeout(DEADLINE, put).await.unwrap_or_else(late)
    }

    async fn put_whole(&self, object: &ObjectPath, file: &Path) -> Result<(), BucketError> {
        let bytes = tokio::fs::read(file).await.map_err(|error| unreadable(file, error))?;
        self.0.objects.put(object, PutPayload::from(bytes)).await.map(drop).map_err(|error| self.failed(&error))
    }

    async fn put_parts(&self, object: &ObjectPath, file: &Path) -> Result<(), BucketError> {
        let upload = self.0.objects.put_multipart(object).await.map_err(|error| self.failed(&error))?;
        let mut parts = WriteMultipart::new_with_chunk_size(upload, PART);
        if let Err(error) = self.send(&mut parts, file).await {
            // Remaining parts cost money until a rule of the bucket deletes them.
            let _ = tokio::time::timeout(self.0.patience, parts.abort()).await;
            return Err(error);
        }
        parts.finish().await.map(drop).map_err(|error| self.failed(&error))
    }

    async fn send(&self, parts: &mut WriteMultipart, path: &Path) -> Result<(), BucketError> {
        let unreadable = |error| unreadable(path, error);
        let mut file = File::open(path).await.map_err(unreadable)?;
        loop {
            parts.wait_for_capacity(PARTS_AT_ONCE).await.map_err(|error| self.failed(&error))?;
            let mut part = Vec::with_capacity(PART);
            (&mut file).take(PART as u64).read_to_end(&mut part).await.map_err(unreadable)?;
            if part.is_empty() {
                return Ok(());
            }
            parts.put(part.into());
        }
    }
}

pub(super) fn unreadable(path: &Path, error: std::io::Error) -> BucketError {
    BucketError::File { path: path.to_owned(), error }
}
