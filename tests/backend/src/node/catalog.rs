//! Which tracks there are, and where their audio is.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use stagepass_gate::{Address, AddressError};

/// The largest number that every client reads exactly: 2^53 - 1.
const MAX_TRACK_ID: u64 = (1 << 53) - 1;
const MAX_CID: usize = 128;

/// An answer of a [`Catalog`] that is on its way.
pub type Lookup<'a> = Pin<Box<dyn Future<Output = Result<Option<Arc<Content>>, CatalogError>> + Send + 'a>>;

/// Where a node looks tracks up: at every request, so that what has changed since the last one counts.
pub trait Catalog: Debug + Send + Sync {
    /// The content with this address and all tracks that have it; `None` if no track has.
    fn content<'a>(&'a self, cid: &'a str) -> Lookup<'a>;
}

/// One content: a file, and the tracks that play it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// Where the audio is.
    pub path: PathBuf,
    /// The tracks. Not empty.
    pub tracks: Vec<ContentTrack>,
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
}

/// A catalogue out of a JSON file, read once.
#[derive(Debug)]
pub struct FileCatalog(HashMap<String, Arc<Content>>);

/// A track as it stands in the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    #[serde(rename = "trackId")]
    track_id: u64,
    cid: String,
    path: PathBuf,
    duration: Option<f64>,
    #[serde(default)]
    access_authorities: Vec<String>,
    #[serde(default)]
    delisted: bool,
}

impl FileCatalog {
    /// Reads a catalogue and looks whether every file that it names can be read. Relative paths are relative to the catalogue.
    ///
    /// # Errors
    /// The first [`CatalogError`], but for [`CatalogError::Unavailable`].
    pub fn read(path: &Path) -> Result<Self, CatalogError> {
        let text = std::fs::read(path).map_err(|error| CatalogError::Unreadable { path: path.to_owned(), error })?;
        let entries: Vec<Entry> =
            serde_json::from_slice(&text).map_err(|error| CatalogError::Malformed { path: path.to_owned(), error })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut contents = HashMap::<String, Content>::new();
        let mut known = HashSet::new();
        for entry in entries {
            let track = entry.track()?;
            if !known.insert(track.id) {
                return Err(CatalogError::TrackTwice(track.id));
            }
            let audio = folder.join(&entry.path);
            try_open(&audio).map_err(|error| CatalogError::Audio { track: track.id, path: audio.clone(), error })?;
            let content = contents.entry(entry.cid).or_insert_with(|| Content { path: audio.clone(), tracks: vec![] });
            if content.path != audio {
                return Err(CatalogError::TwoFiles(track.id));
            }
            content.tracks.push(track);
        }
        Ok(Self(contents.into_iter().map(|(cid, content)| (cid, Arc::new(content))).collect()))
    }
}

impl Catalog for FileCatalog {
    fn content<'a>(&'a self, cid: &'a str) -> Lookup<'a> {
        Box::pin(std::future::ready(Ok(self.0.get(cid).cloned())))
    }
}

impl Entry {
    fn track(&self) -> Result<ContentTrack, CatalogError> {
        let id = self.track_id;
        if id > MAX_TRACK_ID {
            return Err(CatalogError::TrackId(id));
        }
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if self.cid.is_empty() || self.cid.len() > MAX_CID || !self.cid.bytes().all(is_plain) {
            return Err(CatalogError::Cid(id));
        }
        let duration = self.duration.map(Duration::try_from_secs_f64).transpose();
        let authority = |text: &String| {
            let failed = |error| CatalogError::Authority { track: id, text: text.clone(), error };
            Address::authority(text).map_err(failed)
        };
        Ok(ContentTrack {
            id,
            authorities: self.access_authorities.iter().map(authority).collect::<Result<_, _>>()?,
            duration: duration.map_err(|_| CatalogError::Duration(id))?,
            delisted: self.delisted,
        })
    }
}

fn try_open(path: &Path) -> std::io::Result<()> {
    if std::fs::File::open(path)?.metadata()?.is_file() { Ok(()) } else { Err(std::io::Error::other("not a file")) }
}
