//! What a node asks: which tracks a content has, and who may sign for them.

use super::{Store, StoreError, sql};

/// A content, and every track that has ever had it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayableContent {
    /// What kind of file it was found to be, e.g. `audio/mpeg`.
    pub mime_type: String,
    /// Bytes.
    pub size: i64,
    /// How long it plays, in milliseconds.
    pub duration_ms: i64,
    /// The uploads that it came of.
    pub upload_ids: Vec<String>,
    /// By their numbers. Not empty.
    pub tracks: Vec<PlayableTrack>,
}

/// A track, as far as a node cares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayableTrack {
    /// Its number.
    pub track_id: i64,
    /// Whether its owner has deleted or delisted it.
    pub deleted: bool,
    /// Who may sign for it: `0x` and 40 hexadecimal digits each. Empty: it is public.
    pub authorities: Vec<String>,
}

struct Candidate {
    mime_type: String,
    size: i64,
    duration_ms: i64,
    track_id: i64,
    withdrawn_at: Option<i64>,
    address: Option<String>,
}

impl Store {
    /// The content with this CID; `None` if no track has ever had it. The tracks are those of one moment.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn playable(&self, cid: &str) -> Result<Option<PlayableContent>, StoreError> {
        let select =
            sql("SELECT mime_type, size, duration_ms, tracks.track_id, COALESCE(deleted_at, delisted_at), address
             FROM contents JOIN tracks ON tracks.cid = contents.cid
                           LEFT JOIN track_authorities ON track_authorities.track_id = tracks.track_id
             WHERE contents.cid = $1
             ORDER BY tracks.track_id, position");
        let rows = self.database.read(select.bind(cid)).await?.into_iter().map(|mut row| {
            Ok(Candidate {
                mime_type: row.take()?,
                size: row.take()?,
                duration_ms: row.take()?,
                track_id: row.take()?,
                withdrawn_at: row.take()?,
                address: row.take()?,
            })
        });
        let rows = rows.collect::<Result<Vec<_>, StoreError>>()?;
        let Some(first) = rows.first() else { return Ok(None) };
        let (mime_type, size, duration_ms) = (first.mime_type.clone(), first.size, first.duration_ms);
        let tracks = rows.chunk_by(|one, next| one.track_id == next.track_id).filter_map(track).collect();
        let uploads = self.database.read(sql("SELECT upload_id FROM uploads WHERE cid = $1").bind(cid)).await?;
        let upload_ids = uploads.into_iter().map(|mut row| row.take()).collect::<Result<_, _>>()?;
        Ok(Some(PlayableContent { mime_type, size, duration_ms, upload_ids, tracks }))
    }
}

/// The rows of one track: one for each authority, or one without any.
fn track(rows: &[Candidate]) -> Option<PlayableTrack> {
    rows.first().map(|first| PlayableTrack {
        track_id: first.track_id,
        deleted: first.withdrawn_at.is_some(),
        authorities: rows.iter().filter_map(|row| row.address.clone()).collect(),
    })
}
