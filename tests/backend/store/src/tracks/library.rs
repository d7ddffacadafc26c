//! The saved tracks of users.

use crate::tracks::select_tracks;
use crate::users::user_columns;
use crate::{Store, StoreError, TrackRecord, sql};

impl Store {
    /// Returns the next `at_most` tracks that a user saved, the last saved first, each with its position: those after
    /// the position `after`, or the first ones. Delisted tracks are only returned to their owner.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn saved_tracks(
        &self,
        user_id: i64,
        after: Option<i64>,
        at_most: i64,
    ) -> Result<Vec<(i64, TrackRecord)>, StoreError> {
        let select = sql(select_tracks!(
            "SELECT tracks.*, entry_id AS entry FROM library JOIN tracks ON tracks.track_id = library.track_id
             WHERE user_id = $1 AND entry_id < $2 AND deleted_at IS NULL AND (delisted_at IS NULL OR owner_id = $1)
             ORDER BY entry_id DESC LIMIT $3"
        ));
        self.tracks(select.bind(user_id).bind(after.unwrap_or(i64::MAX)).bind(at_most)).await
    }

    /// Saves a track, if it exists and is not saved already.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn save_track(&self, user_id: i64, track_id: i64, now: i64) -> Result<(), StoreError> {
        let insert = sql("INSERT INTO library (entry_id, user_id, track_id, saved_at)
             SELECT $1, $2, track_id, $3 FROM tracks
             WHERE track_id = $4 AND deleted_at IS NULL AND (delisted_at IS NULL OR owner_id = $2)
             ON CONFLICT (user_id, track_id) DO NOTHING");
        let entry_id = self.next_id("library").await?;
        self.database.write(insert.bind(entry_id).bind(user_id).bind(now).bind(track_id)).await?;
        Ok(())
    }

    /// Removes a track from the saved ones, if it is there.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn unsave_track(&self, user_id: i64, track_id: i64) -> Result<(), StoreError> {
        let delete = sql("DELETE FROM library WHERE user_id = $1 AND track_id = $2");
        self.database.write(delete.bind(user_id).bind(track_id)).await?;
        Ok(())
    }
}
