//! A multipart upload in a bucket: sent part by part while bytes are received, assembled, read back for inspection, and
//! then moved to the audio or deleted.
//!
//! Each step can be repeated after a failure, or run by two services at once, without harm.

use std::path::Path;

use futures_util::TryStreamExt as _;
use object_store::multipart::{MultipartStore as _, PartId};
use object_store::{ObjectStoreExt as _, PutPayload};
use tokio::fs::OpenOptions;
use tokio::io::AsyncWriteExt as _;

use super::super::cid::{ContentHasher, ContentName};
use super::put::unreadable;
use super::{Bucket, BucketError, Put};
use crate::draft;
use stagepass_kit::private;

impl Bucket {
    /// Starts a multipart upload, and returns its ID at the bucket.
    ///
    /// # Errors
    /// [`BucketError`].
    pub async fn begin(&self, upload_id: &str) -> Result<String, BucketError> {
        self.in_time(self.0.objects.create_multipart(&self.provisional(upload_id))).await
    }

    /// Sends the bytes of `file` in this range as the part with this number, from 0. Returns its ID at the bucket.
    ///
    /// # Errors
    /// [`BucketError::Missing`] if the bucket has no such multipart upload, others if the call failed.
    pub async fn put_part(
        &self,
        upload_id: &str,
        multipart_id: &str,
        number: usize,
        (file, range): (&Path, std::ops::Range<u64>),
    ) -> Result<String, BucketError> {
        // Limits the parts in memory over all uploads. The semaphore is never closed, so this cannot fail.
        let _turn = self.0.puts.acquire().await;
        let path = file.to_owned();
        let read = tokio::task::spawn_blocking(move || draft::read(&path, range)).await;
        let bytes = read.map_err(std::io::Error::from).flatten().map_err(|error| unreadable(file, error))?;
        let (object, multipart_id) = (self.provisional(upload_id), multipart_id.to_owned());
        let put = self.0.objects.put_part(&object, &multipart_id, number, PutPayload::from(bytes));
        let part = self.at_last(async { put.await.map_err(|error| self.failed(&error)) }).await?;
        Ok(part.content_id)
    }

    /// Assembles the parts, which have `size` bytes in all, to an object, unless it exists already.
    ///
    /// # Errors
    /// [`BucketError::Missing`] if the bucket has neither the parts nor the object, others if the call failed.
    pub async fn assemble(
        &self,
        upload_id: &str,
        multipart_id: &str,
        parts: Vec<String>,
        size: u64,
    ) -> Result<(), BucketError> {
        let object = self.provisional(upload_id);
        match self.size(&object).await {
            Ok(there) if there == size => return Ok(()),
            Ok(_) | Err(BucketError::Missing(_)) => {}
            Err(error) => return Err(error),
        }
        let parts = parts.into_iter().map(|content_id| PartId { content_id }).collect();
        let multipart_id = multipart_id.to_owned();
        let assembling = self.0.objects.complete_multipart(&object, &multipart_id, parts);
        let assembled = self.at_last(async { assembling.await.map_err(|error| self.failed(&error)) }).await;
        // Another service may have done it first, or a response was lost. The object decides.
        match (self.size(&object).await, assembled) {
            (Ok(there), _) if there == size => Ok(()),
            (_, Err(error)) | (Err(error), Ok(_)) => Err(error),
            (Ok(_), Ok(_)) => Err(self.short()),
        }
    }

    /// Reads the object of an upload into `file`, and returns its CID and size.
    ///
    /// # Errors
    /// [`BucketError`]. In this case the file may have a part of it.
    pub async fn fetch(&self, upload_id: &str, file: &Path) -> Result<ContentName, BucketError> {
        let unreadable = |error| unreadable(file, error);
        let mut bytes = self.in_time(self.0.objects.get(&self.provisional(upload_id))).await?.into_stream();
        let mut options = private::options();
        let to = OpenOptions::from(options.create(true).truncate(true).clone()).open(file).await;
        let (mut to, mut name) = (to.map_err(unreadable)?, ContentHasher::default());
        while let Some(piece) = self.in_time(bytes.try_next()).await? {
            name.update(&piece);
            to.write_all(&piece).await.map_err(unreadable)?;
        }
        to.flush().await.map_err(unreadable)?;
        Ok(name.finish())
    }

    /// Copies the object of an upload, which has `size` bytes, to the audio in the bucket, unless it exists already.
    ///
    /// # Errors
    /// [`BucketError`]. In this case the audio is unchanged.
    pub async fn adopt(&self, upload_id: &str, cid: &str, size: u64) -> Result<Put, BucketError> {
        match self.length(cid).await {
            Ok(there) if there == size => return Ok(Put::Before),
            Ok(_) | Err(BucketError::Missing(_)) => {}
            Err(error) => return Err(error),
        }
        let (from, to) = (self.provisional(upload_id), self.audio(cid));
        let copying = self.0.objects.copy(&from, &to);
        self.at_last(async { copying.await.map_err(|error| self.failed(&error)) }).await?;
        if self.length(cid).await? == size { Ok(Put::Now) } else { Err(self.short()) }
    }

    /// Deletes the parts of an upload, and the object assembled from them.
    ///
    /// # Errors
    /// [`BucketError`]. In this case it must be repeated.
    pub async fn discard(&self, upload_id: &str, multipart_id: &str) -> Result<(), BucketError> {
        let (object, multipart_id) = (self.provisional(upload_id), multipart_id.to_owned());
        match self.in_time(self.0.objects.abort_multipart(&object, &multipart_id)).await {
            Ok(()) | Err(BucketError::Missing(_)) => {}
            // Some services respond like this if there are no parts any more. Repeating it would not help.
            Err(error @ BucketError::Refused { .. }) => {
                tracing::warn!(%error, upload_id, "parts of an upload could not be deleted, or were deleted before");
            }
            Err(error) => return Err(error),
        }
        self.delete(&object).await
    }

    /// Deletes the object assembled from an upload's parts.
    ///
    /// # Errors
    /// [`BucketError`]. In this case it must be repeated.
    pub async fn delete_provisional(&self, upload_id: &str) -> Result<(), BucketError> {
        self.delete(&self.provisional(upload_id)).await
    }

    /// Deletes the audio with this CID, if it exists.
    ///
    /// # Errors
    /// [`BucketError`].
    pub async fn delete_audio(&self, cid: &str) -> Result<(), BucketError> {
        self.delete(&self.audio(cid)).await
    }

    async fn delete(&self, object: &object_store::path::Path) -> Result<(), BucketError> {
        match self.in_time(self.0.objects.delete(object)).await {
            Ok(()) | Err(BucketError::Missing(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }
}
