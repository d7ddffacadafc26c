//! Contents: the audio that uploads became. Each is stored once, however many uploads and tracks have it, and deleted
//! with the last of them.
//!
//! `state` says whether a content is stored: 0 stored, 1 being deleted, 2 not stored. Storing and deleting the same
//! content are kept apart like this:
//!
//! - Before a content is stored, an upload claims it ([`Store::claim_content`]). This fails if the content is being
//!   deleted.
//! - Before a content is deleted, it is marked (state 1). This fails if an upload has or claims it, or a live track has
//!   it.
//! - Both lock the content's row first, and so does creating a track of it. The second of two sees what the first has
//!   done.
//!
//! A content that stays in state 1 is one whose deletion was interrupted. It is resumed after so long that nothing can
//! be running any more: [`Store::take_up_drop`].

use super::progress::ending_inspection;
use crate::database::Statement;
use crate::{Store, StoreError, Waveform, sql};

/// A file that was detected as audio.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AudioContent {
    /// Its CID: version 1, raw, SHA-256, base32.
    pub cid: String,
    /// The media type, from its container. Browsers execute none of these.
    pub mime_type: &'static str,
    /// The size in bytes.
    pub size: u64,
    /// The duration in milliseconds: the sum of its packets, not what its header claims.
    pub duration_ms: i64,
    /// The waveform, if the audio could be decoded.
    pub waveform: Option<Waveform>,
}

/// The result of deleting an upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadRemoval {
    /// Whether it existed and could be deleted.
    pub was_there: bool,
    /// Whether its content is not used any more. It is then marked for deletion, and the caller must delete it.
    pub is_last: bool,
}

impl Store {
    /// Records the content of an upload whose bytes are all durable. Returns false if that content is being deleted, or
    /// there is no such unfinished upload.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn claim_content(&self, upload_id: &str, audio: &AudioContent, now: i64) -> Result<bool, StoreError> {
        self.claim(claiming(upload_id, audio, now)).await
    }

    /// Records the same, and in the same commit that the inspection which has found this content has ended. The
    /// inspection also ends if this returns false.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn claim_inspected(&self, upload_id: &str, audio: &AudioContent, now: i64) -> Result<bool, StoreError> {
        let [content, claim] = claiming(upload_id, audio, now);
        self.claim([content, claim, ending_inspection(upload_id, false)]).await
    }

    async fn claim<const COUNT: usize>(&self, statements: [Statement; COUNT]) -> Result<bool, StoreError> {
        let written = self.database.transaction(statements.into()).await?;
        Ok(written.get(1).is_some_and(|claim| claim.changed == 1))
    }

    /// Records that an upload is complete, and that its claimed content is stored. If the upload was deleted meanwhile,
    /// its content may be unused. It is then marked for deletion, and the caller must delete it:
    /// [`UploadRemoval::is_last`].
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn complete_upload(&self, upload_id: &str, cid: &str, now: i64) -> Result<UploadRemoval, StoreError> {
        let content = sql("UPDATE contents SET state = 0, state_since = NULL WHERE cid = $1 AND state <> 1").bind(cid);
        let upload = sql("UPDATE uploads SET cid = $1, claimed = NULL, expires_at = NULL, arrived = size
             WHERE upload_id = $2 AND cid IS NULL AND claimed = $1");
        let statements = vec![content, upload.bind(cid).bind(upload_id), dropping(cid, now)];
        let written = self.database.transaction(statements).await?;
        let changed = |index: usize| written.get(index).is_some_and(|written| written.changed == 1);
        Ok(UploadRemoval { was_there: changed(1), is_last: changed(2) })
    }

    /// Deletes an unfinished upload. `claimed` is its claimed content.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn forget_unfinished(
        &self,
        upload_id: &str,
        claimed: Option<&str>,
        now: i64,
    ) -> Result<UploadRemoval, StoreError> {
        let delete = sql("DELETE FROM uploads WHERE upload_id = $1 AND cid IS NULL").bind(upload_id);
        self.forget(delete, claimed, now).await
    }

    /// Deletes a complete upload of this content, unless a live track of its owner uses it.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn forget_complete(&self, upload_id: &str, cid: &str, now: i64) -> Result<UploadRemoval, StoreError> {
        let delete = sql("DELETE FROM uploads WHERE upload_id = $1 AND cid = $2 AND NOT EXISTS (
                 SELECT 1 FROM tracks WHERE tracks.cid = $2 AND owner_id = uploads.user_id AND deleted_at IS NULL)");
        self.forget(delete.bind(upload_id).bind(cid), Some(cid), now).await
    }

    async fn forget(&self, delete: Statement, content: Option<&str>, now: i64) -> Result<UploadRemoval, StoreError> {
        let Some(cid) = content else {
            let was_there = self.database.write(delete).await?.changed == 1;
            return Ok(UploadRemoval { was_there, is_last: false });
        };
        let written = self.database.transaction(vec![lock(cid), delete, dropping(cid, now)]).await?;
        let changed = |index: usize| written.get(index).is_some_and(|written| written.changed == 1);
        Ok(UploadRemoval { was_there: changed(1), is_last: changed(2) })
    }

    /// Records that a content was deleted, whose deletion began at `since`.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn content_dropped(&self, cid: &str, since: i64) -> Result<(), StoreError> {
        let update =
            sql("UPDATE contents SET state = 2, state_since = NULL WHERE cid = $1 AND state = 1 AND state_since = $2");
        self.database.write(update.bind(cid).bind(since)).await?;
        Ok(())
    }

    /// Returns the contents whose deletion began at `before` or earlier and has not ended, with the time when it began.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn unfinished_drops(&self, before: i64) -> Result<Vec<(String, i64)>, StoreError> {
        let select = sql("SELECT cid, state_since FROM contents WHERE state = 1 AND state_since <= $1").bind(before);
        self.database.read(select).await?.into_iter().map(|mut row| Ok((row.take()?, row.take()?))).collect()
    }

    /// Resumes a deletion that began at `since`. Returns false if another service was faster.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn take_up_drop(&self, cid: &str, since: i64, now: i64) -> Result<bool, StoreError> {
        let update = sql("UPDATE contents SET state_since = $3 WHERE cid = $1 AND state = 1 AND state_since = $2");
        Ok(self.database.write(update.bind(cid).bind(since).bind(now)).await?.changed == 1)
    }
}

/// The content, and the claim of the upload.
fn claiming(upload_id: &str, audio: &AudioContent, now: i64) -> [Statement; 2] {
    let content = sql("INSERT INTO contents (cid, mime_type, size, duration_ms, created_at, state, waveform)
         VALUES ($1, $2, $3, $4, $5, 2, $6)
         ON CONFLICT (cid) DO UPDATE SET waveform = COALESCE(contents.waveform, excluded.waveform)")
    .bind(&audio.cid)
    .bind(audio.mime_type)
    .bind(i64::try_from(audio.size).unwrap_or(i64::MAX))
    .bind(audio.duration_ms)
    .bind(now)
    .bind(audio.waveform.as_ref().map(Waveform::peaks));
    let claim = sql("UPDATE uploads SET claimed = $1, arrived = size WHERE upload_id = $2 AND cid IS NULL
         AND EXISTS (SELECT 1 FROM contents WHERE contents.cid = $1 AND state <> 1)");
    [content, claim.bind(&audio.cid).bind(upload_id)]
}

/// Locks a content's row, so that the second of two transactions that begin with this sees the changes of the first.
pub(crate) fn lock(cid: &str) -> Statement {
    sql("UPDATE contents SET cid = cid WHERE cid = $1").bind(cid)
}

/// Marks a content for deletion, if it is not used any more.
pub(crate) fn dropping(cid: &str, now: i64) -> Statement {
    sql("UPDATE contents SET state = 1, state_since = $2 WHERE cid = $1 AND state <> 1
         AND NOT EXISTS (SELECT 1 FROM uploads WHERE uploads.cid = $1)
         AND NOT EXISTS (SELECT 1 FROM uploads WHERE claimed = $1)
         AND NOT EXISTS (SELECT 1 FROM tracks WHERE tracks.cid = $1 AND deleted_at IS NULL)")
    .bind(cid)
    .bind(now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::with_demo;
    use crate::{NewTrackRecord, NewUpload};

    const CID: &str = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku";

    fn audio() -> AudioContent {
        AudioContent { cid: CID.to_owned(), mime_type: "audio/wav", size: 10, duration_ms: 1, waveform: None }
    }

    async fn begin(store: &Store, user_id: i64, upload_id: &str) {
        let new = NewUpload { upload_id, user_id, size: 10, metadata: None, created_at: 0, expires_at: 100 };
        assert!(store.insert_upload(&new, None).await.unwrap());
    }

    async fn complete(store: &Store, user_id: i64, upload_id: &str) {
        begin(store, user_id, upload_id).await;
        assert!(store.claim_content(upload_id, &audio(), 1).await.unwrap());
        let completed = store.complete_upload(upload_id, CID, 1).await.unwrap();
        assert_eq!(completed, UploadRemoval { was_there: true, is_last: false });
    }

    const LAST: UploadRemoval = UploadRemoval { was_there: true, is_last: true };
    const NOT_LAST: UploadRemoval = UploadRemoval { was_there: true, is_last: false };
    const NOTHING: UploadRemoval = UploadRemoval { was_there: false, is_last: false };

    #[tokio::test]
    async fn content_being_deleted_cannot_be_claimed() {
        let (store, user_id) = with_demo().await;
        complete(&store, user_id, "a").await;
        assert_eq!(store.forget_complete("a", CID, 5).await.unwrap(), LAST);
        begin(&store, user_id, "b").await;
        assert!(!store.claim_content("b", &audio(), 6).await.unwrap());
        store.content_dropped(CID, 4).await.unwrap();
        assert!(!store.claim_content("b", &audio(), 6).await.unwrap(), "that was another dropping");
        store.content_dropped(CID, 5).await.unwrap();
        assert!(store.claim_content("b", &audio(), 6).await.unwrap());
        assert!(!store.claim_content("nobody", &audio(), 6).await.unwrap());
        assert_eq!(store.complete_upload("b", CID, 7).await.unwrap(), NOT_LAST);
        assert!(store.has_uploaded(user_id, CID).await.unwrap());
    }

    /// Audio that was uploaded before services had waveforms gets one with the next upload of it.
    #[tokio::test]
    async fn later_upload_adds_missing_waveform() {
        let (store, user_id) = with_demo().await;
        let claim = async |upload_id: &str, peak: Option<u8>| {
            begin(&store, user_id, upload_id).await;
            let waveform = peak.and_then(|peak| Waveform::new(&[peak; Waveform::PARTS]));
            assert!(store.claim_content(upload_id, &AudioContent { waveform, ..audio() }, 1).await.unwrap());
            let select = sql("SELECT waveform FROM contents WHERE cid = $1").bind(CID);
            let stored: Option<Vec<u8>> = store.database.read_one(select).await.unwrap().unwrap().take().unwrap();
            stored.map(|peaks| (peaks.len(), peaks[0]))
        };
        assert_eq!(claim("a", None).await, None);
        assert_eq!(claim("b", Some(7)).await, Some((128, 7)));
        assert_eq!(claim("c", Some(8)).await, Some((128, 7)));
        assert_eq!(claim("d", None).await, Some((128, 7)));
    }

    #[tokio::test]
    async fn claim_attempt_ends_inspection_even_if_refused() {
        let (store, user_id) = with_demo().await;
        complete(&store, user_id, "a").await;
        begin(&store, user_id, "b").await;
        for _ in 0..2 {
            store.begin_inspection("b", 1, 0).await.unwrap();
        }
        assert!(store.claim_inspected("b", &audio(), 2).await.unwrap());
        assert_eq!(store.inspections("b").await.unwrap().unfinished, 1, "the other one goes on");
        store.forget_unfinished("b", Some(CID), 3).await.unwrap();
        assert_eq!(store.forget_complete("a", CID, 4).await.unwrap(), LAST);
        begin(&store, user_id, "c").await;
        store.begin_inspection("c", 5, 0).await.unwrap();
        assert!(!store.claim_inspected("c", &audio(), 6).await.unwrap(), "it is being deleted");
        assert_eq!(store.inspections("c").await.unwrap().unfinished, 0);
    }

    #[tokio::test]
    async fn claimed_content_is_not_deleted_by_others() {
        let (store, user_id) = with_demo().await;
        complete(&store, user_id, "a").await;
        begin(&store, user_id, "b").await;
        assert!(store.claim_content("b", &audio(), 2).await.unwrap());
        assert_eq!(store.forget_complete("a", CID, 3).await.unwrap(), NOT_LAST);
        assert_eq!(store.forget_complete("a", CID, 3).await.unwrap(), NOTHING);
        assert_eq!(store.forget_unfinished("b", Some(CID), 4).await.unwrap(), LAST);
        // The user deletes it at the moment when it is complete.
        store.content_dropped(CID, 4).await.unwrap();
        begin(&store, user_id, "c").await;
        assert!(store.claim_content("c", &audio(), 5).await.unwrap());
        store.database.write(sql("DELETE FROM uploads WHERE upload_id = 'c'")).await.unwrap();
        let completed = store.complete_upload("c", CID, 6).await.unwrap();
        assert_eq!(completed, UploadRemoval { was_there: false, is_last: true });
    }

    /// A live track blocks the deletion of its upload. No track is created of a deleted content.
    #[tokio::test]
    async fn live_track_keeps_content_deleted_content_rejects_track() {
        let (store, user_id) = with_demo().await;
        complete(&store, user_id, "a").await;
        let record = NewTrackRecord {
            owner_id: user_id,
            title: "One",
            genre: None,
            description: None,
            cid: CID,
            authorities: &[],
            created_at: 1,
            made_by: None,
        };
        let track_id = store.insert_track(&record).await.unwrap().unwrap();
        assert_eq!(store.forget_complete("a", CID, 2).await.unwrap(), NOTHING);
        assert!(store.delete_track(track_id, user_id, 3).await.unwrap());
        assert_eq!(store.forget_complete("a", CID, 4).await.unwrap(), LAST);
        assert_eq!(store.insert_track(&record).await.unwrap(), None);
        store.content_dropped(CID, 4).await.unwrap();
        assert_eq!(store.insert_track(&record).await.unwrap(), None);
    }

    #[tokio::test]
    async fn a_dropping_is_taken_up_by_one() {
        let (store, user_id) = with_demo().await;
        complete(&store, user_id, "a").await;
        assert_eq!(store.forget_complete("a", CID, 100).await.unwrap(), LAST);
        assert!(store.unfinished_drops(99).await.unwrap().is_empty());
        assert_eq!(store.unfinished_drops(100).await.unwrap(), [(CID.to_owned(), 100)]);
        assert!(store.take_up_drop(CID, 100, 200).await.unwrap());
        assert!(!store.take_up_drop(CID, 100, 200).await.unwrap());
        store.content_dropped(CID, 100).await.unwrap();
        assert_eq!(store.unfinished_drops(200).await.unwrap(), [(CID.to_owned(), 200)], "it is another's now");
    }
}
