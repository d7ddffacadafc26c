//! From the last byte to audio.

use super::{Uploads, UploadsError};
use crate::{BucketError, MediaError, PART};
use stagepass_store::{AudioContent, UploadRecord};

impl Uploads {
    /// Completes an upload whose bytes were all received: it becomes audio or is deleted. `inspected` is the outcome of
    /// its inspection, if it was inspected already.
    ///
    /// # Errors
    /// [`MediaError::NotAudio`] if the upload was deleted. After other errors it is unchanged, and this can be
    /// repeated.
    pub async fn complete(
        &self,
        upload: &mut UploadRecord,
        inspected: Option<Result<AudioContent, UploadsError>>,
    ) -> Result<AudioContent, UploadsError> {
        let inspected = match inspected {
            Some(inspected) => inspected,
            None => self.inspect_whole(upload).await,
        };
        match inspected {
            Ok(audio) => self.keep(upload, &audio).await.map(|()| audio),
            Err(UploadsError::Media(MediaError::NotAudio(reason))) => {
                self.give_up(upload).await?;
                Err(MediaError::NotAudio(reason).into())
            }
            Err(error) => Err(error),
        }
    }

    async fn inspect_whole(&self, upload: &mut UploadRecord) -> Result<AudioContent, UploadsError> {
        let size = upload.bytes();
        let Some(bucket) = self.media.bucket().filter(|_| self.media.is_put_in_parts(size)) else {
            return self.inspect_draft(&upload.upload_id, None).await;
        };
        let in_parts = |upload: &UploadRecord| u64::try_from(upload.in_parts).unwrap_or_default();
        while in_parts(upload) < size {
            let rest = size - in_parts(upload);
            self.put_part(upload, rest.min(PART as u64)).await?;
        }
        let parts = self.store.parts(&upload.upload_id).await?;
        let multipart_id = self.store.multipart(&upload.upload_id).await?.unwrap_or_default();
        match bucket.assemble(&upload.upload_id, &multipart_id, parts, size).await {
            Err(BucketError::Missing(_)) => return Err(self.lost(upload).await),
            assembled => assembled?,
        }
        let (whole, name) = self.media.read_back(bucket, &upload.upload_id, size).await?;
        self.inspect(&upload.upload_id, &whole, Some(name)).await
    }

    async fn keep(&self, upload: &UploadRecord, audio: &AudioContent) -> Result<(), UploadsError> {
        let id = &upload.upload_id;
        if !self.claim(id, audio).await? {
            return match self.store.any_upload(id).await? {
                None => Err(UploadsError::Gone),
                Some(upload) if upload.cid.is_some() => Ok(()),
                Some(_) => Err(UploadsError::Dropping),
            };
        }
        self.media.place(id, audio).await?;
        let now = self.clock.now();
        let completed = self.store.complete_upload(id, &audio.cid, now).await?;
        if completed.is_last {
            self.drop_content(&audio.cid, now).await;
        }
        if completed.was_there {
            tracing::info!(upload_id = id, cid = audio.cid, size = audio.size, "an upload is complete");
            if let Err(error) = self.clear_complete(id).await {
                tracing::warn!(%error, upload_id = id, "leftovers of a complete upload could not be deleted yet");
            }
            return Ok(());
        }
        // Another service was faster, or the upload was deleted.
        let there = self.store.any_upload(id).await?;
        there.filter(|upload| upload.cid.is_some()).map(drop).ok_or(UploadsError::Gone)
    }

    /// Claims the content, and ends its inspection. If its deletion was interrupted, that is finished first.
    async fn claim(&self, upload_id: &str, audio: &AudioContent) -> Result<bool, UploadsError> {
        let now = self.clock.now();
        if self.store.claim_inspected(upload_id, audio, now).await? {
            return Ok(true);
        }
        Ok(self.drop_stale(&audio.cid).await? && self.store.claim_content(upload_id, audio, now).await?)
    }

    /// Deletes the leftovers of a complete upload. The sweeper records later that nothing is left.
    ///
    /// # Errors
    /// [`UploadsError`] if something may still exist.
    pub(super) async fn clear_complete(&self, upload_id: &str) -> Result<(), UploadsError> {
        self.media.remove_draft(upload_id).await?;
        let Some(bucket) = self.media.bucket() else { return Ok(()) };
        if self.store.multipart(upload_id).await?.is_some() {
            // Its parts were assembled to an object, so there are none.
            bucket.delete_provisional(upload_id).await?;
            self.store.forget_multipart(upload_id).await?;
        }
        Ok(())
    }
}
