//! The artwork of tracks.

use crate::{PictureFile, Statement, Store, StoreError, sql, users};

/// Deletes the files of a track's artwork, which no other track uses.
pub(crate) fn delete_of_track(track_id: i64, owner_id: i64) -> Statement {
    sql("DELETE FROM pictures
         WHERE picture_id = (SELECT artwork_id FROM tracks WHERE track_id = $1 AND owner_id = $2 AND deleted_at IS NULL)")
    .bind(track_id)
    .bind(owner_id)
}

impl Store {
    /// Replaces or removes the artwork of a track of this user, and deletes the old files. Returns whether the track
    /// exists. If not, nothing is stored.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn set_artwork(
        &self,
        track_id: i64,
        owner_id: i64,
        new: Option<(&str, &[PictureFile])>,
    ) -> Result<bool, StoreError> {
        let (artwork_id, files) = new.unzip();
        // Deleting the track or its owner waits for this lock or comes before it, so no files remain for a deleted
        // track.
        let mut statements = vec![users::lock(owner_id), delete_of_track(track_id, owner_id)];
        for file in files.unwrap_or_default() {
            let insert = sql("INSERT INTO pictures (picture_id, size, content_type, content)
                 SELECT $1, $2, $3, $4 FROM tracks WHERE track_id = $5 AND owner_id = $6 AND deleted_at IS NULL");
            let insert = insert.bind(artwork_id).bind(&file.size).bind(&file.content_type).bind(&file.content[..]);
            statements.push(insert.bind(track_id).bind(owner_id));
        }
        let update =
            sql("UPDATE tracks SET artwork_id = $3 WHERE track_id = $1 AND owner_id = $2 AND deleted_at IS NULL");
        statements.push(update.bind(track_id).bind(owner_id).bind(artwork_id));
        let written = self.database.transaction(statements).await?;
        Ok(written.last().is_some_and(|update| update.changed == 1))
    }
}
