//! Storing uploads, whether their bytes were received over HTTP (`service::uploads`) or copied from a file (`tracks`).
//!
//! | module | contents |
//! |---|---|
//! | this file | recording the offset, and sending parts to the bucket |
//! | `complete` | from the last byte to audio |
//! | `inspection` | inspecting the audio, with retries |
//! | `forget` | deleting uploads and unused audio |
//! | `rest` | cleaning up after a killed service |
//!
//! # Safety against crashes
//!
//! Each step begins when the previous one is on the disk or in the bucket. Then the step is recorded in the database.
//! Only then is deleted what is no longer needed. Each step can be repeated, or run by two services at once. So if a
//! service is killed, one of these states remains:
//!
//! | after | there is | then |
//! |---|---|---|
//! | inserting the row | an upload without a file | its offset is 0 |
//! | bytes that are not recorded | more in the file than `arrived` | cut off by the next PATCH; no client was told about them |
//! | a part that is not recorded | a part in the bucket | sent again under the same number, from the file |
//! | a recorded part | its bytes in the file as well | never read again; deleted with the upload |
//! | the last byte | `arrived` = `size` | completed by the next request or the sweeper, even if it has expired |
//! | inspecting, assembling | an object assembled from parts; an attempt without an end | found, and read back again; after a longer pause each time: see `inspection` |
//! | claiming | `claimed`; a content that nothing deletes | as after the last byte |
//! | storing the audio | the audio and the draft | found, and recorded |
//! | recording it | a draft, parts, an object: `leftovers` | deleted by the sweeper |
//! | deleting the files of an abandoned upload | a row without a file | deleted again |
//! | deleting its row | a multipart upload without a row | aborted by the sweeper |
//! | marking a content for deletion | `state` 1 | deleted by the sweeper after ten minutes, or after a minute by an upload of the same audio |

mod complete;
mod forget;
mod inspection;
mod leftovers;

use std::sync::Arc;

use crate::{BucketError, MediaError, MediaStore, PART};
use stagepass_kit::clock::Clock;
use stagepass_store::{Advance, PartRecord, Store, StoreError, UploadRecord};

/// How long an upload waits for its next bytes, in seconds.
pub const LIFETIME: i64 = 24 * 60 * 60;
/// The longest lifetime of an unfinished upload.
const LONGEST: i64 = 7 * LIFETIME;

/// Stores uploads. Clones share the same state.
#[derive(Debug, Clone)]
pub struct Uploads {
    /// The database.
    pub store: Store,
    /// The store of audio and unfinished uploads.
    pub media: Arc<MediaStore>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
}

/// Why an upload did not proceed.
#[derive(Debug, thiserror::Error)]
pub enum UploadsError {
    /// The audio could not be stored or inspected.
    #[error(transparent)]
    Media(#[from] MediaError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another service has received bytes of it meanwhile.
    #[error("another service is at this upload")]
    Moved,
    /// It was deleted meanwhile.
    #[error("the upload is gone")]
    Gone,
    /// Inspections of it were interrupted, and it is too early for another one.
    #[error("the inspection of the upload was interrupted")]
    Interrupted,
    /// The same audio is being deleted. It can be stored again soon.
    #[error("the same audio is being dropped")]
    Dropping,
    /// The bucket has deleted its parts.
    #[error("the bucket has lost the upload's parts: it begins anew")]
    Lost,
}

impl From<BucketError> for UploadsError {
    fn from(error: BucketError) -> Self {
        MediaError::from(error).into()
    }
}

/// Returns when an upload expires that was created at `created_at` and received bytes at `now`.
pub fn expiry(created_at: i64, now: i64) -> i64 {
    now.saturating_add(LIFETIME).min(created_at.saturating_add(LONGEST))
}

impl Uploads {
    /// Records that this many bytes were received and are on the disk.
    ///
    /// # Errors
    /// [`UploadsError::Moved`] if its offset is no longer that of `upload`, and others.
    pub async fn note(&self, upload: &mut UploadRecord, arrived: u64) -> Result<(), UploadsError> {
        let advance = self.advance(upload, arrived);
        if upload.arrived == advance.to {
            return Ok(());
        }
        let advanced = self.store.advance_upload(&upload.upload_id, &advance).await?;
        advanced.then(|| apply(upload, &advance)).ok_or(UploadsError::Moved)
    }

    /// Sends the next `size` bytes of the draft to the bucket, and records that. Afterwards they are no longer needed
    /// in the draft.
    ///
    /// # Errors
    /// [`UploadsError::Moved`] as above, [`UploadsError::Lost`] if the previous parts are no longer in the bucket, and
    /// others.
    pub async fn put_part(&self, upload: &mut UploadRecord, size: u64) -> Result<(), UploadsError> {
        let bucket = self.media.bucket().ok_or(MediaError::NotGiven)?;
        let multipart_id = match self.store.multipart(&upload.upload_id).await? {
            Some(multipart_id) => multipart_id,
            None => self.begin_parts(upload).await?,
        };
        let from = u64::try_from(upload.in_parts).unwrap_or_default();
        let (draft, range) = (self.media.draft(&upload.upload_id), from..from + size);
        let index = usize::try_from(from / PART as u64).unwrap_or(usize::MAX);
        let etag = match bucket.put_part(&upload.upload_id, &multipart_id, index, (&draft, range.clone())).await {
            Err(BucketError::Missing(_)) => return Err(self.lost(upload).await),
            put => put?,
        };
        let advance = self.advance(upload, upload.durable().max(range.end));
        let (number, size) = (i64::try_from(index).unwrap_or(i64::MAX), i64::try_from(size).unwrap_or(i64::MAX));
        let part = PartRecord { number, etag: &etag, size };
        if !self.store.add_part(&upload.upload_id, &part, &advance).await? {
            return Err(UploadsError::Moved);
        }
        apply(upload, &advance);
        upload.in_parts += size;
        self.media.make_room(&upload.upload_id, range).await;
        Ok(())
    }

    /// Starts a multipart upload and returns its ID. It is recorded before the first part, so that parts can always be
    /// found and deleted.
    async fn begin_parts(&self, upload: &UploadRecord) -> Result<String, UploadsError> {
        let bucket = self.media.bucket().ok_or(MediaError::NotGiven)?;
        let begun = bucket.begin(&upload.upload_id).await?;
        let counts = self.store.begin_multipart(&upload.upload_id, &begun).await?;
        if counts != begun
            && let Err(error) = bucket.discard(&upload.upload_id, &begun).await
        {
            tracing::warn!(%error, upload_id = upload.upload_id, "a multipart upload without parts could not be deleted from the bucket");
        }
        Ok(counts)
    }

    /// The bucket may have a rule that deletes old multipart uploads. The draft has holes, so all bytes must be sent
    /// again.
    async fn lost(&self, upload: &UploadRecord) -> UploadsError {
        tracing::warn!(
            upload_id = upload.upload_id,
            "the bucket has lost the parts of an upload: it starts again at 0"
        );
        let restarted = self.store.restart_upload(&upload.upload_id, upload.arrived).await;
        restarted.map_or_else(UploadsError::from, |()| UploadsError::Lost)
    }

    fn advance(&self, upload: &UploadRecord, to: u64) -> Advance {
        let to = i64::try_from(to).unwrap_or(i64::MAX);
        Advance { from: upload.arrived, to, expires_at: expiry(upload.created_at, self.clock.now()) }
    }
}

fn apply(upload: &mut UploadRecord, advance: &Advance) {
    (upload.arrived, upload.expires_at) = (advance.to, Some(advance.expires_at));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upload_expires_after_idle_day_or_one_week() {
        assert_eq!(expiry(100, 100), 100 + 86_400);
        assert_eq!(expiry(100, 100 + 86_399), 100 + 86_399 + 86_400);
        assert_eq!(expiry(100, 100 + 6 * 86_400 + 1), 100 + 7 * 86_400);
        assert_eq!(expiry(i64::MAX, i64::MAX), i64::MAX);
    }
}
