//! The catalogue: tracks, and the places of their audio.

mod file;
mod remote;
mod store;

use std::fmt::Debug;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use stagepass_gate::{Address, AddressError};

use super::cache::CachedAudio;
use crate::listen_count::ListenCount;
use stagepass_media::Bucket;
use stagepass_store::Waveform;

pub use self::file::FileCatalog;
pub use self::remote::{RemoteCatalog, RemoteError, RemoteSettings};
pub use self::store::StoreCatalog;

/// The result of looking up a content.
pub type Lookup<'a> = Pin<Box<dyn Future<Output = Result<Option<Arc<Content>>, CatalogError>> + Send + 'a>>;

/// The result of another operation.
pub type Completion<'a> = Pin<Box<dyn Future<Output = Result<(), CatalogError>> + Send + 'a>>;

/// Looks up tracks. A node does so at every request, so that changes take effect.
pub trait Catalog: Debug + Send + Sync {
    /// Returns the content with this CID and all of its tracks. `None` if it has no track.
    fn content<'a>(&'a self, cid: &'a str) -> Lookup<'a>;

    /// Records listens. Called every few seconds, even without any, and when the node stops. After an error, it is
    /// called with the same listens again. The default does nothing.
    fn record_listens(&self, listens: Vec<ListenCount>) -> Completion<'_> {
        drop(listens);
        Box::pin(std::future::ready(Ok(())))
    }

    /// Checks whether the catalogue is available.
    fn check(&self) -> Completion<'_> {
        // If it can say that there is no such content, it is available.
        Box::pin(async { self.content("none").await.map(drop) })
    }
}

/// A content: audio, and the tracks with it.
#[derive(Debug, Clone)]
pub struct Content {
    /// Where the audio is.
    pub audio: AudioPlace,
    /// The media type, for example `audio/mpeg`. If it is not `audio/…`, it is served as `application/octet-stream`.
    pub media_type: String,
    /// The waveform, if it is known.
    pub waveform: Option<Waveform>,
    /// The uploads that it was made from. Empty if unknown.
    pub upload_ids: Vec<String>,
    /// The tracks. Not empty.
    pub tracks: Vec<ContentTrack>,
    /// Why the service is not available, if it is not. The last known state is then used for public tracks only.
    pub cut_off: Option<String>,
}

/// Where the audio of a content is.
#[derive(Debug, Clone)]
pub enum AudioPlace {
    /// In this file.
    File(PathBuf),
    /// In this bucket, under its CID: see [`stagepass_media`].
    Bucket(Bucket),
    /// At a service, and possibly cached on this machine's disk.
    Service(CachedAudio),
}

/// The properties of a track that a node needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentTrack {
    /// Its ID.
    pub id: u64,
    /// The addresses that may sign for it. If empty, the track is public.
    pub authorities: Vec<Address>,
    /// Its duration, if known.
    pub duration: Option<Duration>,
    /// Whether it was withdrawn by its owner, or for legal reasons.
    pub delisted: bool,
    /// Whether its owner had completed an upload of the audio when the track was created. `false` if unknown.
    pub owner_uploaded: bool,
}

/// Parses the access authorities of a track. A malformed one is an error. If it were ignored, the track could become
/// public.
fn authorities(track: u64, texts: Vec<String>) -> Result<Vec<Address>, CatalogError> {
    let parse = |text: String| match Address::authority(&text) {
        Ok(address) => Ok(address),
        Err(error) => Err(CatalogError::Authority { track, text, error }),
    };
    texts.into_iter().map(parse).collect()
}

impl Content {
    /// Returns the track with this ID, even if it is delisted.
    pub(super) fn track(&self, id: u64) -> Option<&ContentTrack> {
        self.tracks.iter().find(|track| track.id == id)
    }

    /// Returns whether a URL without a signature can play the content, if it names this track or none.
    ///
    /// A public track whose owner uploaded the audio is open, even if other tracks with this audio are gated. Otherwise
    /// the first to gate known audio could take it from its author. A gated track is never open. If the uploader is
    /// unknown or no track is named, all tracks must be public. Otherwise a public track that names another user's
    /// audio would open it.
    pub(super) fn is_open(&self, named: Option<&ContentTrack>) -> bool {
        match named {
            Some(track) if track.delisted || !track.authorities.is_empty() => false,
            Some(track) if track.owner_uploaded => true,
            Some(_) | None => {
                let mut live = self.tracks.iter().filter(|track| !track.delisted).peekable();
                live.peek().is_some() && live.all(|track| track.authorities.is_empty())
            }
        }
    }
}

/// Why a catalogue cannot be read or used.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// The file cannot be read.
    #[error("the catalogue {}: {error}", path.display())]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// Not a JSON list of tracks, or a track with an unknown member: a misspelt `access_authorities` must not make it
    /// public.
    #[error("the catalogue {}: {error}", path.display())]
    Malformed {
        /// Which file.
        path: PathBuf,
        /// The position, and what was expected.
        error: serde_json::Error,
    },
    /// Two tracks have the same ID.
    #[error("track {0} is in the catalogue twice")]
    TrackTwice(u64),
    /// An ID that not every client parses exactly.
    #[error("track {0}: trackId is more than 2^53 - 1")]
    TrackId(u64),
    /// Not 1 to 128 letters, digits, `-`, `_` or `.`.
    #[error("track {0}: cid must be 1 to 128 letters, digits, \"-\", \"_\" or \".\"")]
    Cid(u64),
    /// Not a number of seconds.
    #[error("track {0}: duration is no number of seconds")]
    Duration(u64),
    /// A malformed authority.
    #[error("track {track}: access_authorities: {text:?}: {error}")]
    Authority {
        /// The ID of the track.
        track: u64,
        /// The text in the file.
        text: String,
        /// What is wrong with it.
        error: AddressError,
    },
    /// The audio file is missing or not readable.
    #[error("track {track}: {}: {error}", path.display())]
    Audio {
        /// The ID of the track.
        track: u64,
        /// Its path.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// Two tracks have the same content in different files.
    #[error("track {0}: another track has the same cid and another path")]
    TwoFiles(u64),
    /// The catalogue is not available.
    #[error("the catalogue can't be asked: {0}")]
    Unavailable(String),
    /// The service on another machine is not available.
    #[error("the service can't be asked: {0}")]
    CutOff(String),
}
