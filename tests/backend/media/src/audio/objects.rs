//! Audio in a bucket. Concurrent requests for a block share one call. Blocks are cached while they are used. They never
//! become outdated, because a content never changes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::Bytes;
use tokio::sync::OnceCell;

use crate::{Bucket, BucketError};
use stagepass_kit::lru_map::LruMap;

/// The size of a block: large enough that latency does not slow down a stream, and small enough for requests of a few
/// bytes.
const BLOCK: u64 = 256 << 10;
/// The most blocks in memory: 64 MiB.
const BLOCKS: usize = 256;
/// The most objects whose size is cached.
const LENGTHS: usize = 4096;
/// For how many seconds an object is assumed to exist.
const KEPT: i64 = 600;

/// The number of an object, and of a block in it.
type BlockId = (u64, u64);
/// A block that is being read, or was read.
type Block = Arc<OnceCell<Bytes>>;

/// Recently used objects.
#[derive(Debug)]
pub(crate) struct Objects {
    known: LruMap<String, (Arc<Object>, i64)>,
    blocks: Arc<LruMap<BlockId, Block>>,
    count: AtomicU64,
}

/// An object in a bucket.
#[derive(Debug)]
pub struct Object {
    bucket: Bucket,
    cid: String,
    length: u64,
    number: u64,
    blocks: Arc<LruMap<BlockId, Block>>,
}

impl Default for Objects {
    fn default() -> Self {
        Self {
            known: LruMap::with_capacity(LENGTHS),
            blocks: Arc::new(LruMap::with_capacity(BLOCKS)),
            count: AtomicU64::new(0),
        }
    }
}

impl Objects {
    /// Opens the content with this CID, as of `now` (Unix seconds). The CID alone identifies it, whatever bucket it is
    /// in.
    pub(crate) async fn open(&self, bucket: &Bucket, cid: &str, now: i64) -> Result<Arc<Object>, BucketError> {
        if let Some((object, at)) = self.known.get(cid)
            && (at..at.saturating_add(KEPT)).contains(&now)
        {
            return Ok(object);
        }
        let length = bucket.length(cid).await?;
        // Looked up again, because a concurrent request may have inserted it, and blocks belong to an object.
        let known = self.known.get(cid).map(|(object, _)| object).filter(|known| known.length == length);
        let object = known.unwrap_or_else(|| self.made(bucket, cid, length));
        self.known.insert(cid.to_owned(), (Arc::clone(&object), now));
        Ok(object)
    }

    fn made(&self, bucket: &Bucket, cid: &str, length: u64) -> Arc<Object> {
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let (bucket, blocks) = (bucket.clone(), Arc::clone(&self.blocks));
        Arc::new(Object { bucket, cid: cid.to_owned(), length, number, blocks })
    }
}

impl Object {
    /// The size in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Returns up to `count` bytes from `offset` on, at least to the end of a block, if they are in memory.
    pub fn read_now(&self, offset: u64, count: u64) -> Option<Bytes> {
        let block = self.blocks.get(&(self.number, offset / BLOCK))?;
        part(block.get()?, offset, count)
    }

    /// Like [`Object::read_now`], but reads them from the bucket if necessary. Dropping the future cancels the read,
    /// unless another one waits for the same block.
    pub async fn read(&self, offset: u64, count: u64) -> Result<Bytes, BucketError> {
        let number = offset / BLOCK;
        let block = self.blocks.get_or_insert((self.number, number), Block::default);
        let start = number * BLOCK;
        let end = start.saturating_add(BLOCK).min(self.length);
        let reading = block.get_or_try_init(|| self.bucket.read(&self.cid, start..end));
        // The timeout also applies to those who wait for another read. They would otherwise retry one after the other.
        let bytes = self.bucket.in_patience(reading).await?;
        part(bytes, offset, count).ok_or_else(|| self.bucket.short())
    }
}

fn part(block: &Bytes, offset: u64, count: u64) -> Option<Bytes> {
    let start = usize::try_from(offset % BLOCK).ok()?;
    let rest = block.len().checked_sub(start)?;
    let length = usize::try_from(count).unwrap_or(rest).min(rest);
    (length > 0).then(|| block.slice(start..start + length))
}
