//! The bytes of a content, wherever they are.

use std::io;
use std::pin::Pin;
use std::sync::Arc;

use axum::body::Bytes;

use super::Node;
use super::catalog::AudioPlace;
use super::files::AudioFile;
use super::objects::Object;
use crate::media::BucketError;

/// A content that is there.
#[derive(Debug, Clone)]
pub(super) enum Audio {
    File(Arc<AudioFile>),
    Object(Arc<Object>),
}

/// Bytes that are on their way. Who drops it doesn't want them any more.
pub(super) type Reading = Pin<Box<dyn Future<Output = Result<Bytes, AudioError>> + Send>>;

/// Bytes that can't be had.
#[derive(Debug, thiserror::Error)]
pub(super) enum AudioError {
    #[error(transparent)]
    File(#[from] io::Error),
    #[error(transparent)]
    Bucket(#[from] BucketError),
}

impl Node {
    /// Finds the content at its place.
    pub(super) async fn audio(&self, cid: &str, place: &AudioPlace) -> Result<Audio, AudioError> {
        let now = self.clock.now();
        match place {
            AudioPlace::File(path) => Ok(Audio::File(self.files.open(path, now).await?)),
            AudioPlace::Bucket(bucket) => Ok(Audio::Object(self.objects.open(bucket, cid, now).await?)),
        }
    }
}

impl Audio {
    /// How many bytes it has.
    pub(super) fn length(&self) -> u64 {
        match self {
            Self::File(file) => file.length(),
            Self::Object(object) => object.length(),
        }
    }

    /// Up to `count` bytes from `offset` on: to the end of a block at least. `count` is not 0.
    pub(super) async fn read(&self, offset: u64, count: u64) -> Result<Bytes, AudioError> {
        match self {
            Self::File(file) => Ok(file.read(offset, count).await?),
            Self::Object(object) => Ok(object.read(offset, count).await?),
        }
    }

    /// The same, if all of it is in memory.
    pub(super) fn read_now(&self, offset: u64, count: u64) -> Option<Bytes> {
        match self {
            Self::File(file) => file.read_now(offset, count),
            Self::Object(object) => object.read_now(offset, count),
        }
    }

    /// The same as [`Audio::read`], for one who can't wait where it stands.
    pub(super) fn read_later(&self, offset: u64, count: u64) -> Reading {
        match self {
            Self::File(file) => {
                let reading = file.read_later(offset, count);
                Box::pin(async move { Ok(reading.await.map_err(io::Error::from)??) })
            }
            Self::Object(object) => {
                let object = Arc::clone(object);
                Box::pin(async move { Ok(object.read(offset, count).await?) })
            }
        }
    }
}
