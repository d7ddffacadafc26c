//! The catalogue in a service's database, with audio from its media folder or bucket.

use std::sync::Arc;
use std::time::Duration;

use super::{AudioPlace, Catalog, CatalogError, Completion, Content, ContentTrack, Lookup, authorities};
use crate::listen_count::ListenCount;

use stagepass_kit::clock::Clock;
use stagepass_kit::lru_map::LruMap;
use stagepass_media::{AudioSource, audio_path};
use stagepass_store::{PlayableContent, PlayableStore, PlayableTrack};

/// The most contents that are cached.
const CONTENTS: usize = 4096;

/// The catalogue in a service's database.
///
/// A player sends many requests for one content at its start. So a result is cached until the clock shows another
/// second. A removed authority is therefore effective a second later. An unknown content is not cached, because any
/// client can request those.
#[derive(Debug)]
pub struct StoreCatalog {
    store: PlayableStore,
    audio: AudioSource,
    clock: Arc<dyn Clock>,
    recent: LruMap<String, (Arc<Content>, i64)>,
}

impl StoreCatalog {
    /// Returns the catalogue of the service with this database and this audio.
    pub fn new(store: PlayableStore, audio: AudioSource, clock: Arc<dyn Clock>) -> Self {
        Self { store, audio, clock, recent: LruMap::with_capacity(CONTENTS) }
    }

    async fn look_up(&self, cid: &str) -> Result<Option<Arc<Content>>, CatalogError> {
        let now = self.clock.now();
        if let Some((content, at)) = self.recent.get(cid)
            && at == now
        {
            return Ok(Some(content));
        }
        let unavailable = |error: stagepass_store::StoreError| CatalogError::Unavailable(error.to_string());
        let Some(playable) = self.store.playable(cid).await.map_err(unavailable)? else { return Ok(None) };
        let content = Arc::new(self.content_of(cid, playable)?);
        self.recent.insert(cid.to_owned(), (Arc::clone(&content), now));
        Ok(Some(content))
    }

    fn place(&self, cid: &str) -> AudioPlace {
        match &self.audio {
            AudioSource::Folder(media) => AudioPlace::File(audio_path(media, cid)),
            AudioSource::Bucket(bucket) => AudioPlace::Bucket(bucket.clone()),
        }
    }

    fn content_of(&self, cid: &str, playable: PlayableContent) -> Result<Content, CatalogError> {
        let duration = u64::try_from(playable.duration_ms).ok().map(Duration::from_millis);
        let tracks = playable.tracks.into_iter().map(|track| content_track(track, duration));
        Ok(Content {
            audio: self.place(cid),
            media_type: playable.mime_type,
            waveform: playable.waveform,
            upload_ids: playable.upload_ids,
            tracks: tracks.collect::<Result<_, _>>()?,
            cut_off: None,
        })
    }
}

impl Catalog for StoreCatalog {
    fn content<'a>(&'a self, cid: &'a str) -> Lookup<'a> {
        Box::pin(self.look_up(cid))
    }

    fn record_listens(&self, listens: Vec<ListenCount>) -> Completion<'_> {
        Box::pin(async move {
            if listens.is_empty() {
                return Ok(());
            }
            let row = |listen: &ListenCount| {
                let (track_id, count) = (i64::try_from(listen.track_id).ok()?, i64::try_from(listen.count).ok()?);
                Some((track_id, listen.day, count))
            };
            let rows: Vec<_> = listens.iter().filter_map(row).collect();
            let added = self.store.add_listens(&rows).await;
            added.map_err(|error| CatalogError::Unavailable(error.to_string()))
        })
    }
}

fn content_track(track: PlayableTrack, duration: Option<Duration>) -> Result<ContentTrack, CatalogError> {
    let id = u64::try_from(track.track_id).map_err(|_| CatalogError::Unavailable("a negative track_id".to_owned()))?;
    let authorities = authorities(id, track.authorities)?;
    Ok(ContentTrack { id, authorities, duration, delisted: track.deleted, owner_uploaded: track.owner_uploaded })
}
