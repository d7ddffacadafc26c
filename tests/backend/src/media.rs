//! The media folder: audio by its CID, and what is still being uploaded.
//!
//! | where | what |
//! |---|---|
//! | `DIR/audio/{cid}` | whole files, each found to be audio; never changed |
//! | `DIR/uploads/{upload_id}` | unfinished ones |

mod audio;
mod cid;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use object_store::local::LocalFileSystem;
use object_store::{ObjectStoreExt as _, path::Path as ObjectPath};
use tempfile::TempDir;
use tokio::sync::Semaphore;

pub(crate) use self::audio::seconds;
pub use self::audio::{Audio, NotAudio};
use crate::settings::Media;
use crate::store::DatabaseAddress;

const AUDIO: &str = "audio";
const UPLOADS: &str = "uploads";
/// How many files are looked at at once: it takes a processor each.
const AT_ONCE: usize = 2;
/// How long a file waits to be looked at.
const WAIT: Duration = Duration::from_secs(20);
/// What looking at one file may take: many times what the largest one needs.
const DEADLINE: Duration = Duration::from_mins(1);

/// The folder, its two parts made.
#[derive(Debug)]
pub struct MediaFolder {
    root: PathBuf,
    objects: LocalFileSystem,
    inspections: Semaphore,
    /// Deletes the folder when it is dropped.
    temporary: Mutex<Option<TempDir>>,
}

/// A file that was not kept.
#[derive(Debug, thiserror::Error)]
pub enum MediaError {
    /// It is not audio, or none that can be played.
    #[error(transparent)]
    NotAudio(#[from] NotAudio),
    /// Too many files are looked at already. This one is kept as it is.
    #[error("too many files are looked at at the moment")]
    Busy,
    /// The folder could not be made or used.
    #[error("the media folder {}: {error}", path.display())]
    Folder {
        /// Which.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// There is no folder beside the database.
    #[error(
        "a database of PostgreSQL's has no media folder beside it: give one, the same to every service that shares the database"
    )]
    NotGiven,
    /// The file could not be moved to its place.
    #[error("the media folder: {0}")]
    Objects(#[from] object_store::Error),
}

/// Where the audio with this CID is in a media folder: what a node reads it from. For CIDs of the service's own making.
pub fn audio_path(media: &Path, cid: &str) -> PathBuf {
    media.join(AUDIO).join(cid)
}

impl MediaFolder {
    /// Opens the folder, and makes it if it is missing.
    ///
    /// # Errors
    /// [`MediaError::Folder`] if it can't be made, [`MediaError::NotGiven`] if there is no place for it, [`MediaError::Objects`] if it can't be used.
    pub fn open(media: &Media, database: &DatabaseAddress) -> Result<Self, MediaError> {
        let (root, temporary) = match (media, database.file()) {
            (Media::Folder(path), _) => (path.clone(), None),
            (Media::BesideDatabase, Some(file)) => (file.with_file_name("media"), None),
            (Media::BesideDatabase, None) if database.is_lasting() => return Err(MediaError::NotGiven),
            (Media::BesideDatabase, None) => {
                let folder = tempfile::Builder::new().prefix("stagepass-media-").tempdir();
                let folder = folder.map_err(|error| MediaError::Folder { path: std::env::temp_dir(), error })?;
                (folder.path().to_owned(), Some(folder))
            }
        };
        for part in [AUDIO, UPLOADS] {
            let path = root.join(part);
            std::fs::create_dir_all(&path).map_err(|error| MediaError::Folder { path, error })?;
        }
        // Flushed before the database is told: what it names is there after a power cut.
        let objects = LocalFileSystem::new_with_prefix(&root)?.with_fsync(true);
        Ok(Self { root, objects, inspections: Semaphore::new(AT_ONCE), temporary: Mutex::new(temporary) })
    }

    /// Deletes the folder if it was a temporary one, whoever else still knows it.
    pub(crate) fn close(&self) {
        drop(self.temporary.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    /// Whether a file can be kept here: that the folder is there, may be written to and is not full.
    pub(crate) async fn check(&self) -> std::io::Result<()> {
        let folders = [AUDIO, UPLOADS].map(|part| self.root.join(part));
        // A file without a name, which is gone when it is closed, whatever happens.
        let probe = move || folders.iter().try_for_each(|folder| tempfile::tempfile_in(folder)?.write_all(b"?"));
        tokio::task::spawn_blocking(probe).await.unwrap_or_else(|panic| Err(std::io::Error::other(panic)))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// The file of an unfinished upload.
    pub(crate) fn draft(&self, upload_id: &str) -> PathBuf {
        self.root.join(UPLOADS).join(upload_id)
    }

    /// Looks at the draft of `upload_id` and, if it is audio, moves it to its place under its CID. The draft of one that is not audio is
    /// left where it is.
    pub(crate) async fn keep(&self, upload_id: &str) -> Result<Audio, MediaError> {
        let audio = self.inspect(self.draft(upload_id)).await?;
        let (from, to) = ([UPLOADS, upload_id], [AUDIO, audio.cid.as_str()]);
        // The same audio once more replaces it by its like: readers keep the file that they have open.
        self.objects.rename(&ObjectPath::from_iter(from), &ObjectPath::from_iter(to)).await?;
        Ok(audio)
    }

    /// A hostile file may make the reader panic or stall. It runs on a thread of its own, is told to stop when nobody waits any more,
    /// and looks for that at each read.
    async fn inspect(&self, path: PathBuf) -> Result<Audio, MediaError> {
        let Ok(Ok(_permit)) = tokio::time::timeout(WAIT, self.inspections.acquire()).await else {
            return Err(MediaError::Busy);
        };
        let stop = StopOnDrop(Arc::new(AtomicBool::new(false)));
        let stopped = Arc::clone(&stop.0);
        let reading = tokio::task::spawn_blocking(move || audio::read(&path, &stopped));
        match tokio::time::timeout(DEADLINE, reading).await {
            Ok(Ok(read)) => read,
            Ok(Err(panic)) => {
                tracing::warn!(%panic, "an upload made the reader panic");
                Err(NotAudio::Unreadable.into())
            }
            Err(_) => Err(NotAudio::Unreadable.into()),
        }
    }
}

struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
