//! The saved tracks of users.

use crate::tracks::limits::{SAVED_TRACKS, TrackLimit};
use crate::tracks::select_tracks;
use crate::users::{lock, user_columns};
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

    /// Saves a track, if it exists and is not saved already. Returns [`TrackLimit::Saved`] if the user has
    /// 20,000 of them.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn save_track(&self, user_id: i64, track_id: i64, now: i64) -> Result<Option<TrackLimit>, StoreError> {
        let insert = sql("INSERT INTO library (entry_id, user_id, track_id, saved_at)
             SELECT $1, $2, track_id, $3 FROM tracks
             WHERE track_id = $4 AND deleted_at IS NULL AND (delisted_at IS NULL OR owner_id = $2)
               AND (SELECT COUNT(*) FROM library WHERE user_id = $2) < $5
             ON CONFLICT (user_id, track_id) DO NOTHING");
        let entry_id = self.next_id("library").await?;
        let insert = insert.bind(entry_id).bind(user_id).bind(now).bind(track_id).bind(SAVED_TRACKS);
        let written = self.database.transaction(vec![lock(user_id), insert]).await?;
        if written.get(1).is_some_and(|insert| insert.changed == 1) {
            return Ok(None);
        }
        // It is saved already, or gone, or there is no room.
        let is_saved = sql("SELECT entry_id FROM library WHERE user_id = $1 AND track_id = $2");
        let is_saved = self.database.read_one(is_saved.bind(user_id).bind(track_id)).await?.is_some();
        let is_full = sql("SELECT COUNT(*) >= $2 FROM library WHERE user_id = $1").bind(user_id).bind(SAVED_TRACKS);
        let is_full = self.database.read_one(is_full).await?.map_or(Ok(false), |mut row| row.take())?;
        Ok(Some(TrackLimit::Saved).filter(|_| is_full && !is_saved))
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
