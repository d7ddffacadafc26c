//! Giving uploads up, and dropping what nobody has any more.

use std::time::Duration;

use super::{Uploads, UploadsError};
use crate::Bucket;
use stagepass_store::UploadRecord;

/// What deleting one file or object may take. Whoever takes up a dropping that was cut off waits for many times as long.
const DROPPING: Duration = Duration::from_secs(30);

impl Uploads {
    /// Forgets an unfinished upload and all that has come of it: its files first, so that none is left without a row, then its row, then what is in the
    /// bucket, which the sweeper finds without the row.
    ///
    /// # Errors
    /// [`UploadsError`]; then it can be done once more.
    pub async fn give_up(&self, upload: &UploadRecord) -> Result<(), UploadsError> {
        let (id, now) = (&upload.upload_id, self.clock.now());
        self.media.remove_draft(id).await?;
        let forgotten = self.store.forget_unfinished(id, upload.claimed.as_deref(), now).await?;
        if !forgotten.was_there {
            return Ok(());
        }
        tracing::info!(upload_id = id, "an upload was given up");
        if let Err(error) = self.clear_bucket(id).await {
            tracing::warn!(%error, upload_id = id, "what an upload has left behind in the bucket stays for now");
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

    /// Forgets a complete upload, and drops its content if nobody else has it. False if a track of its owner's has it.
    ///
    /// # Errors
    /// [`UploadsError`]; then it can be done once more.
    pub async fn forget(&self, upload: &UploadRecord, cid: &str) -> Result<bool, UploadsError> {
        let (id, now) = (&upload.upload_id, self.clock.now());
        // Whatever is left of it has to go while its row says so.
        self.clear_complete(id).await?;
        let forgotten = self.store.forget_complete(id, cid, now).await?;
        if forgotten.is_last {
            self.drop_content(cid, now).await;
        }
        if forgotten.was_there {
            tracing::info!(upload_id = id, cid, is_last = forgotten.is_last, "an upload was forgotten");
        }
        Ok(forgotten.was_there)
    }

    /// Deletes a content that is being dropped since then. What fails is taken up by the sweeper.
    pub(super) async fn drop_content(&self, cid: &str, since: i64) {
        let dropped = match tokio::time::timeout(DROPPING, self.media.drop_audio(cid)).await {
            Ok(Ok(())) => self.store.content_dropped(cid, since).await.map_err(UploadsError::from),
            Ok(Err(error)) => Err(error.into()),
            Err(_) => return tracing::warn!(cid, "audio that nobody has any more could not be deleted in time"),
        };
        match dropped {
            Ok(()) => tracing::info!(cid, "deleted audio that nobody has any more"),
            Err(error) => tracing::warn!(%error, cid, "audio that nobody has any more stays for now"),
        }
    }
}
