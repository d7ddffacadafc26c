//! The catalogue of a service on another machine, over HTTP. The service also sends the audio.
//!
//! If the service is not available, gated tracks are refused with this reason. Tracks that were public are served for
//! one more minute.

mod reports;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderValue;
use stagepass_gate::Signer;
use tokio::sync::OnceCell;

use self::reports::Reports;
use super::{AudioPlace, Catalog, CatalogError, Completion, Content, ContentTrack, Lookup, authorities};
use crate::listen_count::ListenCount;

use crate::cache::{Cache, CacheError};
use crate::service::{ContentAnswer, RawContent, RawTrack, Service, ServiceError};
use stagepass_kit::clock::Clock;
use stagepass_kit::lru_map::LruMap;
use stagepass_media::cid;
use stagepass_server::base_url::BaseUrl;
use stagepass_server::http::HttpError;
use stagepass_store::Waveform;

/// The most contents that are remembered.
const CONTENTS: usize = 4096;
/// The most lookups that are remembered. Clients can request contents that do not exist.
const QUESTIONS: usize = 1024;
/// For how many seconds public tracks are served while the service is not available.
const PUBLIC_FOR: i64 = 60;

/// The settings of a node on another machine than its service.
#[derive(Debug, Clone)]
pub struct RemoteSettings {
    /// The URL of the service.
    pub service: BaseUrl,
    /// Signs requests to the service, which knows the address of this signer.
    pub signer: Arc<Signer>,
    /// The folder of cached audio. It is created if it is missing. Each node needs its own.
    pub cache: PathBuf,
    /// The largest size of the cache in bytes.
    pub cache_size: u64,
    /// The clock.
    pub clock: Arc<dyn Clock>,
}

/// Why a catalogue cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum RemoteError {
    /// No calls to the service can be made.
    #[error(transparent)]
    Http(#[from] HttpError),
    /// The cache cannot be used.
    #[error(transparent)]
    Cache(#[from] CacheError),
}

/// The catalogue of a service on another machine.
///
/// As in a [`StoreCatalog`](super::StoreCatalog), a result is valid until the clock shows another second. Then the
/// service is asked again, with one request for all waiting listeners.
#[derive(Debug)]
pub struct RemoteCatalog {
    service: Arc<Service>,
    cache: Cache,
    clock: Arc<dyn Clock>,
    entries: LruMap<String, Arc<CatalogEntry>>,
    questions: LruMap<String, Arc<OnceCell<Answer>>>,
    reports: Reports,
}

/// The last response of the service about a content.
#[derive(Debug)]
struct CatalogEntry {
    content: Arc<Content>,
    etag: Option<HeaderValue>,
    /// When it was requested, in Unix seconds.
    at: i64,
}

/// The result of a lookup.
#[derive(Debug)]
struct Answer {
    /// When it was requested, in Unix seconds.
    at: i64,
    outcome: Result<Option<Arc<Content>>, Failure>,
}

#[derive(Debug, Clone)]
enum Failure {
    /// The service is not available.
    CutOff(String),
    /// The response of the service is not usable.
    Unusable(String),
}

impl RemoteCatalog {
    /// Opens the cache and prepares calls. The service need not be running yet.
    ///
    /// # Errors
    /// [`RemoteError`] if no calls can be made or the cache cannot be used.
    pub async fn open(settings: RemoteSettings) -> Result<Self, RemoteError> {
        let RemoteSettings { service, signer, cache, cache_size, clock } = settings;
        if !service.is_https() && !service.is_on_this_machine() {
            // The command line requires a flag for such an address. It can be in a private network.
            tracing::warn!(
                service = service.as_str(),
                "the service is called without TLS: others in the network can read the audio and change responses"
            );
        }
        tracing::info!(service = service.as_str(), signer = %signer.address(), "the node uses a service on another machine");
        let service = Arc::new(Service::new(service, signer, Arc::clone(&clock))?);
        let cache = Cache::open(cache, cache_size, Arc::clone(&service), Arc::clone(&clock)).await?;
        Ok(Self {
            reports: Reports::new(Arc::clone(&service)),
            service,
            cache,
            clock,
            entries: LruMap::with_capacity(CONTENTS),
            questions: LruMap::with_capacity(QUESTIONS),
        })
    }

    async fn look_up(&self, cid: &str) -> Result<Option<Arc<Content>>, CatalogError> {
        // A malformed CID must not become part of an address or of a path.
        if cid::sha256_of(cid).is_none() {
            return Ok(None);
        }
        let now = self.clock.now();
        if let Some(known) = self.entries.get(cid)
            && known.at == now
        {
            return Ok(Some(Arc::clone(&known.content)));
        }
        let is_good = |question: &Arc<OnceCell<Answer>>| question.get().is_none_or(|answer| answer.at == now);
        let question = self.questions.get_or_replace(cid.to_owned(), is_good, Arc::default);
        let answer = question.get_or_init(|| self.ask(cid)).await;
        match &answer.outcome {
            Ok(content) => Ok(content.clone()),
            Err(Failure::Unusable(reason)) => Err(CatalogError::Unavailable(reason.clone())),
            Err(Failure::CutOff(reason)) => match self.public_until_now(cid, now) {
                Some(content) => {
                    Ok(Some(Arc::new(Content { cut_off: Some(reason.clone()), ..Content::clone(&content) })))
                }
                None => Err(CatalogError::CutOff(reason.clone())),
            },
        }
    }

    async fn ask(&self, cid: &str) -> Answer {
        let (at, known) = (self.clock.now(), self.entries.get(cid));
        let etag = known.as_ref().and_then(|known| known.etag.clone());
        let outcome = match self.service.content(cid, etag.as_ref()).await {
            Ok(ContentAnswer::Nothing) => {
                self.entries.remove(cid);
                Ok(None)
            }
            Ok(ContentAnswer::Unchanged) => match known {
                Some(known) => Ok(Some(self.remember(cid, Arc::clone(&known.content), etag, at))),
                None => Err(Failure::Unusable("it says that nothing has changed, to a first question".to_owned())),
            },
            Ok(ContentAnswer::Content(etag, written)) => match self.content_of(cid, written) {
                Ok(content) => Ok(Some(self.remember(cid, Arc::new(content), etag, at))),
                Err(error) => Err(Failure::Unusable(error.to_string())),
            },
            Err(error) => Err(Failure::of(&error)),
        };
        Answer { at, outcome }
    }

    fn remember(&self, cid: &str, content: Arc<Content>, etag: Option<HeaderValue>, at: i64) -> Arc<Content> {
        self.entries.insert(cid.to_owned(), Arc::new(CatalogEntry { content: Arc::clone(&content), etag, at }));
        content
    }

    /// Returns the content, if one of its tracks was public according to a recent response.
    fn public_until_now(&self, cid: &str, now: i64) -> Option<Arc<Content>> {
        let known = self.entries.get(cid)?;
        let is_recent = (known.at..=known.at.saturating_add(PUBLIC_FOR)).contains(&now);
        let is_public = known.content.tracks.iter().any(|track| known.content.is_open(Some(track)));
        (is_recent && is_public).then(|| Arc::clone(&known.content))
    }

    fn content_of(&self, cid: &str, written: RawContent) -> Result<Content, CatalogError> {
        let unusable = || CatalogError::Unavailable("it says that a content has no tracks".to_owned());
        let audio = self.cache.content(cid, written.size).ok_or_else(unusable)?;
        let duration = Some(Duration::from_millis(written.duration_ms));
        let tracks = written.tracks.into_iter().map(|track| content_track(track, duration));
        let tracks = tracks.collect::<Result<Vec<_>, _>>()?;
        if tracks.is_empty() {
            return Err(unusable());
        }
        let (media_type, upload_ids) = (written.mime_type, written.upload_ids);
        let waveform = written.waveform.as_deref().and_then(Waveform::new);
        Ok(Content { audio: AudioPlace::Service(audio), media_type, waveform, upload_ids, tracks, cut_off: None })
    }
}

impl Catalog for RemoteCatalog {
    fn content<'a>(&'a self, cid: &'a str) -> Lookup<'a> {
        Box::pin(self.look_up(cid))
    }

    fn record_listens(&self, listens: Vec<ListenCount>) -> Completion<'_> {
        Box::pin(self.reports.record(listens))
    }

    fn check(&self) -> Completion<'_> {
        Box::pin(async { self.service.check().await.map_err(|error| CatalogError::CutOff(error.to_string())) })
    }
}

impl Failure {
    fn of(error: &ServiceError) -> Self {
        let reason = error.to_string();
        if error.is_cut_off() { Self::CutOff(reason) } else { Self::Unusable(reason) }
    }
}

fn content_track(track: RawTrack, duration: Option<Duration>) -> Result<ContentTrack, CatalogError> {
    let RawTrack { track_id: id, delisted, owner_uploaded, access_authorities } = track;
    let authorities = authorities(id, access_authorities)?;
    Ok(ContentTrack { id, authorities, duration, delisted, owner_uploaded })
}
