//! Inspecting uploads. An attempt is recorded before it begins, so that a file cannot crash the service at every start.
//!
//! | an attempt ends with | it counts as | then |
//! |---|---|---|
//! | a verdict | | the upload becomes audio or is deleted |
//! | a crash of the decoder | failed | repeated at once; the second one is final: not audio |
//! | a crash of the service | interrupted | repeated at the next start, then later each time; after five only when its owner requests it |

use std::path::Path;

use super::{Uploads, UploadsError};
use crate::decoder::DecoderError;
use crate::{ContentHasher, ContentName, MediaError, NotAudio};
use stagepass_store::AudioContent;

/// After this many crashes of its decoder, a file is not audio.
const FAILURES: i64 = 2;
/// How long the sweeper waits after this many interrupted attempts, in seconds. After more, it skips the upload.
const PAUSES: [i64; 5] = [0, 0, 60, 10 * 60, 60 * 60];
/// How long requests wait after the second and later interrupted attempts, in seconds.
const SHORTEST_PAUSE: i64 = 5;

impl Uploads {
    /// Inspects a complete local draft. `name` is the running hash of all its bytes, if there is one. If it is audio,
    /// the attempt has not ended yet: it ends with [`Uploads::complete`] or [`Uploads::end_inspection`].
    ///
    /// # Errors
    /// [`MediaError::NotAudio`]. [`UploadsError::Interrupted`] if it is too early for another inspection. Others are
    /// not about the file.
    pub async fn inspect_draft(&self, id: &str, name: Option<ContentHasher>) -> Result<AudioContent, UploadsError> {
        self.inspect(id, &self.media.draft(id), name.map(ContentHasher::finish)).await
    }

    /// Records that the inspection of a file has ended that is audio, and is not stored now.
    ///
    /// # Errors
    /// [`UploadsError`] if the database fails. The attempt then counts as interrupted.
    pub async fn end_inspection(&self, id: &str) -> Result<(), UploadsError> {
        Ok(self.store.end_inspection(id, false).await?)
    }

    /// Inspects the file of a complete upload, as above.
    ///
    /// # Errors
    /// [`MediaError::NotAudio`]. [`UploadsError::Interrupted`] if earlier inspections were interrupted, and it is too
    /// early for another one. Others are not about the file.
    pub(super) async fn inspect(
        &self,
        id: &str,
        file: &Path,
        name: Option<ContentName>,
    ) -> Result<AudioContent, UploadsError> {
        let Some(user_id) = self.store.uploader(id).await? else { return Err(UploadsError::Gone) };
        loop {
            let permit = self.media.inspection_permit(user_id).await?;
            let now = self.clock.now();
            let Some(attempts) = self.store.begin_inspection(id, now, now.saturating_sub(SHORTEST_PAUSE)).await? else {
                let is_there = self.store.any_upload(id).await?.is_some();
                return Err(if is_there { UploadsError::Interrupted } else { UploadsError::Gone });
            };
            if attempts.failed >= FAILURES {
                self.store.end_inspection(id, false).await?;
                return Err(MediaError::from(NotAudio::Unreadable).into());
            }
            let error = match self.media.inspect(file, name.clone(), permit).await {
                // Its end is recorded with the claim of its content, in one commit.
                Ok(audio) => return Ok(audio),
                Err(error) => error,
            };
            let has_failed = matches!(&error, MediaError::Decoder(DecoderError::Died(_)));
            self.store.end_inspection(id, has_failed).await?;
            if !has_failed {
                return Err(error.into());
            }
            tracing::warn!(%error, upload_id = id, "an inspection failed");
        }
    }

    /// Returns whether the sweeper may inspect an upload. It waits longer after each interrupted attempt.
    ///
    /// # Errors
    /// [`UploadsError`] if the database fails.
    pub async fn is_inspection_due(&self, upload_id: &str) -> Result<bool, UploadsError> {
        let attempts = self.store.inspections(upload_id).await?;
        let waited = self.clock.now().saturating_sub(attempts.last_at);
        let pause = usize::try_from(attempts.unfinished).ok().and_then(|count| PAUSES.get(count));
        Ok(pause.is_some_and(|pause| waited >= *pause))
    }
}
