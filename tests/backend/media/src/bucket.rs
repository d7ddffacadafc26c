//! Audio in a bucket of an S3-compatible service: `PREFIX/audio/{cid}`, and unfinished uploads:
//! `PREFIX/uploads/{upload_id}`. Every call has a timeout, and few are retried.
//!
//! | module | contents |
//! |---|---|
//! | this file | basic calls |
//! | `address`, `settings` | the bucket's address, and its access key |
//! | `calls` | the HTTP client, which uses the TLS library of all other calls |
//! | `put` | uploading a file, in parts if it is large |
//! | `parts` | multipart uploads while bytes are received |
//! | `error` | errors |

mod address;
mod calls;
mod error;
mod parts;
mod put;
mod settings;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::list::{PaginatedListOptions, PaginatedListStore as _};
use object_store::path::Path as ObjectPath;
use object_store::{BackoffConfig, ObjectStoreExt as _, RetryConfig};
use tokio::sync::Semaphore;

pub use self::address::{BucketAddress, NoBucketAddress};
pub use self::error::BucketError;
pub use self::put::PART;
pub(crate) use self::put::Put;
pub use self::settings::{BucketSettings, PATIENCE};
use crate::folders::{AUDIO, UPLOADS};

/// How many files are uploaded at once. Each has some parts in memory.
const PUTS_AT_ONCE: usize = 2;

/// A bucket with its access key. Clones share connections.
#[derive(Clone)]
pub struct Bucket(Arc<Inner>);

struct Inner {
    objects: AmazonS3,
    address: BucketAddress,
    patience: Duration,
    puts: Semaphore,
}

impl Bucket {
    /// Prepares calls. Makes no call yet: see [`Bucket::check`].
    ///
    /// # Errors
    /// [`BucketError`] if the settings are invalid.
    pub fn open(settings: &BucketSettings) -> Result<Self, BucketError> {
        let endpoint = settings.endpoint()?;
        let calls = calls::Calls::new(settings.is_encrypted()?, settings.patience)?;
        let builder = AmazonS3Builder::new()
            .with_endpoint(endpoint)
            .with_region(settings.region()?)
            .with_bucket_name(settings.address.bucket())
            .with_access_key_id(&settings.access_key_id)
            .with_secret_access_key(settings.secret_access_key.expose())
            // The bucket is in the path, because not every service has a host name for each bucket.
            .with_virtual_hosted_style_request(false)
            // Not every service supports deleting many objects at once.
            .with_disable_bulk_delete(true)
            .with_retry(retries(settings.patience))
            .with_http_connector(calls);
        let address = settings.address.clone();
        let objects = builder.build().map_err(|error| BucketError::of(&address, &error))?;
        let puts = Semaphore::new(PUTS_AT_ONCE);
        Ok(Self(Arc::new(Inner { objects, address, patience: settings.patience, puts })))
    }

    /// Lists one object, to check the bucket, the access key and the service.
    ///
    /// # Errors
    /// [`BucketError`] with the reason.
    pub async fn check(&self) -> Result<(), BucketError> {
        let options = PaginatedListOptions { max_keys: Some(1), ..PaginatedListOptions::default() };
        let prefix = format!("{}/", self.place(AUDIO, None));
        match self.in_time(self.0.objects.list_paginated(Some(&prefix), options)).await {
            Ok(_) => Ok(()),
            Err(BucketError::Missing(bucket)) => Err(BucketError::NoBucket(bucket)),
            Err(error) => Err(error),
        }
    }

    /// Returns the size of the audio with this CID in bytes.
    ///
    /// # Errors
    /// [`BucketError::Missing`] if there is none, others if the call failed.
    pub async fn length(&self, cid: &str) -> Result<u64, BucketError> {
        self.size(&self.audio(cid)).await
    }

    async fn size(&self, object: &ObjectPath) -> Result<u64, BucketError> {
        Ok(self.in_time(self.0.objects.head(object)).await?.size)
    }

    /// Returns these bytes of the audio, all of them.
    ///
    /// # Errors
    /// [`BucketError::Missing`] if there is none, others if the call failed.
    pub async fn read(&self, cid: &str, range: Range<u64>) -> Result<Bytes, BucketError> {
        let wanted = range.end.saturating_sub(range.start);
        let object = self.audio(cid);
        let bytes = self.in_time(self.0.objects.get_range(&object, range)).await?;
        if bytes.len() as u64 == wanted { Ok(bytes) } else { Err(self.short()) }
    }

    /// Returns the output of `request`, unless it takes too long.
    ///
    /// # Errors
    /// Those of `request`, and [`BucketError::Late`].
    pub async fn in_patience<T>(
        &self,
        request: impl Future<Output = Result<T, BucketError>>,
    ) -> Result<T, BucketError> {
        let late = |_| Err(BucketError::Late(self.0.address.clone()));
        tokio::time::timeout(self.0.patience, request).await.unwrap_or_else(late)
    }

    /// Returns the error for an object that is too short.
    pub fn short(&self) -> BucketError {
        BucketError::Short(self.0.address.clone())
    }

    fn audio(&self, cid: &str) -> ObjectPath {
        self.place(AUDIO, Some(cid))
    }

    /// The object of an upload, assembled from its parts.
    fn provisional(&self, upload_id: &str) -> ObjectPath {
        self.place(UPLOADS, Some(upload_id))
    }

    fn place(&self, folder: &str, name: Option<&str>) -> ObjectPath {
        let prefix = self.0.address.prefix().split('/').filter(|part| !part.is_empty());
        prefix.chain([folder]).chain(name).collect()
    }

    async fn in_time<T>(&self, request: impl Future<Output = object_store::Result<T>>) -> Result<T, BucketError> {
        self.in_patience(async { request.await.map_err(|error| self.failed(&error)) }).await
    }

    fn failed(&self, error: &object_store::Error) -> BucketError {
        BucketError::of(&self.0.address, error)
    }
}

/// `Debug` of the library's type contains details about the key.
impl fmt::Debug for Bucket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Bucket").field(&self.0.address).finish_non_exhaustive()
    }
}

fn retries(patience: Duration) -> RetryConfig {
    let backoff = BackoffConfig { init_backoff: Duration::from_millis(50), max_backoff: patience / 4, base: 3.0 };
    RetryConfig { backoff, max_retries: 2, retry_timeout: patience }
}
