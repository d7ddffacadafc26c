//! Profile pictures and artwork, each in several sizes.

use crate::database::Statement;
use crate::{Store, StoreError, sql};

/// One picture in one size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureFile {
    /// For example `150x150`.
    pub size: String,
    /// `image/png` or `image/jpeg`.
    pub content_type: String,
    /// The encoded picture.
    pub content: Vec<u8>,
}

/// Inserts the files of a picture.
pub(crate) fn inserts(picture_id: &str, files: &[PictureFile]) -> impl Iterator<Item = Statement> {
    files.iter().map(move |file| {
        sql("INSERT INTO pictures (picture_id, size, content_type, content) VALUES ($1, $2, $3, $4)")
            .bind(picture_id)
            .bind(&file.size)
            .bind(&file.content_type)
            .bind(&file.content[..])
    })
}

/// Deletes the files of a user's picture, which no other user has.
pub(crate) fn delete_of_user(user_id: i64) -> Statement {
    sql("DELETE FROM pictures WHERE picture_id = (SELECT picture_id FROM users WHERE user_id = $1)").bind(user_id)
}

/// Deletes the files of the artwork of all of a user's tracks.
pub(crate) fn delete_of_tracks(owner_id: i64) -> Statement {
    sql("DELETE FROM pictures WHERE picture_id IN (SELECT artwork_id FROM tracks WHERE owner_id = $1)").bind(owner_id)
}

impl Store {
    /// Inserts the files of a picture.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn insert_picture(&self, picture_id: &str, files: &[PictureFile]) -> Result<(), StoreError> {
        self.database.transaction(inserts(picture_id, files).collect()).await?;
        Ok(())
    }

    /// Returns the picture with this ID in this size.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn picture(&self, picture_id: &str, size: &str) -> Result<Option<PictureFile>, StoreError> {
        let select = sql("SELECT size, content_type, content FROM pictures WHERE picture_id = $1 AND size = $2");
        let row = self.database.read_one(select.bind(picture_id).bind(size)).await?;
        row.map(|mut row| Ok(PictureFile { size: row.take()?, content_type: row.take()?, content: row.take()? }))
            .transpose()
    }
}
