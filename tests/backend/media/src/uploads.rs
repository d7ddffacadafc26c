//! What becomes of uploads, by whichever way their bytes came: over HTTP (`service::uploads`), or out of a file (`tracks`).
//!
//! | where | what |
//! |---|---|
//! | here | noting how much has arrived, and putting it into the bucket |
//! | `complete` | from the last byte to audio |
//! | `inspection` | whether it is audio, and how often that is tried |
//! | `forget` | giving up, and dropping what nobody has any more |
//! | `rest` | what a service left behind that was killed |
//!
//! # Killed at any moment
//!
//! Of each step: what came before it is on the disk or in the bucket; the step notes so in the database; only then goes what it makes superfluous. Each
//! may be taken once more, or by two services at once. So whatever kills a service, one of these is left:
//!
//! | after | there is | then |
//! |---|---|---|
//! | the row | an upload without a file | it stands at 0 |
//! | bytes that are not noted | more in the file than `arrived` | cut off by the next PATCH; nobody was told of them |
//! | a part that is not noted | a part in the bucket | put once more under the same number, out of the file |
//! | a part that is noted | its bytes in the file as well | not read any more; the file goes with the upload |
//! | the last byte | `arrived` = `size` | completed by whoever asks next, or the sweeper, even if its time is over |
//! | inspecting it, putting it together | an object out of its parts; an attempt that has no end | found there, read back once more; later each time: see `inspection` |
//! | claiming | `claimed`; a content that nobody drops | as after the last byte |
//! | putting it where audio is | the audio, and the draft | put there already: recorded |
//! | recording it | a draft, parts, an object: `leftovers` | deleted by the sweeper |
//! | deleting the files of one that is given up | a row without a file | given up once more |
//! | deleting its row | a multipart upload without a row | aborted by the sweeper |
//! | saying that a content is dropped | `state` 1 | dropped by the sweeper, ten minutes later, or a minute later by whoever uploads the same |

mod complete;
mod forget;
mod inspection;
mod rest;

use std::sync::Arc;

use crate::{BucketError, MediaError, MediaStore, PART};
use stagepass_kit::clock::Clock;
use stagepass_store::{Advance, PartRecord, Store, StoreError, UploadRecord};

/// How long an upload waits for its next bytes, in seconds.
pub const LIFETIME: i64 = 24 * 60 * 60;
/// How long it may take altogether.
const LONGEST: i64 = 7 * LIFETIME;

/// What becomes of uploads. Clones are handles to the same.
#[derive(Debug, Clone)]
pub struct Uploads {
    /// The database.
    pub store: Store,
    /// Where audio and unfinished uploads are kept.
    pub media: Arc<MediaStore>,
    /// The time.
    pub clock: Arc<dyn Clock>,
}

/// Why an upload did not get further.
#[derive(Debug, thiserror::Error)]
pub enum UploadsError {
    /// Audio could not be kept or inspected.
    #[error(transparent)]
    Media(#[from] MediaError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another service has received bytes of it meanwhile.
    #[error("another service is at this upload")]
    Moved,
    /// Somebody has deleted it meanwhile.
    #[error("the upload is gone")]
    Gone,
    /// Inspections of it were interrupted, and it is too early for another one.
    #[error("the inspection of the upload was interrupted")]
    Interrupted,
    /// The same audio is just being deleted. Soon it can be kept anew.
    #[error("the same audio is being dropped")]
    Dropping,
    /// The bucket has thrown away what it had of it.
    #[error("the bucket has lost the upload's parts: it begins anew")]
    Lost,
}

impl From<BucketError> for UploadsError {
    fn from(error: BucketError) -> Self {
        MediaError::from(error).into()
    }
}

/// When an upload is given up that was begun then, and of which something has come now.
pub fn expiry(created_at: i64, now: i64) -> i64 {
    now.saturating_add(LIFETIME).min(created_at.saturating_add(LONGEST))
}

impl Uploads {
    /// Notes that so many bytes have arrived, which are on the disk.
    ///
    /// # Errors
    /// [`UploadsError::Moved`] if it does not stand any more where `upload` says, and others.
    pub async fn note(&self, upload: &mut UploadRecord, arrived: u64) -> Result<(), UploadsError> {
        let advance = self.advance(upload, arrived);
        if upload.arrived == Some(advance.to) {
            return Ok(());
        }
        let advanced = self.store.advance_upload(&upload.upload_id, &advance).await?;
        advanced.then(|| apply(upload, &advance)).ok_or(UploadsError::Moved)
    }

    /// Puts the next `size` bytes, which are in the draft, into the bucket, and notes that. Then they need not be in the draft any more.
    ///
    /// # Errors
    /// [`UploadsError::Moved`] as above, [`UploadsError::Lost`] if the parts before it are not in the bucket any more, and others.
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
        let noted = upload.arrived.and_then(|noted| u64::try_from(noted).ok()).unwrap_or_default();
        let advance = self.advance(upload, noted.max(range.end));
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

    /// What the bucket calls the upload from now on. It is noted before there is a part of it: whatever has parts can be found and thrown away.
    async fn begin_parts(&self, upload: &UploadRecord) -> Result<String, UploadsError> {
        let bucket = self.media.bucket().ok_or(MediaError::NotGiven)?;
        let begun = bucket.begin(&upload.upload_id).await?;
        let counts = self.store.begin_multipart(&upload.upload_id, &begun).await?;
        if counts != begun
            && let Err(error) = bucket.discard(&upload.upload_id, &begun).await
        {
            tracing::warn!(%error, upload_id = upload.upload_id, "a multipart upload without parts stays in the bucket");
        }
        Ok(counts)
    }

    /// A bucket may have a rule by which it throws away what has not become an object in time. What is left here has holes: all is sent again.
    async fn lost(&self, upload: &UploadRecord) -> UploadsError {
        tracing::warn!(upload_id = upload.upload_id, "the bucket has no parts of an upload any more: it begins anew");
        let restarted = self.store.restart_upload(&upload.upload_id, upload.arrived).await;
        restarted.map_or_else(UploadsError::from, |()| UploadsError::Lost)
    }

    fn advance(&self, upload: &UploadRecord, to: u64) -> Advance {
        let to = i64::try_from(to).unwrap_or(i64::MAX);
        Advance { from: upload.arrived, to, expires_at: expiry(upload.created_at, self.clock.now()) }
    }
}

fn apply(upload: &mut UploadRecord, advance: &Advance) {
    (upload.arrived, upload.expires_at) = (Some(advance.to), Some(advance.expires_at));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_after_the_last_bytes_and_a_week_at_most() {
        assert_eq!(expiry(100, 100), 100 + 86_400);
        assert_eq!(expiry(100, 100 + 86_399), 100 + 86_399 + 86_400);
        assert_eq!(expiry(100, 100 + 6 * 86_400 + 1), 100 + 7 * 86_400);
        assert_eq!(expiry(i64::MAX, i64::MAX), i64::MAX);
    }
}
