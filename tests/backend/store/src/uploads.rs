//! Uploads and the quotas of users. The progress of an upload is in `progress`, and its content in `contents`.

pub(crate) mod contents;
pub(crate) mod progress;

use crate::database::Row;
use crate::{Store, StoreError, sql, users};

/// An upload, complete or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UploadRecord {
    /// Its ID: 32 hexadecimal digits.
    pub upload_id: String,
    /// The final size in bytes.
    pub size: i64,
    /// Upload-Metadata, unchanged.
    pub metadata: Option<String>,
    /// The CID, once it is complete.
    pub cid: Option<String>,
    /// The media type of its content.
    pub mime_type: Option<String>,
    /// The duration of its content in milliseconds.
    pub duration_ms: Option<i64>,
    /// Unix seconds.
    pub created_at: i64,
    /// When it expires. `None` once it is complete.
    pub expires_at: Option<i64>,
    /// The number of durable bytes.
    pub arrived: i64,
    /// The content that it will become.
    pub claimed: Option<String>,
    /// Its position in the order of creation.
    pub entry: i64,
    /// How many of its bytes are in a bucket as parts.
    pub in_parts: i64,
}

/// An upload to insert.
#[derive(Debug)]
pub struct NewUpload<'a> {
    /// See [`UploadRecord::upload_id`].
    pub upload_id: &'a str,
    /// The user ID of the owner.
    pub user_id: i64,
    /// See [`UploadRecord::size`].
    pub size: i64,
    /// See [`UploadRecord::metadata`].
    pub metadata: Option<&'a str>,
    /// Unix seconds.
    pub created_at: i64,
    /// When it expires unless it is complete.
    pub expires_at: i64,
}

/// The limits of a user's uploads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// Of all uploads in bytes. An unfinished upload counts with its final size.
    pub bytes: i64,
    /// The most uploads, complete or not. Their bytes are summed up before each new one, while no other request can
    /// write.
    pub uploads: i64,
    /// The most unfinished uploads.
    pub unfinished: i64,
    /// Of the uploads of all users in bytes, counted in the same way.
    pub ceiling: Option<i64>,
    /// How many more bytes of the disk uploads may use.
    pub room: i64,
    /// Whether the missing bytes of all unfinished uploads will use some of `room`.
    pub is_room_shared: bool,
}

impl Allowance {
    /// No limit.
    const ALL: Self = Self {
        bytes: i64::MAX,
        uploads: i64::MAX,
        unfinished: i64::MAX,
        ceiling: None,
        room: i64::MAX,
        is_room_shared: false,
    };
}

/// What a user's uploads use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    /// In bytes, as in [`Allowance::bytes`].
    pub bytes: i64,
    /// The number of uploads, complete or not.
    pub uploads: i64,
    /// The number of unfinished uploads.
    pub unfinished: i64,
}

/// The columns of [`UploadRecord::read`], and their tables.
macro_rules! select_uploads {
    ($where:literal) => {
        concat!(
            "SELECT uploads.upload_id, uploads.size, metadata, uploads.cid, mime_type, duration_ms, uploads.created_at, expires_at, arrived, claimed, entry,
                    (SELECT CAST(COALESCE(SUM(upload_parts.size), 0) AS BIGINT) FROM upload_parts WHERE upload_parts.upload_id = uploads.upload_id)
             FROM uploads LEFT JOIN contents ON contents.cid = uploads.cid ",
            $where
        )
    };
}

impl UploadRecord {
    fn read(row: &mut Row) -> Result<Self, StoreError> {
        Ok(Self {
            upload_id: row.take()?,
            size: row.take()?,
            metadata: row.take()?,
            cid: row.take()?,
            mime_type: row.take()?,
            duration_ms: row.take()?,
            created_at: row.take()?,
            expires_at: row.take()?,
            arrived: row.take()?,
            claimed: row.take()?,
            entry: row.take()?,
            in_parts: row.take()?,
        })
    }

    /// [`UploadRecord::size`] as a file size.
    pub fn bytes(&self) -> u64 {
        u64::try_from(self.size).unwrap_or_default()
    }

    /// [`UploadRecord::arrived`] as a file size.
    pub fn durable(&self) -> u64 {
        u64::try_from(self.arrived).unwrap_or_default()
    }

    /// Returns whether it has expired by `now`.
    pub fn has_expired(&self, now: i64) -> bool {
        self.expires_at.is_some_and(|expires_at| expires_at <= now)
    }
}

impl Store {
    /// Inserts an upload, unless that exceeds the `allowance` of the user, or of all users. Returns whether it did.
    /// Without an allowance there is no limit. Of two concurrent inserts, the second sees the first.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn insert_upload(&self, new: &NewUpload<'_>, allowance: Option<Allowance>) -> Result<bool, StoreError> {
        let allowance = allowance.unwrap_or(Allowance::ALL);
        let lacking = allowance.is_room_shared.then(|| allowance.room.saturating_sub(new.size));
        // The second of two transactions waits for the first, at the user's row or at this one.
        let entry = sql("UPDATE counters SET last = last + 1 WHERE counter = 'uploads'");
        // An expired upload only counts for its user if all of its bytes were received. It uses space until it is
        // swept, so it always counts for the ceiling.
        let insert = sql(
            "INSERT INTO uploads (upload_id, user_id, size, metadata, created_at, expires_at, arrived, leftovers, entry)
             SELECT $1, $2, $3, $4, $5, $6, 0, 1, (SELECT last FROM counters WHERE counter = 'uploads')
             WHERE (SELECT COALESCE(SUM(size), 0) FROM uploads WHERE user_id = $2 AND (cid IS NOT NULL OR expires_at > $5 OR arrived = size)) <= $7
               AND (SELECT COUNT(*) FROM uploads WHERE user_id = $2 AND cid IS NULL AND (expires_at > $5 OR arrived = size)) < $8
               AND ($9 IS NULL OR (SELECT COALESCE(SUM(size), 0) FROM uploads) <= $9)
               AND ($10 IS NULL OR (SELECT COALESCE(SUM(size - arrived), 0) FROM uploads WHERE cid IS NULL AND expires_at > $5) <= $10)
               AND $3 <= $11
               AND (SELECT COUNT(*) FROM uploads WHERE user_id = $2 AND (cid IS NOT NULL OR expires_at > $5 OR arrived = size)) < $12",
        )
        .bind(new.upload_id)
        .bind(new.user_id)
        .bind(new.size)
        .bind(new.metadata)
        .bind(new.created_at)
        .bind(new.expires_at)
        .bind(allowance.bytes.saturating_sub(new.size))
        .bind(allowance.unfinished)
        .bind(allowance.ceiling.map(|ceiling| ceiling.saturating_sub(new.size)))
        .bind(lacking)
        .bind(allowance.room)
        .bind(allowance.uploads);
        let written = self.database.transaction(vec![users::lock(new.user_id), entry, insert]).await?;
        Ok(written.last().is_some_and(|insert| insert.changed == 1))
    }

    /// Returns what the user's uploads use.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn usage(&self, user_id: i64, now: i64) -> Result<Usage, StoreError> {
        let select =
            sql("SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT), COUNT(*), COUNT(CASE WHEN cid IS NULL THEN 1 END)
             FROM uploads WHERE user_id = $1 AND (cid IS NOT NULL OR expires_at > $2 OR arrived = size)");
        let row = self.database.read_one(select.bind(user_id).bind(now)).await?;
        let usage = row.map(|mut row| {
            Ok::<_, StoreError>(Usage { bytes: row.take()?, uploads: row.take()?, unfinished: row.take()? })
        });
        Ok(usage.transpose()?.unwrap_or(Usage { bytes: 0, uploads: 0, unfinished: 0 }))
    }

    /// Returns the upload with this ID, if it belongs to this user and has not expired by `now`. One whose bytes were
    /// all received does not expire, because it must be completed.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn upload(&self, upload_id: &str, user_id: i64, now: i64) -> Result<Option<UploadRecord>, StoreError> {
        let select = sql(select_uploads!(
            "WHERE uploads.upload_id = $1 AND user_id = $2 AND (expires_at IS NULL OR expires_at > $3 OR arrived = uploads.size)"
        ));
        let row = self.database.read_one(select.bind(upload_id).bind(user_id).bind(now)).await?;
        row.map(|mut row| UploadRecord::read(&mut row)).transpose()
    }

    /// Returns the upload with this ID, of any user, even if it has expired.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn any_upload(&self, upload_id: &str) -> Result<Option<UploadRecord>, StoreError> {
        let select = sql(select_uploads!("WHERE uploads.upload_id = $1"));
        let row = self.database.read_one(select.bind(upload_id)).await?;
        row.map(|mut row| UploadRecord::read(&mut row)).transpose()
    }

    /// Returns the next `at_most` uploads of a user before the position `before`, newest first. Without those that have
    /// expired by `now`.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn uploads_of(
        &self,
        user_id: i64,
        before: Option<i64>,
        at_most: i64,
        now: i64,
    ) -> Result<Vec<UploadRecord>, StoreError> {
        let select = sql(select_uploads!(
            "WHERE user_id = $1 AND entry < $2 AND (expires_at IS NULL OR expires_at > $3 OR arrived = uploads.size)
             ORDER BY entry DESC LIMIT $4"
        ));
        let select = select.bind(user_id).bind(before.unwrap_or(i64::MAX)).bind(now).bind(at_most);
        self.uploads(select).await
    }

    /// Returns the unfinished uploads that must be completed or deleted: those whose bytes were all received, and those
    /// that have expired by `now`.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn uploads_to_settle(&self, now: i64) -> Result<Vec<UploadRecord>, StoreError> {
        let select = sql(select_uploads!("WHERE uploads.cid IS NULL AND (arrived = uploads.size OR expires_at <= $1)"));
        self.uploads(select.bind(now)).await
    }

    /// Returns whether the user has completed an upload of this content.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn has_uploaded(&self, user_id: i64, cid: &str) -> Result<bool, StoreError> {
        let select = sql("SELECT upload_id FROM uploads WHERE user_id = $1 AND cid = $2 LIMIT 1");
        Ok(self.database.read_one(select.bind(user_id).bind(cid)).await?.is_some())
    }

    async fn uploads(&self, select: crate::Statement) -> Result<Vec<UploadRecord>, StoreError> {
        self.database.read(select).await?.iter_mut().map(UploadRecord::read).collect()
    }
}
