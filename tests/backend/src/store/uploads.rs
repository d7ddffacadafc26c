//! Uploads, and the audio that they became.

use super::{Store, StoreError, sql};
use crate::media::Audio;

/// An upload, unfinished or complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadRecord {
    /// Its name: 32 hexadecimal digits.
    pub upload_id: String,
    /// Bytes, when it is complete.
    pub size: i64,
    /// Upload-Metadata, as it was sent.
    pub metadata: Option<String>,
    /// What it became, once it is complete.
    pub cid: Option<String>,
    /// Of what it became.
    pub mime_type: Option<String>,
    /// Of what it became, in milliseconds.
    pub duration_ms: Option<i64>,
}

/// An upload to be.
#[derive(Debug)]
pub struct NewUpload<'a> {
    /// See [`UploadRecord::upload_id`].
    pub upload_id: &'a str,
    /// Who uploads.
    pub user_id: i64,
    /// See [`UploadRecord::size`].
    pub size: i64,
    /// See [`UploadRecord::metadata`].
    pub metadata: Option<&'a str>,
    /// Unix seconds.
    pub created_at: i64,
    /// When it is given up, if it is not complete by then.
    pub expires_at: i64,
}

impl Store {
    /// Records an upload that is about to begin.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn insert_upload(&self, new: &NewUpload<'_>) -> Result<(), StoreError> {
        let insert = sql(
            "INSERT INTO uploads (upload_id, user_id, size, metadata, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(new.upload_id)
        .bind(new.user_id)
        .bind(new.size)
        .bind(new.metadata)
        .bind(new.created_at)
        .bind(new.expires_at);
        self.database.write(insert).await?;
        Ok(())
    }

    /// The upload of this name, if it is this listener's and has not expired by `now`.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn upload(&self, upload_id: &str, user_id: i64, now: i64) -> Result<Option<UploadRecord>, StoreError> {
        let select = sql("SELECT upload_id, uploads.size, metadata, uploads.cid, mime_type, duration_ms
             FROM uploads LEFT JOIN contents ON contents.cid = uploads.cid
             WHERE upload_id = $1 AND user_id = $2 AND (expires_at IS NULL OR expires_at > $3)");
        let row = self.database.read_one(select.bind(upload_id).bind(user_id).bind(now)).await?;
        row.map(|mut row| {
            Ok(UploadRecord {
                upload_id: row.take()?,
                size: row.take()?,
                metadata: row.take()?,
                cid: row.take()?,
                mime_type: row.take()?,
                duration_ms: row.take()?,
            })
        })
        .transpose()
    }

    /// Records that an upload is complete, and what it has become.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn complete_upload(&self, upload_id: &str, audio: &Audio, now: i64) -> Result<(), StoreError> {
        let content =
            sql("INSERT INTO contents (cid, mime_type, size, duration_ms, created_at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (cid) DO NOTHING")
            .bind(&audio.cid)
            .bind(audio.mime_type)
            .bind(i64::try_from(audio.size).unwrap_or(i64::MAX))
            .bind(audio.duration_ms)
            .bind(now);
        let upload = sql("UPDATE uploads SET cid = $1, expires_at = NULL WHERE upload_id = $2");
        self.database.transaction(vec![content, upload.bind(&audio.cid).bind(upload_id)]).await?;
        Ok(())
    }

    /// Forgets an upload that is not complete.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn delete_upload(&self, upload_id: &str) -> Result<(), StoreError> {
        self.database.write(sql("DELETE FROM uploads WHERE upload_id = $1 AND cid IS NULL").bind(upload_id)).await?;
        Ok(())
    }

    /// The names of the uploads that have not been completed in time.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn expired_uploads(&self, now: i64) -> Result<Vec<String>, StoreError> {
        let select = sql("SELECT upload_id FROM uploads WHERE cid IS NULL AND expires_at <= $1");
        self.database.read(select.bind(now)).await?.into_iter().map(|mut row| row.take()).collect()
    }

    /// Whether the listener has completed an upload of this content.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn has_uploaded(&self, user_id: i64, cid: &str) -> Result<bool, StoreError> {
        let select = sql("SELECT upload_id FROM uploads WHERE user_id = $1 AND cid = $2 LIMIT 1");
        Ok(self.database.read_one(select.bind(user_id).bind(cid)).await?.is_some())
    }
}
