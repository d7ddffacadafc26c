//! Audio and pictures: where they are kept, what is one, and how they are sent. It knows no user and no page.
//!
//! Audio is kept by its CID, in a folder or in a bucket; and what is still being uploaded.
//!
//! | where | what |
//! |---|---|
//! | `DIR/audio/{cid}` or `s3://BUCKET/PREFIX/audio/{cid}` | whole files, each found to be audio; never changed |
//! | `DIR/uploads/{upload_id}` | unfinished ones; with a bucket, what is not in it as parts yet |
//! | `DIR/uploads/{upload_id}.copy` | what is about to be audio, where the file system knows no links |
//! | `DIR/uploads/{upload_id}.whole` | what the bucket has of an upload, read back to be looked at |
//! | `s3://BUCKET/PREFIX/uploads/{upload_id}` | an upload out of its parts, until it is found to be audio |
//!
//! | where | what |
//! |---|---|
//! | here | opening it |
//! | `inspect`, [`cid`] | what a file is, and is called |
//! | [`decoder`], [`decoder_process`], [`picture`] | decoding of what users have sent, in processes of their own |
//! | [`audio`] | reading audio, and the answer with a range of it |
//! | [`uploads`] | from bytes that come in to audio, whatever is killed meanwhile |
//! | `draft` | the file of an unfinished upload |
//! | `finalize` | what becomes of it |
//! | `bucket`, `copy` | an S3-compatible service |

pub mod audio;
mod bucket;
pub mod cid;
mod confine;
mod copy;
pub mod decoder;
pub mod decoder_process;
mod draft;
mod finalize;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod inspect;
pub mod picture;
pub mod uploads;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tempfile::TempDir;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub use self::bucket::PART;
pub use self::bucket::{Bucket, BucketAddress, BucketError, BucketSettings, NoBucketAddress, PATIENCE};
pub use self::cid::{ContentHasher, ContentName};
pub use self::copy::{CopyReport, copy};
use self::decoder::{Decoder, DecoderError, Input, Job};
pub use self::draft::{Draft, DraftError, DraftSync};
use self::inspect::Verdict;
pub use self::inspect::{NotAudio, seconds};
use stagepass_kit::disk::Disks;
use stagepass_kit::private;
use stagepass_store::{AudioContent, DatabaseAddress};

const AUDIO: &str = "audio";
const UPLOADS: &str = "uploads";
/// How many files are inspected at once: each takes a processor, and memory up to its decoder's limit.
const AT_ONCE: usize = 2;
/// How long a file waits to be inspected.
const WAIT: Duration = Duration::from_secs(20);

/// Where audio is kept.
#[derive(Debug, Clone)]
pub enum Media {
    /// In this folder, which is made if it is missing.
    Folder(PathBuf),
    /// In this bucket of an S3-compatible service's, which has to be there.
    Bucket(BucketSettings),
    /// In a folder `media` beside the database; with a database in memory, one that is gone with the service.
    BesideDatabase,
}

/// Where audio is kept, and a folder for what is still being uploaded.
#[derive(Debug)]
pub struct MediaStore {
    root: PathBuf,
    storage: Storage,
    decoder: Decoder,
    inspections: Arc<Semaphore>,
    disks: Disks,
    /// Deletes the folder when it is dropped.
    temporary: Mutex<Option<TempDir>>,
}

/// Where whole files are.
#[derive(Debug)]
enum Storage {
    Folder,
    Bucket(Bucket),
}

/// Where whole files are: what a node reads.
#[derive(Debug, Clone)]
pub enum AudioSource {
    /// In this media folder.
    Folder(PathBuf),
    /// In this bucket.
    Bucket(Bucket),
}

/// A file that was not kept.
#[derive(Debug, thiserror::Error)]
pub enum MediaError {
    /// It is not audio, or none that can be played.
    #[error(transparent)]
    NotAudio(#[from] NotAudio),
    /// The file could not be decoded.
    #[error(transparent)]
    Decoder(#[from] DecoderError),
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
        "a database of PostgreSQL's has no media folder beside it: give one, the same to every service that shares the database, or a bucket"
    )]
    NotGiven,
    /// There is no folder beside the database for what is not in the bucket yet.
    #[error("a database of PostgreSQL's has no folder for unfinished uploads beside it: give one (--media-drafts)")]
    NoDrafts,
    /// The bucket.
    #[error(transparent)]
    Bucket(#[from] BucketError),
}

impl AudioSource {
    /// What a node reads that serves the tracks of a service with these settings.
    ///
    /// # Errors
    /// [`MediaError::NotGiven`] if there is no place for it, [`MediaError::Bucket`] if the bucket's settings can't be used.
    pub fn of(media: &Media, database: &DatabaseAddress) -> Result<Self, MediaError> {
        match (media, database.file()) {
            (Media::Bucket(settings), _) => Ok(Self::Bucket(Bucket::open(settings)?)),
            (Media::Folder(path), _) => Ok(Self::Folder(path.clone())),
            (Media::BesideDatabase, Some(file)) => Ok(Self::Folder(beside(file))),
            (Media::BesideDatabase, None) => Err(MediaError::NotGiven),
        }
    }

    /// Whether it can be read from now. A folder need not be there yet.
    ///
    /// # Errors
    /// [`MediaError::Bucket`], which says what is wrong.
    pub async fn check(&self) -> Result<(), MediaError> {
        match self {
            Self::Folder(_) => Ok(()),
            Self::Bucket(bucket) => Ok(bucket.check().await?),
        }
    }
}

/// Where the audio with this CID is in a media folder. For CIDs of the service's own making.
pub fn audio_path(media: &Path, cid: &str) -> PathBuf {
    media.join(AUDIO).join(cid)
}

fn beside(database: &Path) -> PathBuf {
    database.with_file_name("media")
}

impl MediaStore {
    /// Opens it, and makes its folder if that is missing. A bucket is not asked yet: see [`MediaStore::check`]. `drafts` is the folder of unfinished
    /// uploads, for audio in a bucket; without it, that is beside the database. `decoder` is the program `Settings::decoder`.
    ///
    /// # Errors
    /// [`MediaError::Folder`] if a folder can't be made, [`MediaError::NotGiven`] and [`MediaError::NoDrafts`] if there is no place for it,
    /// [`MediaError::Bucket`] if the settings can't be used.
    pub fn open(
        media: &Media,
        drafts: Option<&Path>,
        database: &DatabaseAddress,
        decoder: &Path,
    ) -> Result<Self, MediaError> {
        let (root, temporary) = folder(media, drafts, database)?;
        let make = |part: &str| {
            let path = root.join(part);
            private::create_folder(&path).map_err(|error| MediaError::Folder { path, error })
        };
        make(UPLOADS)?;
        let storage = if let Media::Bucket(settings) = media {
            Storage::Bucket(Bucket::open(settings)?)
        } else {
            make(AUDIO)?;
            Storage::Folder
        };
        let (decoder, inspections) = (Decoder::new(decoder), Arc::new(Semaphore::new(AT_ONCE)));
        let disks = Disks::new(&root, database.file(), None);
        Ok(Self { root, storage, decoder, inspections, disks, temporary: Mutex::new(temporary) })
    }

    /// Leaves so many bytes of each disk free; without a number, what follows from its size.
    #[must_use]
    pub fn with_reserve(self, reserve: Option<u64>, database: &DatabaseAddress) -> Self {
        Self { disks: Disks::new(&self.root, database.file(), reserve), ..self }
    }

    /// The disks that uploads and the database are on.
    pub fn disks(&self) -> &Disks {
        &self.disks
    }

    /// Whether audio can be kept and read now: files can be made in its folder, and the bucket answers.
    ///
    /// # Errors
    /// [`MediaError::Folder`] or [`MediaError::Bucket`], which say what is wrong, without a secret.
    pub async fn check(&self) -> Result<(), MediaError> {
        self.take_a_file(UPLOADS).await?;
        match &self.storage {
            Storage::Folder => self.take_a_file(AUDIO).await,
            Storage::Bucket(bucket) => Ok(bucket.check().await?),
        }
    }

    /// Whether whole files are in a bucket, which other services use as well.
    pub fn is_in_bucket(&self) -> bool {
        matches!(self.storage, Storage::Bucket(_))
    }

    /// Makes a file without a name, which is gone at once.
    async fn take_a_file(&self, part: &str) -> Result<(), MediaError> {
        let path = self.root.join(part);
        let folder = path.clone();
        let made = tokio::task::spawn_blocking(move || tempfile::tempfile_in(folder)).await;
        match made.map_err(std::io::Error::from).flatten() {
            Ok(_) => Ok(()),
            Err(error) => Err(MediaError::Folder { path, error }),
        }
    }

    /// Deletes the folder if it was a temporary one, whoever else still knows it.
    pub fn close(&self) {
        drop(self.temporary.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    /// Its folder: of unfinished uploads and, unless that is in a bucket, of audio.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// Where whole files are.
    pub fn audio(&self) -> AudioSource {
        match &self.storage {
            Storage::Folder => AudioSource::Folder(self.root.clone()),
            Storage::Bucket(bucket) => AudioSource::Bucket(bucket.clone()),
        }
    }

    /// Waits for permission to inspect a file.
    ///
    /// # Errors
    /// [`MediaError::Busy`] if it does not come in time.
    pub async fn inspection_permit(&self) -> Result<OwnedSemaphorePermit, MediaError> {
        let permit = tokio::time::timeout(WAIT, Arc::clone(&self.inspections).acquire_owned()).await;
        permit.ok().and_then(Result::ok).ok_or(MediaError::Busy)
    }

    /// Decodes a file in a process of its own, and computes its name unless that is known. The permit is kept until that process has ended.
    ///
    /// # Errors
    /// [`MediaError::NotAudio`], [`MediaError::Decoder`], or [`MediaError::Folder`] if the file cannot be read.
    pub async fn inspect(
        &self,
        path: &Path,
        name: Option<ContentName>,
        permit: OwnedSemaphorePermit,
    ) -> Result<AudioContent, MediaError> {
        let failed = |error| MediaError::Folder { path: path.to_owned(), error };
        let open = || async { tokio::fs::File::open(path).await.map_err(failed) };
        let file = open().await?.into_std().await;
        let answer = self.decoder.run(Job::Audio, Input::File(file), permit).await?;
        let (format, duration_ms) = match Verdict::parse(&answer) {
            Verdict::Audio { format, duration_ms } => (format, duration_ms),
            Verdict::NotAudio(reason) => return Err(reason.into()),
        };
        let ContentName { cid, size } = if let Some(name) = name {
            name
        } else {
            let file = open().await?.into_std().await;
            let naming = tokio::task::spawn_blocking(move || inspect::name_of(file)).await;
            naming.map_err(std::io::Error::from).flatten().map_err(failed)?
        };
        Ok(AudioContent { cid, mime_type: format.mime_type(), size, duration_ms })
    }
}

/// The folder, and what deletes it if it is a temporary one.
fn folder(
    media: &Media,
    drafts: Option<&Path>,
    database: &DatabaseAddress,
) -> Result<(PathBuf, Option<TempDir>), MediaError> {
    let (given, missing) = match media {
        Media::Folder(path) => (Some(path.as_path()), MediaError::NotGiven),
        Media::BesideDatabase => (None, MediaError::NotGiven),
        Media::Bucket(_) => (drafts, MediaError::NoDrafts),
    };
    match (given, database.file()) {
        (Some(path), _) => Ok((path.to_owned(), None)),
        (None, Some(file)) => Ok((beside(file), None)),
        (None, None) if database.is_lasting() => Err(missing),
        (None, None) => {
            let folder = tempfile::Builder::new().prefix("stagepass-media-").tempdir();
            let folder = folder.map_err(|error| MediaError::Folder { path: std::env::temp_dir(), error })?;
            Ok((folder.path().to_owned(), Some(folder)))
        }
    }
}
