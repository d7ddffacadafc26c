//! How many tracks there can be. Any user can create tracks of audio that another user has, too, and nodes read all
//! tracks of an audio. So without limits, one user could make another user's audio unplayable.
//!
//! The limits are conditions of the statement that inserts a track. Deleted tracks count: they stay as rows, and nodes
//! read them.

use crate::{Store, StoreError, sql};

/// The most tracks of one user.
pub const TRACKS_OF_USER: i64 = 10_000;
/// The most tracks of one user with the same audio.
pub const TRACKS_OF_USER_AND_AUDIO: i64 = 20;
/// The most tracks of all users with the same audio.
pub const TRACKS_OF_AUDIO: i64 = 2_000;

/// The most tracks that a user can save.
pub(crate) const SAVED_TRACKS: i64 = 20_000;

/// A limit that was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TrackLimit {
    /// [`TRACKS_OF_USER`].
    #[error("you have 10,000 tracks, which is the limit: deleted ones count")]
    User,
    /// [`TRACKS_OF_USER_AND_AUDIO`].
    #[error("you have 20 tracks of this audio, which is the limit: deleted ones count, so change one of the others")]
    UserAndAudio,
    /// [`TRACKS_OF_AUDIO`].
    #[error("there are 2,000 tracks of this audio, which is the limit: upload another version of it")]
    Audio,
    /// The most saved tracks: 20,000.
    #[error("you have saved 20,000 tracks, which is the limit: remove one first")]
    Saved,
}

impl Store {
    /// Returns why the user cannot have another track of this audio, if a limit is the reason.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn track_limit(&self, owner_id: i64, cid: &str) -> Result<Option<TrackLimit>, StoreError> {
        let select = sql("SELECT (SELECT COUNT(*) FROM tracks WHERE owner_id = $1) >= $3,
                    (SELECT COUNT(*) FROM tracks WHERE tracks.cid = $2 AND owner_id = $1) >= $4,
                    (SELECT COUNT(*) FROM tracks WHERE tracks.cid = $2) >= $5");
        let select = select.bind(owner_id).bind(cid).bind(TRACKS_OF_USER);
        let select = select.bind(TRACKS_OF_USER_AND_AUDIO).bind(TRACKS_OF_AUDIO);
        let Some(mut row) = self.database.read_one(select).await? else { return Ok(None) };
        for limit in [TrackLimit::User, TrackLimit::UserAndAudio, TrackLimit::Audio] {
            if row.take()? {
                return Ok(Some(limit));
            }
        }
        Ok(None)
    }
}
