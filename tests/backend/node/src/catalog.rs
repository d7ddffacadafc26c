//! Which tracks there are, and where their audio is.

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

pub use self::file::FileCatalog;
pub use self::remote::{RemoteCatalog, RemoteError, RemoteSettings};
pub use self::store::StoreCatalog;

/// An answer of a [`Catalog`] that is on its way.
pub type Lookup<'a> = Pin<Box<dyn Future<Output = Result<Option<Arc<Content>>, CatalogError>> + Send + 'a>>;

/// That a [`Catalog`] has taken something, or is there.
pub type Completion<'a> = Pin<Box<dyn Future<Output = Result<(), CatalogError>> + Send + 'a>>;

/// Where a node looks tracks up: at every request, so that what has changed since counts.
pub trait Catalog: Debug + Send + Sync {
    /// The content with this address and all tracks that have it; `None` if no track has.
    fn content<'a>(&'a self, cid: &'a str) -> Lookup<'a>;

    /// Takes note of listens. It is called every few seconds, also with none, and when the node ends; after an error, with the same ones again.
    /// Whoever does not count them need not do anything.
    fn heard(&self, heard: Vec<ListenCount>) -> Completion<'_> {
        drop(heard);
        Box::pin(std::future::ready(Ok(())))
    }

    /// Whether it can be asked now.
    fn check(&self) -> Completion<'_> {
        // Whoever knows that there is no such content can be asked.
        Box::pin(async { self.content("none").await.map(drop) })
    }
}

/// One content: audio, and the tracks that play it.
#[derive(Debug, Clone)]
pub struct Content {
    /// Where the audio is.
    pub audio: AudioPlace,
    /// What kind of audio it is, e.g. `audio/mpeg`. Whatever is not `audio/…` is served as bytes of no kind.
    pub media_type: String,
    /// The uploads that it came of; empty if the catalogue doesn't know of any.
    pub upload_ids: Vec<String>,
    /// The tracks. Not empty.
    pub tracks: Vec<ContentTrack>,
    /// Why the service can't be asked, if it can't: what it said last still counts for what is public, and for nothing else.
    pub cut_off: Option<String>,
}

/// Where the audio of a content is.
#[derive(Debug, Clone)]
pub enum AudioPlace {
    /// In this file.
    File(PathBuf),
    /// In this bucket, by its CID: see [`stagepass_media`].
    Bucket(Bucket),
    /// At a service, and on this machine's disk if it has been heard here lately.
    Service(CachedAudio),
}

/// A track, as far as a node cares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentTrack {
    /// Its number.
    pub id: u64,
    /// Who may sign for it: any one of them. If there is none, it is public.
    pub authorities: Vec<Address>,
    /// How long it plays, if that is known.
    pub duration: Option<Duration>,
    /// Its owner, or the law, has withdrawn it.
    pub delisted: bool,
    /// Whether its owner had completed an upload of the audio when it was made; `false` if that is not known.
    pub owner_uploaded: bool,
}

impl Content {
    /// The track with this number, delisted or not.
    pub(super) fn track(&self, id: u64) -> Option<&ContentTrack> {
        self.tracks.iter().find(|track| track.id == id)
    }

    /// Whether an unsigned address opens it that names this track, or none of its tracks.
    ///
    /// A public track whose owner has uploaded the audio is open whatever other tracks have that audio: otherwise the first to gate known bytes could
    /// take them from their author. A gated one never is. If it is not known who has uploaded the audio, or no track is named, all tracks have to be
    /// public: otherwise a public track that names a stranger's audio would open it.
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

/// A catalogue that can't be read, or that says what can't be.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// The file.
    #[error("the catalogue {}: {error}", path.display())]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// Not a JSON list of tracks, or a track with a member that there isn't: a misspelt `access_authorities` must not make it public.
    #[error("the catalogue {}: {error}", path.display())]
    Malformed {
        /// Which file.
        path: PathBuf,
        /// Where, and what was expected.
        error: serde_json::Error,
    },
    /// Two tracks have one number.
    #[error("track {0} is in the catalogue twice")]
    TrackTwice(u64),
    /// A number that not every client reads exactly.
    #[error("track {0}: trackId is more than 2^53 - 1")]
    TrackId(u64),
    /// Not 1 to 128 letters, digits, `-`, `_` or `.`.
    #[error("track {0}: cid has to be 1 to 128 letters, digits, \"-\", \"_\" or \".\"")]
    Cid(u64),
    /// No number of seconds.
    #[error("track {0}: duration is no number of seconds")]
    Duration(u64),
    /// An authority that can't be one.
    #[error("track {track}: access_authorities: {text:?}: {error}")]
    Authority {
        /// Whose.
        track: u64,
        /// As it stands there.
        text: String,
        /// What is wrong with it.
        error: AddressError,
    },
    /// No file, or none that may be read.
    #[error("track {track}: {}: {error}", path.display())]
    Audio {
        /// Whose.
        track: u64,
        /// Where it should be.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// Two tracks say that one content is in two files.
    #[error("track {0}: another track has the same cid and another path")]
    TwoFiles(u64),
    /// What keeps the catalogue did not answer.
    #[error("the catalogue can't be asked: {0}")]
    Unavailable(String),
    /// The service of a node on another machine did not answer.
    #[error("the service can't be asked: {0}")]
    CutOff(String),
}
