//! Audio and pictures: storing, inspecting and serving them. This crate knows no users and no pages.
//!
//! Audio is stored under its CID, in a folder or in a bucket. Unfinished uploads are stored as well.
//!
//! | path | contents |
//! |---|---|
//! | `DIR/audio/{cid}` or `s3://BUCKET/PREFIX/audio/{cid}` | complete files that passed inspection, which never change |
//! | `DIR/uploads/{upload_id}` | unfinished uploads; with a bucket, the bytes that are not in it yet |
//! | `DIR/uploads/{upload_id}.copy` | a file that will become audio, on file systems without links |
//! | `DIR/uploads/{upload_id}.whole` | an upload read back from the bucket for inspection |
//! | `s3://BUCKET/PREFIX/uploads/{upload_id}` | an upload assembled from its parts, before it becomes audio |
//!
//! | module | contents |
//! |---|---|
//! | this file | opening the store |
//! | `inspect`, [`cid`] | detecting formats, and content identifiers |
//! | `inspection_permits` | how many files are inspected at once |
//! | [`decoder`], [`decoder_process`], [`picture`] | decoding untrusted files in separate processes |
//! | [`audio`] | reading and serving audio, with ranges |
//! | [`uploads`] | from received bytes to audio, safe against crashes at any time |
//! | `draft` | the file of an unfinished upload |
//! | `finalize` | finishing an upload |
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
mod folders;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod inspect;
mod inspection_permits;
pub mod picture;
pub mod uploads;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tempfile::TempDir;

pub use self::bucket::PART;
pub use self::bucket::{Bucket, BucketAddress, BucketError, BucketSettings, NoBucketAddress, PATIENCE};
pub use self::cid::{ContentHasher, ContentName};
pub use self::copy::{CopyReport, copy};
use self::decoder::{Decoder, DecoderError, Input, Job};
pub use self::draft::{Draft, DraftError, DraftSync};
use self::folders::{AUDIO, UPLOADS};
use self::inspect::Verdict;
pub use self::inspect::{NotAudio, seconds};
pub use self::inspection_permits::InspectionPermit;
use self::inspection_permits::InspectionPermits;
use stagepass_kit::disk::Disks;
use stagepass_kit::private;
use stagepass_store::{AudioContent, DatabaseAddress, Waveform};

/// Longer audio is not decoded for a waveform, in milliseconds: an hour of MP3 takes 10 s of processor time.
const LONGEST_DECODED: i64 = 60 * 60 * 1000;

/// The place of audio.
#[derive(Debug, Clone)]
pub enum Media {
    /// In this folder, which is created if it is missing.
    Folder(PathBuf),
    /// In this bucket of an S3-compatible service, which must exist.
    Bucket(BucketSettings),
    /// In a folder `media` beside the database. With a database in memory, in a temporary folder.
    BesideDatabase,
}

/// Stores audio and unfinished uploads.
#[derive(Debug)]
pub struct MediaStore {
    root: PathBuf,
    storage: Storage,
    decoder: Decoder,
    inspections: Arc<InspectionPermits>,
    disks: Disks,
    /// Deletes the folder when it is dropped.
    temporary: Mutex<Option<TempDir>>,
}

/// The place of complete files.
#[derive(Debug)]
enum Storage {
    Folder,
    Bucket(Bucket),
}

/// The place of complete files, from which a node reads.
#[derive(Debug, Clone)]
pub enum AudioSource {
    /// In this media folder.
    Folder(PathBuf),
    /// In this bucket.
    Bucket(Bucket),
}

/// Why a file was not stored.
#[derive(Debug, thiserror::Error)]
pub enum MediaError {
    /// It is not audio, or cannot be played.
    #[error(transparent)]
    NotAudio(#[from] NotAudio),
    /// The file could not be decoded.
    #[error(transparent)]
    Decoder(#[from] DecoderError),
    /// Too many files are being inspected. This one is unchanged.
    #[error("too many files are looked at at the moment")]
    Busy,
    /// The folder cannot be created or used.
    #[error("the media folder {}: {error}", path.display())]
    Folder {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// There is no folder beside the database.
    #[error(
        "a database of PostgreSQL's has no media folder beside it: give one, the same to every service that shares the database, or a bucket"
    )]
    NotGiven,
    /// There is no folder beside the database for bytes that are not in the bucket yet.
    #[error("with PostgreSQL, there is no default folder for unfinished uploads: set --media-drafts")]
    NoDrafts,
    /// The bucket.
    #[error(transparent)]
    Bucket(#[from] BucketError),
}

impl AudioSource {
    /// Returns the place from which a node reads the audio of a service with these settings.
    ///
    /// # Errors
    /// [`MediaError::NotGiven`] if there is no place, [`MediaError::Bucket`] if the bucket's settings are invalid.
    pub fn of(media: &Media, database: &DatabaseAddress) -> Result<Self, MediaError> {
        match (media, database.file()) {
            (Media::Bucket(settings), _) => Ok(Self::Bucket(Bucket::open(settings)?)),
            (Media::Folder(path), _) => Ok(Self::Folder(path.clone())),
            (Media::BesideDatabase, Some(file)) => Ok(Self::Folder(beside(file))),
            (Media::BesideDatabase, None) => Err(MediaError::NotGiven),
        }
    }

    /// Checks that it can be read. A folder need not exist yet.
    ///
    /// # Errors
    /// [`MediaError::Bucket`] with the reason.
    pub async fn check(&self) -> Result<(), MediaError> {
        match self {
            Self::Folder(_) => Ok(()),
            Self::Bucket(bucket) => Ok(bucket.check().await?),
        }
    }
}

/// Returns the path of the audio with this CID in a media folder. Only for CIDs that the service computed.
pub fn audio_path(media: &Path, cid: &str) -> PathBuf {
    media.join(AUDIO).join(cid)
}

fn beside(database: &Path) -> PathBuf {
    database.with_file_name("media")
}

impl MediaStore {
    /// Opens the store, and creates its folder if it is missing. Does not access a bucket yet: see
    /// [`MediaStore::check`]. `drafts` is the folder of unfinished uploads if audio is in a bucket. The default is
    /// beside the database. `decoder` is the program `Settings::decoder`.
    ///
    /// # Errors
    /// [`MediaError::Folder`] if a folder cannot be created, [`MediaError::NotGiven`] and [`MediaError::NoDrafts`] if
    /// there is no place, [`MediaError::Bucket`] if the settings are invalid.
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
        let (decoder, inspections) = (Decoder::new(decoder), Arc::default());
        let disks = Disks::new(&root, database.file(), None);
        Ok(Self { root, storage, decoder, inspections, disks, temporary: Mutex::new(temporary) })
    }

    /// Keeps this many bytes of each disk free. The default depends on the size of the disk.
    #[must_use]
    pub fn with_reserve(self, reserve: Option<u64>, database: &DatabaseAddress) -> Self {
        Self { disks: Disks::new(&self.root, database.file(), reserve), ..self }
    }

    /// The disks of uploads and the database.
    pub fn disks(&self) -> &Disks {
        &self.disks
    }

    /// Checks that audio can be stored and read: files can be created in the folder, and the bucket is available.
    ///
    /// # Errors
    /// [`MediaError::Folder`] or [`MediaError::Bucket`] with the reason, without a secret.
    pub async fn check(&self) -> Result<(), MediaError> {
        self.take_a_file(UPLOADS).await?;
        match &self.storage {
            Storage::Folder => self.take_a_file(AUDIO).await,
            Storage::Bucket(bucket) => Ok(bucket.check().await?),
        }
    }

    /// Whether complete files are in a bucket, which other services may use as well.
    pub fn is_in_bucket(&self) -> bool {
        matches!(self.storage, Storage::Bucket(_))
    }

    /// Creates a file without a name, which is deleted at once.
    async fn take_a_file(&self, part: &str) -> Result<(), MediaError> {
        let path = self.root.join(part);
        let folder = path.clone();
        let made = tokio::task::spawn_blocking(move || tempfile::tempfile_in(folder)).await;
        match made.map_err(std::io::Error::from).flatten() {
            Ok(_) => Ok(()),
            Err(error) => Err(MediaError::Folder { path, error }),
        }
    }

    /// Deletes a temporary folder.
    pub fn close(&self) {
        drop(self.temporary.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    /// The folder of unfinished uploads and, without a bucket, of audio.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// The place of complete files.
    pub fn audio(&self) -> AudioSource {
        match &self.storage {
            Storage::Folder => AudioSource::Folder(self.root.clone()),
            Storage::Bucket(bucket) => AudioSource::Bucket(bucket.clone()),
        }
    }

    /// Waits for a permit to inspect a file of this user.
    ///
    /// # Errors
    /// [`MediaError::Busy`] if there is none in time.
    pub async fn inspection_permit(&self, user_id: i64) -> Result<InspectionPermit, MediaError> {
        self.inspections.take(user_id).await.ok_or(MediaError::Busy)
    }

    /// Decodes a file in separate processes, and computes its name unless it is known. The permit is held until that
    /// process has ended.
    ///
    /// # Errors
    /// [`MediaError::NotAudio`], [`MediaError::Decoder`], or [`MediaError::Folder`] if the file cannot be read.
    pub async fn inspect(
        &self,
        path: &Path,
        name: Option<ContentName>,
        permit: InspectionPermit,
    ) -> Result<AudioContent, MediaError> {
        let failed = |error| MediaError::Folder { path: path.to_owned(), error };
        let open = || async { tokio::fs::File::open(path).await.map_err(failed) };
        let file = open().await?.into_std().await;
        let permit = Arc::new(permit);
        let answer = self.decoder.run(Job::Audio, Input::File(file), Arc::clone(&permit)).await?;
        let (container, duration_ms) = match Verdict::parse(&answer) {
            Verdict::Audio { container, duration_ms } => (container, duration_ms),
            Verdict::NotAudio(reason) => return Err(reason.into()),
        };
        let ContentName { cid, size } = if let Some(name) = name {
            name
        } else {
            let file = open().await?.into_std().await;
            let naming = tokio::task::spawn_blocking(move || inspect::name_of(file)).await;
            naming.map_err(std::io::Error::from).flatten().map_err(failed)?
        };
        let waveform = if duration_ms > LONGEST_DECODED {
            None
        } else {
            self.waveform(open().await?.into_std().await, permit).await
        };
        Ok(AudioContent { cid, mime_type: container.mime_type(), size, duration_ms, waveform })
    }

    /// Decodes all of a file, in a process of its own. So a file that ends the decoder has no waveform, and is still
    /// audio.
    async fn waveform(&self, file: File, permit: Arc<InspectionPermit>) -> Option<Waveform> {
        let peaks = self.decoder.run(Job::Waveform, Input::File(file), permit).await;
        let peaks = peaks.inspect_err(|error| tracing::info!(%error, "an upload gets no waveform"));
        Waveform::new(&peaks.ok()?)
    }
}

/// Returns the folder, and its guard if it is a temporary one.
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
