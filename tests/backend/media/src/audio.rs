//! Serving audio: reading its bytes, parsing ranges, and the response. Used by a node, and by a service that sends
//! audio to nodes. The caller decides who may have it.
//!
//! | module | contents |
//! |---|---|
//! | `conditions`, `range` | preconditions and ranges |
//! | `answer` | the response |
//! | `body` | the body, a buffer at a time |
//! | `files`, `page_cache`, `buffers` | audio in files |
//! | `objects` | audio in a bucket |

mod answer;
mod body;
mod buffers;
mod conditions;
mod files;
mod objects;
mod page_cache;
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
pub use self::range::Part;
use crate::{Bucket, BucketError};
use stagepass_server::serve::FileSpans;

/// The audio of a content.
#[derive(Debug, Clone)]
pub enum Audio {
    /// A file on this machine, whose bytes the kernel sends itself if the request's connection supports it.
    File(Arc<AudioFile>, Option<FileSpans>),
    /// An object in a bucket.
    Object(Arc<Object>),
    /// Another source.
    Other(Arc<dyn Source>),
}

/// Another source of audio.
pub trait Source: Debug + Send + Sync {
    /// The size in bytes.
    fn length(&self) -> u64;

    /// Returns up to `count` bytes from `offset` on, if the first of them is in memory. Never blocks.
    fn read_now(&self, offset: u64, count: u64) -> Option<Bytes>;

    /// Returns up to `count` bytes from `offset` on. Fetches them if they are not in memory. Dropping the future
    /// cancels this.
    fn read_later(self: Arc<Self>, offset: u64, count: u64) -> ReadFuture;
}

/// A read in progress. Dropping it cancels the read.
pub type ReadFuture = Pin<Box<dyn Future<Output = Result<Bytes, AudioError>> + Send>>;

/// Why audio cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum AudioError {
    /// A file could not be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The bucket failed.
    #[error(transparent)]
    Bucket(#[from] BucketError),
    /// The service from which a node gets the audio has refused it or is not available.
    #[error("the service does not give the audio: {0}")]
    Service(String),
}

impl AudioError {
    /// Returns whether the storage is the problem, and not this content. The read may succeed later.
    pub fn is_of_the_keeper(&self) -> bool {
        match self {
            Self::Bucket(error) => error.is_of_the_service(),
            Self::Service(_) => true,
            Self::File(_) => false,
        }
    }

    /// Returns whether it is certain that the audio does not exist.
    pub fn is_missing(&self) -> bool {
        match self {
            Self::File(error) => error.kind() == io::ErrorKind::NotFound,
            Self::Bucket(error) => matches!(error, BucketError::Missing(_)),
            Self::Service(_) => false,
        }
    }
}

/// Recently used files and objects, which are kept open.
#[derive(Debug, Default)]
pub struct OpenAudio {
    files: Files,
    objects: Objects,
}

impl OpenAudio {
    /// Returns the audio in the file at `path`, as of `now` (Unix seconds). `spans` are those of the request.
    ///
    /// # Errors
    /// [`AudioError`].
    pub async fn file(&self, path: &Path, now: i64, spans: Option<FileSpans>) -> Result<Audio, AudioError> {
        Ok(Audio::File(self.files.open(path, now).await?, spans))
    }

    /// Returns the audio with this CID in a bucket, as of `now` (Unix seconds).
    ///
    /// # Errors
    /// [`AudioError`].
    pub async fn object(&self, bucket: &Bucket, cid: &str, now: i64) -> Result<Audio, AudioError> {
        // Boxed, so that requests for files do not reserve the space of a call to a bucket.
        Ok(Audio::Object(Box::pin(self.objects.open(bucket, cid, now)).await?))
    }
}

impl Audio {
    /// The size in bytes.
    pub fn length(&self) -> u64 {
        match self {
            Self::File(file, _) => file.length(),
            Self::Object(object) => object.length(),
            Self::Other(source) => source.length(),
        }
    }

    /// Returns up to `count` bytes from `offset` on: at least to the end of a block. `count` is not 0.
    async fn read(&self, offset: u64, count: u64) -> Result<Bytes, AudioError> {
        match self {
            Self::File(file, _) => Ok(file.read(offset, count).await?),
            // Boxed, so that requests for files do not reserve the space of a call to a bucket.
            Self::Object(object) => Ok(Box::pin(object.read(offset, count)).await?),
            Self::Other(source) => match source.read_now(offset, count) {
                Some(bytes) => Ok(bytes),
                None => Arc::clone(source).read_later(offset, count).await,
            },
        }
    }

    /// Returns whether the kernel sends the bytes at `offset`: they are not read into memory.
    fn is_sendable(&self, offset: u64) -> bool {
        matches!(self, Self::File(file, Some(_)) if file.is_sendable(offset))
    }

    /// Like [`Audio::read`], if all bytes are in memory. These can be a placeholder: only call it in `poll_frame`, and
    /// return them from there.
    fn next_frame(&self, offset: u64, count: u64) -> Option<Bytes> {
        match self {
            Self::File(file, spans) => {
                let sent = spans.as_ref().and_then(|spans| file.send(offset, count, spans));
                sent.or_else(|| file.read_now(offset, count))
            }
            Self::Object(object) => object.read_now(offset, count),
            Self::Other(source) => source.read_now(offset, count),
        }
    }

    /// Like [`Audio::read`], for callers that poll.
    fn read_later(&self, offset: u64, count: u64) -> ReadFuture {
        match self {
            Self::File(file, _) => {
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
