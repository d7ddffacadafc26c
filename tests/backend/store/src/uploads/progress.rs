//! The progress of unfinished uploads, and their parts in a bucket.
//!
//! Recording progress includes the previous offset. If two services receive the same upload, the second one notices
//! that the first was faster.

use crate::database::{Row, Statement};
use crate::{Store, StoreError, sql};

/// The progress of an upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Advance {
    /// [`UploadRecord::arrived`](crate::UploadRecord::arrived), as last read or recorded.
    pub from: i64,
    /// The number of durable bytes.
    pub to: i64,
    /// When the upload expires now.
    pub expires_at: i64,
}

/// A part of an upload in the bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PartRecord<'a> {
    /// Its index, from 0.
    pub number: i64,
    /// Its ID at the bucket.
    pub etag: &'a str,
    /// The size in bytes.
    pub size: i64,
}

/// A multipart upload in a bucket that has no upload any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AbandonedMultipart {
    /// The deleted upload.
    pub upload_id: String,
    /// Its ID at the bucket.
    pub multipart_id: String,
}

/// The attempts to inspect an upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inspections {
    /// How many have begun and not ended: running ones, and those of killed services.
    pub unfinished: i64,
    /// How many ended with a crash of the decoder.
    pub failed: i64,
    /// When the last one began, in Unix seconds.
    pub last_at: i64,
}

impl Inspections {
    fn read(row: &mut Row) -> Result<Self, StoreError> {
        Ok(Self { unfinished: row.take()?, failed: row.take()?, last_at: row.take()? })
    }
}

impl Store {
    /// Returns the user of an upload. `None` if there is no such upload.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn uploader(&self, upload_id: &str) -> Result<Option<i64>, StoreError> {
        let select = sql("SELECT user_id FROM uploads WHERE upload_id = $1");
        let row = self.database.read_one(select.bind(upload_id)).await?;
        row.map(|mut row| row.take()).transpose()
    }

    /// Records that an inspection begins. `None` if there is no such upload, or if two were interrupted and the last
    /// one began after `paused_since`.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn begin_inspection(
        &self,
        upload_id: &str,
        now: i64,
        paused_since: i64,
    ) -> Result<Option<Inspections>, StoreError> {
        let update = sql("UPDATE uploads SET unfinished_inspections = unfinished_inspections + 1, inspected_at = $2
             WHERE upload_id = $1 AND (unfinished_inspections < 2 OR inspected_at <= $3)
             RETURNING unfinished_inspections, failed_inspections, inspected_at");
        let written = self.database.write(update.bind(upload_id).bind(now).bind(paused_since)).await?;
        written.rows.into_iter().next().map(|mut row| Inspections::read(&mut row)).transpose()
    }

    /// Records that an inspection has ended, and whether its decoder crashed.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn end_inspection(&self, upload_id: &str, has_failed: bool) -> Result<(), StoreError> {
        self.database.write(ending_inspection(upload_id, has_failed)).await?;
        Ok(())
    }

    /// Returns the attempts to inspect an upload.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn inspections(&self, upload_id: &str) -> Result<Inspections, StoreError> {
        let select =
            sql("SELECT unfinished_inspections, failed_inspections, inspected_at FROM uploads WHERE upload_id = $1");
        let row = self.database.read_one(select.bind(upload_id)).await?;
        let attempts = row.map(|mut row| Inspections::read(&mut row)).transpose()?;
        Ok(attempts.unwrap_or(Inspections { unfinished: 0, failed: 0, last_at: 0 }))
    }

    /// Records the offset of an unfinished upload. Returns whether the previous offset was as expected.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn advance_upload(&self, upload_id: &str, advance: &Advance) -> Result<bool, StoreError> {
        Ok(self.database.write(advancing(upload_id, advance)).await?.changed == 1)
    }

    /// Records a part in the bucket together with the offset. Returns whether the previous offset was as expected. A
    /// part that was sent again replaces the one with its number.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn add_part(
        &self,
        upload_id: &str,
        part: &PartRecord<'_>,
        advance: &Advance,
    ) -> Result<bool, StoreError> {
        let insert = sql("INSERT INTO upload_parts (upload_id, number, etag, size)
             SELECT upload_id, $2, $3, $4 FROM uploads WHERE upload_id = $1 AND cid IS NULL AND arrived = $5
             ON CONFLICT (upload_id, number) DO UPDATE SET etag = excluded.etag, size = excluded.size")
        .bind(upload_id)
        .bind(part.number)
        .bind(part.etag)
        .bind(part.size)
        .bind(advance.to);
        let written = self.database.transaction(vec![advancing(upload_id, advance), insert]).await?;
        Ok(written.iter().all(|written| written.changed == 1))
    }

    /// Records the multipart upload of an upload. Returns the one that counts: the first that was recorded.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn begin_multipart(&self, upload_id: &str, multipart_id: &str) -> Result<String, StoreError> {
        let insert = sql("INSERT INTO upload_multiparts (upload_id, multipart_id) VALUES ($1, $2)
             ON CONFLICT (upload_id) DO NOTHING");
        self.database.write(insert.bind(upload_id).bind(multipart_id)).await?;
        Ok(self.multipart(upload_id).await?.unwrap_or_else(|| multipart_id.to_owned()))
    }

    /// Returns the multipart upload of an upload, if there is one.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn multipart(&self, upload_id: &str) -> Result<Option<String>, StoreError> {
        let select = sql("SELECT multipart_id FROM upload_multiparts WHERE upload_id = $1").bind(upload_id);
        self.database.read_one(select).await?.map(|mut row| row.take()).transpose()
    }

    /// Returns the IDs of an upload's parts at the bucket, in order.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn parts(&self, upload_id: &str) -> Result<Vec<String>, StoreError> {
        let select = sql("SELECT etag FROM upload_parts WHERE upload_id = $1 ORDER BY number").bind(upload_id);
        self.database.read(select).await?.into_iter().map(|mut row| row.take()).collect()
    }

    /// Deletes the records about an upload in the bucket, where nothing of it is left.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn forget_multipart(&self, upload_id: &str) -> Result<(), StoreError> {
        let parts = sql("DELETE FROM upload_parts WHERE upload_id = $1").bind(upload_id);
        let multipart = sql("DELETE FROM upload_multiparts WHERE upload_id = $1").bind(upload_id);
        self.database.transaction(vec![parts, multipart]).await?;
        Ok(())
    }

    /// Resets an unfinished upload to offset 0, because its parts in the bucket are lost. Does nothing if its offset is
    /// no longer `from`.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn restart_upload(&self, upload_id: &str, from: i64) -> Result<(), StoreError> {
        let restart = sql("UPDATE uploads SET arrived = 0
             WHERE upload_id = $1 AND cid IS NULL AND claimed IS NULL AND arrived = $2");
        let parts = sql("DELETE FROM upload_parts WHERE upload_id = $1
             AND EXISTS (SELECT 1 FROM uploads WHERE uploads.upload_id = $1 AND cid IS NULL AND arrived = 0)");
        let multipart = sql("DELETE FROM upload_multiparts WHERE upload_id = $1
             AND EXISTS (SELECT 1 FROM uploads WHERE uploads.upload_id = $1 AND cid IS NULL AND arrived = 0)");
        let restart = restart.bind(upload_id).bind(from);
        self.database.transaction(vec![restart, parts.bind(upload_id), multipart.bind(upload_id)]).await?;
        Ok(())
    }

    /// Returns multipart uploads in the bucket whose uploads were deleted, for example with their user.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn abandoned_multiparts(&self) -> Result<Vec<AbandonedMultipart>, StoreError> {
        let select = sql("SELECT upload_id, multipart_id FROM upload_multiparts
             WHERE NOT EXISTS (SELECT 1 FROM uploads WHERE uploads.upload_id = upload_multiparts.upload_id)");
        let rows = self.database.read(select).await?.into_iter();
        rows.map(|mut row| Ok(AbandonedMultipart { upload_id: row.take()?, multipart_id: row.take()? })).collect()
    }

    /// Returns the complete uploads that may have leftovers besides their content.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn uploads_with_leftovers(&self) -> Result<Vec<String>, StoreError> {
        let select = sql("SELECT upload_id FROM uploads WHERE leftovers = 1 AND cid IS NOT NULL");
        self.database.read(select).await?.into_iter().map(|mut row| row.take()).collect()
    }

    /// Records that an upload has no leftovers.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn nothing_left(&self, upload_id: &str) -> Result<(), StoreError> {
        let update = sql("UPDATE uploads SET leftovers = 0 WHERE upload_id = $1 AND cid IS NOT NULL").bind(upload_id);
        self.database.write(update).await?;
        Ok(())
    }
}

pub(super) fn ending_inspection(upload_id: &str, has_failed: bool) -> Statement {
    sql("UPDATE uploads SET unfinished_inspections = unfinished_inspections - 1,
                failed_inspections = failed_inspections + $2
         WHERE upload_id = $1 AND unfinished_inspections > 0")
    .bind(upload_id)
    .bind(i64::from(has_failed))
}

fn advancing(upload_id: &str, advance: &Advance) -> Statement {
    sql("UPDATE uploads SET arrived = $2, expires_at = $3 WHERE upload_id = $1 AND cid IS NULL AND arrived = $4")
        .bind(upload_id)
        .bind(advance.to)
        .bind(advance.expires_at)
        .bind(advance.from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NewUpload;
    use crate::tests::with_demo;

    async fn begun() -> Store {
        let (store, user_id) = with_demo().await;
        let new = NewUpload { upload_id: "a", user_id, size: 100, metadata: None, created_at: 0, expires_at: 100 };
        assert!(store.insert_upload(&new, None).await.unwrap());
        store
    }

    async fn progress(store: &Store) -> (i64, i64, Option<i64>) {
        let upload = store.any_upload("a").await.unwrap().unwrap();
        (upload.arrived, upload.in_parts, upload.expires_at)
    }

    #[tokio::test]
    async fn stale_offset_records_nothing() {
        let store = begun().await;
        let advance = |from, to| Advance { from, to, expires_at: to + 1_000 };
        assert!(store.advance_upload("a", &advance(0, 10)).await.unwrap());
        for from in [0, 9, 11] {
            assert!(!store.advance_upload("a", &advance(from, 20)).await.unwrap(), "{from}");
            let part = PartRecord { number: 0, etag: "x", size: 20 };
            assert!(!store.add_part("a", &part, &advance(from, 20)).await.unwrap(), "{from}");
        }
        assert_eq!((progress(&store).await, store.parts("a").await.unwrap().len()), ((10, 0, Some(1_010)), 0));
        assert!(!store.advance_upload("b", &advance(0, 10)).await.unwrap());
    }

    #[tokio::test]
    async fn part_sent_again_replaces_the_first() {
        let store = begun().await;
        assert_eq!(store.begin_multipart("a", "first").await.unwrap(), "first");
        assert_eq!(store.begin_multipart("a", "second").await.unwrap(), "first");
        let mut at = 0;
        for (number, etag, to) in [(1, "b", 20), (0, "a", 40), (1, "c", 60)] {
            let part = PartRecord { number, etag, size: 20 };
            let advance = Advance { from: at, to, expires_at: 1 };
            assert!(store.add_part("a", &part, &advance).await.unwrap());
            at = to;
        }
        assert_eq!(
            (store.parts("a").await.unwrap(), progress(&store).await.1),
            (vec!["a".to_owned(), "c".to_owned()], 40)
        );
        store.restart_upload("a", 59).await.unwrap();
        assert_eq!(progress(&store).await, (60, 40, Some(1)), "another service has continued");
        store.restart_upload("a", 60).await.unwrap();
        assert_eq!((progress(&store).await.0, progress(&store).await.1), (0, 0));
        assert_eq!(store.multipart("a").await.unwrap(), None);
    }

    #[tokio::test]
    async fn multipart_of_a_deleted_user_is_found() {
        let store = begun().await;
        store.begin_multipart("a", "first").await.unwrap();
        assert!(store.abandoned_multiparts().await.unwrap().is_empty());
        assert!(store.delete_user(1, 0).await.unwrap());
        let abandoned = AbandonedMultipart { upload_id: "a".to_owned(), multipart_id: "first".to_owned() };
        assert_eq!(store.abandoned_multiparts().await.unwrap(), [abandoned]);
        store.forget_multipart("a").await.unwrap();
        assert!(store.abandoned_multiparts().await.unwrap().is_empty());
    }
}
