//! Audio on its way out: where its bytes are read from, what of it is asked for, and the answer with it. For whoever serves it: a node, and a service that
//! gives it to nodes. Who may have it is theirs to say.
//!
//! | where | what |
//! |---|---|
//! | `conditions`, `range` | what of it is asked for |
//! | `answer` | the answer |
//! | `body`, `multipart` | its bytes, a buffer at a time |
//! | `files`, `hot_blocks`, `buffers` | out of files |
//! | `objects` | out of a bucket |

mod answer;
mod body;
mod buffers;
mod conditions;
mod files;
mod hot_blocks;
mod multipart;
mod objects;
mod range;

use std::fmt::Debug;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;

use axum::body::Bytes;

pub use self::answer::{answer, head_of, part_of};
pub use self::conditions::{Precondition, precondition};
use self::files::{AudioFile, Files};
use self::objects::{Object, Objects};
use crate::{Bucket, BucketError};
use stagepass_kit::entropy::EntropyError;

/// A content that is there.
#[derive(Debug, Clone)]
pub enum Audio {
    /// A file of this machine.
    File(Arc<AudioFile>),
    /// An object in a bucket.
    Object(Arc<Object>),
    /// Somewhere else.
    Other(Arc<dyn Source>),
}

/// Something else that bytes are read from.
pub trait Source: Debug + Send + Sync {
    /// How many bytes it has.
    fn length(&self) -> u64;

    /// Up to `count` bytes from `offset` on, if the first of them is in memory. Neither is there nothing to read, nor does it wait.
    fn read_now(&self, offset: u64, count: u64) -> Option<Bytes>;

    /// The same; fetched if it is not in memory. Whoever drops the answer doesn't want it any more.
    fn read_later(self: Arc<Self>, offset: u64, count: u64) -> ReadFuture;
}

/// Bytes that are on their way. Who drops it doesn't want them any more.
pub type ReadFuture = Pin<Box<dyn Future<Output = Result<Bytes, AudioError>> + Send>>;

/// Bytes that can't be had.
#[derive(Debug, thiserror::Error)]
pub enum AudioError {
    /// A file could not be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The bucket failed.
    #[error(transparent)]
    Bucket(#[from] BucketError),
    /// What the service says, that a node gets them from; or that it says nothing.
    #[error("the service does not give the audio: {0}")]
    Service(String),
    /// There was no boundary for several ranges.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
}

impl AudioError {
    /// Whether it is about who keeps the audio and not about this one: another time it may be different.
    pub fn is_of_the_keeper(&self) -> bool {
        match self {
            Self::Bucket(error) => error.is_of_the_service(),
            Self::Service(_) => true,
            Self::File(_) | Self::Entropy(_) => false,
        }
    }

    /// Whether it is certain that there is none.
    pub fn is_missing(&self) -> bool {
        match self {
            Self::File(error) => error.kind() == io::ErrorKind::NotFound,
            Self::Bucket(error) => matches!(error, BucketError::Missing(_)),
            Self::Service(_) | Self::Entropy(_) => false,
        }
    }
}

/// The files and the objects that were asked for lately.
#[derive(Debug, Default)]
pub struct OpenAudio {
    files: Files,
    objects: Objects,
}

impl OpenAudio {
    /// The content in the file at `path`, as of `now` (Unix seconds).
    ///
    /// # Errors
    /// [`AudioError`].
    pub async fn file(&self, path: &Path, now: i64) -> Result<Audio, AudioError> {
        Ok(Audio::File(self.files.open(path, now).await?))
    }

    /// The content with this CID in a bucket, as of `now` (Unix seconds).
    ///
    /// # Errors
    /// [`AudioError`].
    pub async fn object(&self, bucket: &Bucket, cid: &str, now: i64) -> Result<Audio, AudioError> {
        Ok(Audio::Object(self.objects.open(bucket, cid, now).await?))
    }
}

impl Audio {
    /// How many bytes it has.
    pub fn length(&self) -> u64 {
        match self {
            Self::File(file) => file.length(),
            Self::Object(object) => object.length(),
            Self::Other(source) => source.length(),
        }
    }

    /// Up to `count` bytes from `offset` on: to the end of a block at least. `count` is not 0.
    async fn read(&self, offset: u64, count: u64) -> Result<Bytes, AudioError> {
        match self {
            Self::File(file) => Ok(file.read(offset, count).await?),
            Self::Object(object) => Ok(object.read(offset, count).await?),
            Self::Other(source) => match source.read_now(offset, count) {
                Some(bytes) => Ok(bytes),
                None => Arc::clone(source).read_later(offset, count).await,
            },
        }
    }

    /// The same, if all of it is in memory.
    fn read_now(&self, offset: u64, count: u64) -> Option<Bytes> {
        match self {
            Self::File(file) => file.read_now(offset, count),
            Self::Object(object) => object.read_now(offset, count),
            Self::Other(source) => source.read_now(offset, count),
        }
    }

    /// The same as [`Audio::read`], for one who can't wait where it stands.
    fn read_later(&self, offset: u64, count: u64) -> ReadFuture {
        match self {
            Self::File(file) => {
                let reading = file.read_later(offset, count);
                Box::pin(async move { Ok(reading.await.map_err(io::Error::from)??) })
            }
            Self::Object(object) => {
                let object = Arc::clone(object);
                Box::pin(async move { Ok(object.read(offset, count).await?) })
            }
            Self::Other(source) => Arc::clone(source).read_later(offset, count),
        }
    }
}
