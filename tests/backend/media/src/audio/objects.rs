//! Contents in a bucket. A block of one is asked for once, however many want it at a time, and kept while it is used: a content never changes, so
//! what is kept is never out of date.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::Bytes;
use tokio::sync::OnceCell;

use crate::{Bucket, BucketError};
use stagepass_kit::lru_map::LruMap;

/// What is asked for at a time: enough that the way there and back doesn't slow a stream down, little enough for who wants two bytes.
const BLOCK: u64 = 256 << 10;
/// The most blocks that are kept: 64 MiB.
const BLOCKS: usize = 256;
/// The most objects whose length is remembered.
const LENGTHS: usize = 4096;
/// For how many seconds an object is taken to be there.
const KEPT: i64 = 600;

/// The number of an object, and of a block in it.
type BlockId = (u64, u64);
/// A block that somebody asks for, or has got.
type Block = Arc<OnceCell<Bytes>>;

/// The objects that were asked for lately.
#[derive(Debug)]
pub(crate) struct Objects {
    known: LruMap<String, (Arc<Object>, i64)>,
    blocks: Arc<LruMap<BlockId, Block>>,
    count: AtomicU64,
}

/// An object that is there.
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
    /// The content with this CID, as of `now` (Unix seconds). It is remembered by its CID alone: whichever bucket it is in, it is the same.
    pub(crate) async fn open(&self, bucket: &Bucket, cid: &str, now: i64) -> Result<Arc<Object>, BucketError> {
        if let Some((object, at)) = self.known.get(cid)
            && (at..at.saturating_add(KEPT)).contains(&now)
        {
            return Ok(object);
        }
        let length = bucket.length(cid).await?;
        // Looked up again: blocks are an object's own, and somebody who has asked at the same time may have made it.
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
    /// How many bytes it has.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Up to `count` bytes from `offset` on, to the end of a block at least, if they are here.
    pub fn read_now(&self, offset: u64, count: u64) -> Option<Bytes> {
        let block = self.blocks.get(&(self.number, offset / BLOCK))?;
        part(block.get()?, offset, count)
    }

    /// The same; asked for if they are not here. Dropped before its end, it stops asking, unless somebody else waits for the same block.
    pub async fn read(&self, offset: u64, count: u64) -> Result<Bytes, BucketError> {
        let number = offset / BLOCK;
        let block = self.blocks.get_or_insert((self.number, number), Block::default);
        let start = number * BLOCK;
        let end = start.saturating_add(BLOCK).min(self.length);
        let asked = block.get_or_try_init(|| self.bucket.read(&self.cid, start..end));
        // Also for those who wait for somebody else's question: they would ask again, one after the other.
        let bytes = self.bucket.in_patience(asked).await?;
        part(bytes, offset, count).ok_or_else(|| self.bucket.short())
    }
}

fn part(block: &Bytes, offset: u64, count: u64) -> Option<Bytes> {
    let start = usize::try_from(offset % BLOCK).ok()?;
    let rest = block.len().checked_sub(start)?;
    let length = usize::try_from(count).unwrap_or(rest).min(rest);
    (length > 0).then(|| block.slice(start..start + length))
}
