//! Lookups for a node: the tracks of a content, and their authorities.

use crate::{DatabaseAddress, Store, StoreError, TRACKS_OF_AUDIO, TRACKS_OF_USER_AND_AUDIO, Waveform, sql};

/// A content with the tracks that have ever had it. A deleted one is refused in other words than an unknown one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayableContent {
    /// The detected media type, for example `audio/mpeg`.
    pub mime_type: String,
    /// The size in bytes.
    pub size: i64,
    /// The duration in milliseconds.
    pub duration_ms: i64,
    /// The waveform, if there is one.
    pub waveform: Option<Waveform>,
    /// The uploads that it was made from: the oldest [`TRACKS_OF_USER_AND_AUDIO`] of each user who has a track of it.
    pub upload_ids: Vec<String>,
    /// Sorted by ID. Not empty, and at most [`TRACKS_OF_AUDIO`].
    pub tracks: Vec<PlayableTrack>,
}

/// The properties of a track that a node needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayableTrack {
    /// Its ID.
    pub track_id: i64,
    /// Whether its owner has deleted or delisted it.
    pub deleted: bool,
    /// Whether its owner had completed an upload of the audio when the track was created. `false` if unknown.
    pub owner_uploaded: bool,
    /// The addresses that may sign for it: `0x` and 40 hexadecimal digits each. If empty, the track is public.
    pub authorities: Vec<String>,
}

/// The part of the database that a stream node may use: it has no method for users, passwords or grants.
#[derive(Debug, Clone)]
pub struct PlayableStore(Store);

impl PlayableStore {
    /// Opens the database, like [`Store::open`].
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be opened, or has another schema.
    pub async fn open(address: &DatabaseAddress) -> Result<Self, StoreError> {
        Store::open(address).await.map(Self)
    }

    /// See [`Store::playable`].
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn playable(&self, cid: &str) -> Result<Option<PlayableContent>, StoreError> {
        self.0.playable(cid).await
    }

    /// See [`Store::add_listens`].
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn add_listens(&self, listens: &[(i64, i64, i64)]) -> Result<(), StoreError> {
        self.0.add_listens(listens).await
    }
}

impl From<Store> for PlayableStore {
    fn from(store: Store) -> Self {
        Self(store)
    }
}

struct Candidate {
    mime_type: String,
    size: i64,
    duration_ms: i64,
    waveform: Option<Vec<u8>>,
    track_id: i64,
    withdrawn_at: Option<i64>,
    owner_uploaded: bool,
    address: Option<String>,
}

impl Store {
    /// Returns the content with this CID, as a snapshot. `None` if no track has ever had it.
    /// At most [`TRACKS_OF_AUDIO`] tracks: first those that are not deleted, the oldest of them first.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn playable(&self, cid: &str) -> Result<Option<PlayableContent>, StoreError> {
        let select =
            sql("SELECT mime_type, size, duration_ms, waveform, tracks.track_id, COALESCE(deleted_at, delisted_at), owner_uploaded = 1,
                 address
             FROM contents JOIN (SELECT * FROM tracks WHERE tracks.cid = $1
                                 ORDER BY deleted_at IS NOT NULL, track_id LIMIT $2) AS tracks ON tracks.cid = contents.cid
                           LEFT JOIN track_authorities ON track_authorities.track_id = tracks.track_id
             WHERE contents.cid = $1
             ORDER BY tracks.track_id, position");
        let rows = self.database.read(select.bind(cid).bind(TRACKS_OF_AUDIO)).await?.into_iter().map(|mut row| {
            Ok(Candidate {
                mime_type: row.take()?,
                size: row.take()?,
                duration_ms: row.take()?,
                waveform: row.take()?,
                track_id: row.take()?,
                withdrawn_at: row.take()?,
                owner_uploaded: row.take()?,
                address: row.take()?,
            })
        });
        let rows = rows.collect::<Result<Vec<_>, StoreError>>()?;
        let Some(first) = rows.first() else { return Ok(None) };
        let (mime_type, size, duration_ms) = (first.mime_type.clone(), first.size, first.duration_ms);
        let waveform = first.waveform.as_deref().and_then(Waveform::new);
        let tracks = rows.chunk_by(|one, next| one.track_id == next.track_id).filter_map(track).collect();
        let upload_ids = self.playable_uploads(cid).await?;
        Ok(Some(PlayableContent { mime_type, size, duration_ms, waveform, upload_ids, tracks }))
    }

    async fn playable_uploads(&self, cid: &str) -> Result<Vec<String>, StoreError> {
        let select = sql("SELECT upload_id FROM (
                 SELECT upload_id, entry, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY entry) AS place FROM uploads
                 WHERE uploads.cid = $1 AND user_id IN (SELECT owner_id FROM tracks WHERE tracks.cid = $1)
             ) AS numbered WHERE place <= $2 ORDER BY entry LIMIT $3");
        let most = TRACKS_OF_AUDIO * TRACKS_OF_USER_AND_AUDIO;
        let uploads = self.database.read(select.bind(cid).bind(TRACKS_OF_USER_AND_AUDIO).bind(most)).await?;
        uploads.into_iter().map(|mut row| row.take()).collect()
    }
}

/// Parses the rows of one track: one for each authority, or one without any.
fn track(rows: &[Candidate]) -> Option<PlayableTrack> {
    rows.first().map(|first| PlayableTrack {
        track_id: first.track_id,
        deleted: first.withdrawn_at.is_some(),
        owner_uploaded: first.owner_uploaded,
        authorities: rows.iter().filter_map(|row| row.address.clone()).collect(),
    })
}
