//! Uploads: who has begun which, and how much each listener keeps. What has arrived of them is in `upload_progress`, what they become in `contents`.

pub(crate) mod contents;
pub(crate) mod progress;

use crate::database::Row;
use crate::{Store, StoreError, sql, users};

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
    /// Unix seconds.
    pub created_at: i64,
    /// When it is given up; `None` once it is complete.
    pub expires_at: Option<i64>,
    /// How many bytes are there for sure; `None` in rows of before that was noted.
    pub arrived: Option<i64>,
    /// The content that it is about to become.
    pub claimed: Option<String>,
    /// Its place in the order in which uploads were begun.
    pub entry: i64,
    /// How many of its bytes are in a bucket, as parts.
    pub in_parts: i64,
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

/// How much a listener may keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// All uploads together, in bytes; an unfinished one counts as what it will be.
    pub bytes: i64,
    /// How many may be unfinished.
    pub unfinished: i64,
    /// What the uploads of all listeners may have together, in bytes, counted likewise.
    pub ceiling: Option<i64>,
    /// How many bytes more uploads may take of the disk.
    pub room: i64,
    /// Whether what all unfinished uploads still lack will take some of `room`.
    pub is_room_shared: bool,
}

impl Allowance {
    /// No limit.
    const ALL: Self =
        Self { bytes: i64::MAX, unfinished: i64::MAX, ceiling: None, room: i64::MAX, is_room_shared: false };
}

/// How much a listener keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    /// As in [`Allowance::bytes`].
    pub bytes: i64,
    /// How many are unfinished.
    pub unfinished: i64,
}

/// The columns that [`UploadRecord::read`] takes, and what they are read from.
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

    /// [`UploadRecord::size`], as files have it.
    pub fn bytes(&self) -> u64 {
        u64::try_from(self.size).unwrap_or_default()
    }

    /// Whether its time is over by `now`.
    pub fn has_expired(&self, now: i64) -> bool {
        self.expires_at.is_some_and(|expires_at| expires_at <= now)
    }
}

impl Store {
    /// Records an upload that is about to begin, and tells whether it may: whether the listener, and all of them
    /// together, have as much left of the `allowance`. None, and it may. Of two that are begun at once, the second sees
    /// the first.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn insert_upload(&self, new: &NewUpload<'_>, allowance: Option<Allowance>) -> Result<bool, StoreError> {
        let allowance = allowance.unwrap_or(Allowance::ALL);
        let lacking = allowance.is_room_shared.then(|| allowance.room.saturating_sub(new.size));
        // Of two transactions the second waits for the first: by the user's row, or by this one.
        let lock = sql("UPDATE counters SET last = last WHERE counter = 'uploads'");
        // An upload that has expired counts for its user only if it has arrived in full. It takes space until it is swept,
        // and so counts for the ceiling.
        let insert = sql(
            "INSERT INTO uploads (upload_id, user_id, size, metadata, created_at, expires_at, arrived, leftovers, entry)
             SELECT $1, $2, $3, $4, $5, $6, 0, 1, $7
             WHERE (SELECT COALESCE(SUM(size), 0) FROM uploads WHERE user_id = $2 AND (cid IS NOT NULL OR expires_at > $5 OR arrived = size)) <= $8
               AND (SELECT COUNT(*) FROM uploads WHERE user_id = $2 AND cid IS NULL AND (expires_at > $5 OR arrived = size)) < $9
               AND ($10 IS NULL OR (SELECT COALESCE(SUM(size), 0) FROM uploads) <= $10)
               AND ($11 IS NULL OR (SELECT COALESCE(SUM(size - COALESCE(arrived, 0)), 0) FROM uploads WHERE cid IS NULL AND expires_at > $5) <= $11)
               AND $3 <= $12",
        )
        .bind(new.upload_id)
        .bind(new.user_id)
        .bind(new.size)
        .bind(new.metadata)
        .bind(new.created_at)
        .bind(new.expires_at)
        .bind(self.next_id("uploads").await?)
        .bind(allowance.bytes.saturating_sub(new.size))
        .bind(allowance.unfinished)
        .bind(allowance.ceiling.map(|ceiling| ceiling.saturating_sub(new.size)))
        .bind(lacking)
        .bind(allowance.room);
        let written = self.database.transaction(vec![users::lock(new.user_id), lock, insert]).await?;
        Ok(written.last().is_some_and(|insert| insert.changed == 1))
    }

    /// How much the listener keeps.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn usage(&self, user_id: i64, now: i64) -> Result<Usage, StoreError> {
        let select = sql("SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT), COUNT(CASE WHEN cid IS NULL THEN 1 END)
             FROM uploads WHERE user_id = $1 AND (cid IS NOT NULL OR expires_at > $2 OR arrived = size)");
        let row = self.database.read_one(select.bind(user_id).bind(now)).await?;
        let usage = row.map(|mut row| Ok::<_, StoreError>(Usage { bytes: row.take()?, unfinished: row.take()? }));
        Ok(usage.transpose()?.unwrap_or(Usage { bytes: 0, unfinished: 0 }))
    }

    /// The upload of this name, if it is this listener's and has not expired by `now`. One of which all has arrived does not expire: it is to be
    /// completed.
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

    /// The upload of this name, whosever it is, and whether it has expired or not.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn any_upload(&self, upload_id: &str) -> Result<Option<UploadRecord>, StoreError> {
        let select = sql(select_uploads!("WHERE uploads.upload_id = $1"));
        let row = self.database.read_one(select.bind(upload_id)).await?;
        row.map(|mut row| UploadRecord::read(&mut row)).transpose()
    }

    /// The next `at_most` uploads of a listener before the one at `before` in their order, newest first. Without those that have expired by `now`.
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

    /// Those unfinished ones that something is to be done about: of which all has arrived, and whose time is over by `now`.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn uploads_to_settle(&self, now: i64) -> Result<Vec<UploadRecord>, StoreError> {
        let select = sql(select_uploads!("WHERE uploads.cid IS NULL AND (arrived = uploads.size OR expires_at <= $1)"));
        self.uploads(select.bind(now)).await
    }

    /// Whether the listener has completed an upload of this content.
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

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;
    use crate::DatabaseAddress;
    use crate::schema::SERVICE;

    /// Uploads that were begun before it was noted how far they are.
    const BEFORE: &str = "
        INSERT INTO users VALUES (1, 'demo', 'demo', 'Demo', FALSE, '', NULL, 0);
        INSERT INTO contents VALUES ('cid', 'audio/wav', 5, 1000, 20);
        INSERT INTO uploads VALUES ('d', 1, 50, NULL, NULL, 20, 900), ('a', 1, 5, NULL, 'cid', 30, NULL),
                                   ('c', 1, 7, NULL, NULL, 20, 900), ('b', 1, 9, 'filename', NULL, 10, 900);";

    #[tokio::test]
    async fn uploads_of_before_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        let connection = Connection::open(&path).unwrap();
        let notes = "CREATE TABLE schema_migrations (part TEXT NOT NULL, version BIGINT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (part, version))";
        connection.execute_batch(notes).unwrap();
        for (version, step) in (1..).zip(&SERVICE.steps[..3]) {
            connection.execute_batch(step.sql).unwrap();
            connection.execute("INSERT INTO schema_migrations VALUES ('service', ?1, '')", [version]).unwrap();
        }
        connection.execute_batch(BEFORE).unwrap();
        drop(connection);

        let store = Store::open(&DatabaseAddress::from(path)).await.unwrap();
        let uploads = store.uploads_of(1, None, 10, 100).await.unwrap();
        let order: Vec<_> = uploads.iter().map(|upload| (upload.upload_id.as_str(), upload.entry)).collect();
        assert_eq!(order, [("a", 4), ("d", 3), ("c", 2), ("b", 1)]);
        assert!(uploads.iter().all(|upload| upload.arrived.is_none() && upload.in_parts == 0));
        assert!(store.uploads_with_leftovers().await.unwrap().is_empty(), "the complete one has left nothing");
        assert_eq!(store.usage(1, 100).await.unwrap(), Usage { bytes: 71, unfinished: 3 });
        let new = NewUpload { upload_id: "e", user_id: 1, size: 1, metadata: None, created_at: 100, expires_at: 200 };
        assert!(store.insert_upload(&new, None).await.unwrap());
        assert_eq!(store.any_upload("e").await.unwrap().unwrap().entry, 5);
        assert!(store.advance_upload("c", &crate::Advance { from: None, to: 3, expires_at: 300 }).await.unwrap());
        assert_eq!(store.upload("c", 1, 250).await.unwrap().unwrap().arrived, Some(3));
        store.close().await;
    }
}
