//! Deleting uploads and unused audio.

use std::time::Duration;

use super::{Uploads, UploadsError};
use crate::Bucket;
use stagepass_store::UploadRecord;

/// The timeout of deleting a file or object. An interrupted deletion is only resumed after many times as long.
const DROPPING: Duration = Duration::from_secs(30);

impl Uploads {
    /// Deletes an unfinished upload: first its files, so that none remains without a row, then its row, and then its
    /// parts in the bucket, which the sweeper can find without the row.
    ///
    /// # Errors
    /// [`UploadsError`]. In this case it can be repeated.
    pub async fn give_up(&self, upload: &UploadRecord) -> Result<(), UploadsError> {
        let (id, now) = (&upload.upload_id, self.clock.now());
        self.media.remove_draft(id).await?;
        let forgotten = self.store.forget_unfinished(id, upload.claimed.as_deref(), now).await?;
        if !forgotten.was_there {
            return Ok(());
        }
        tracing::info!(upload_id = id, "an unfinished upload was deleted");
        if let Err(error) = self.clear_bucket(id).await {
            tracing::warn!(%error, upload_id = id, "leftovers of an upload could not be deleted from the bucket yet");
        }
        if let (true, Some(cid)) = (forgotten.is_last, &upload.claimed) {
            self.drop_content(cid, now).await;
        }
        Ok(())
    }

    async fn clear_bucket(&self, upload_id: &str) -> Result<(), UploadsError> {
        let Some(bucket) = self.media.bucket() else { return Ok(()) };
        match self.store.multipart(upload_id).await? {
            Some(multipart_id) => self.discard(bucket, upload_id, &multipart_id).await,
            None => Ok(()),
        }
    }

    pub(super) async fn discard(
        &self,
        bucket: &Bucket,
        upload_id: &str,
        multipart_id: &str,
    ) -> Result<(), UploadsError> {
        bucket.discard(upload_id, multipart_id).await?;
        Ok(self.store.forget_multipart(upload_id).await?)
    }

    /// Deletes a complete upload, and its content if it is not used otherwise. Returns false if a track of its owner
    /// uses it.
    ///
    /// # Errors
    /// [`UploadsError`]. In this case it can be repeated.
    pub async fn forget(&self, upload: &UploadRecord, cid: &str) -> Result<bool, UploadsError> {
        let (id, now) = (&upload.upload_id, self.clock.now());
        // Leftovers must be deleted while its row names them.
        self.clear_complete(id).await?;
        let forgotten = self.store.forget_complete(id, cid, now).await?;
        if forgotten.is_last {
            self.drop_content(cid, now).await;
        }
        if forgotten.was_there {
            tracing::info!(upload_id = id, cid, is_last = forgotten.is_last, "an upload was deleted");
        }
        Ok(forgotten.was_there)
    }

    /// Deletes a content that is marked for deletion since then. If it fails, the sweeper repeats it.
    pub(super) async fn drop_content(&self, cid: &str, since: i64) {
        let dropped = match tokio::time::timeout(DROPPING, self.media.drop_audio(cid)).await {
            Ok(Ok(())) => self.store.content_dropped(cid, since).await.map_err(UploadsError::from),
            Ok(Err(error)) => Err(error.into()),
            Err(_) => return tracing::warn!(cid, "unused audio could not be deleted in time"),
        };
        match dropped {
            Ok(()) => tracing::info!(cid, "deleted unused audio"),
            Err(error) => tracing::warn!(%error, cid, "unused audio could not be deleted yet"),
        }
    }
}
