//! Cleaning up after a service that was killed, or could not reach its bucket.

use super::{Uploads, UploadsError};

/// The age in seconds at which a file without a row is deleted. A row always comes before its file, so this is for
/// folders that were mixed up.
const ORPHAN_AGE: i64 = 60 * 60;
/// The age in seconds at which the sweeper resumes a deletion. An upload of the same audio resumes it sooner.
const DROPPED_AGAIN: i64 = 10 * 60;
const DROPPED_FOR_NEED: i64 = 60;

impl Uploads {
    /// Deletes leftovers.
    pub async fn clear_up(&self) {
        for (what, done) in [
            ("the leftovers of uploads", self.clear_leftovers().await),
            ("what the bucket has of uploads that are gone", self.clear_multiparts().await),
            ("files of uploads that are gone", self.clear_orphans().await),
        ] {
            if let Err(error) = done {
                tracing::error!(%error, "could not delete {what}");
            }
        }
    }

    /// Resumes the deletion of this content if it was interrupted. Returns whether it did.
    pub(super) async fn drop_stale(&self, cid: &str) -> Result<bool, UploadsError> {
        let now = self.clock.now();
        let stale = self.store.unfinished_drops(now.saturating_sub(DROPPED_FOR_NEED)).await?;
        let Some((cid, since)) = stale.into_iter().find(|(stale, _)| stale == cid) else { return Ok(false) };
        let is_ours = self.store.take_up_drop(&cid, since, now).await?;
        if is_ours {
            self.drop_content(&cid, now).await;
        }
        Ok(is_ours)
    }

    async fn clear_leftovers(&self) -> Result<(), UploadsError> {
        for upload_id in self.store.uploads_with_leftovers().await? {
            self.clear_complete(&upload_id).await?;
            self.store.nothing_left(&upload_id).await?;
        }
        Ok(())
    }

    async fn clear_multiparts(&self) -> Result<(), UploadsError> {
        let Some(bucket) = self.media.bucket() else { return Ok(()) };
        for abandoned in self.store.abandoned_multiparts().await? {
            self.discard(bucket, &abandoned.upload_id, &abandoned.multipart_id).await?;
        }
        Ok(())
    }

    /// Resumes interrupted deletions of contents.
    ///
    /// # Errors
    /// [`UploadsError`] if the database fails.
    pub async fn drop_again(&self) -> Result<(), UploadsError> {
        let now = self.clock.now();
        for (cid, since) in self.store.unfinished_drops(now.saturating_sub(DROPPED_AGAIN)).await? {
            if self.store.take_up_drop(&cid, since, now).await? {
                self.drop_content(&cid, now).await;
            }
        }
        Ok(())
    }

    /// Lists the files before the rows: a file created in between has a row.
    async fn clear_orphans(&self) -> Result<(), UploadsError> {
        let now = self.clock.now();
        for file in self.media.local_files().await? {
            let is_old = now.saturating_sub(file.written_at) >= ORPHAN_AGE;
            if is_old && self.store.any_upload(&file.upload_id).await?.is_none_or(|upload| upload.cid.is_some()) {
                self.media.remove_draft(&file.upload_id).await?;
                tracing::info!(upload_id = file.upload_id, "deleted a file of an upload that is gone");
            }
        }
        Ok(())
    }
}
