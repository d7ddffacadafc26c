//! Audio of a service on another machine: in blocks from memory, from files on this machine's disk, or from the
//! service.
//!
//! The name of a file is the hash of its bytes. The bytes can still be changed, by a disk fault or by hand, before the
//! node starts or while it runs. So nothing is served unchecked: the whole file is checked once, which also gives the
//! hash of each block, and then each block is checked when it is read. The bytes that are served are the bytes in
//! memory that were checked. A file whose content does not match its name is removed and fetched again. Until then,
//! listeners get the bytes from the service.
//!
//! | module | contents |
//! |---|---|
//! | this file | the blocks of a content; concurrent requests for one block share one read |
//! | `check` | verifies a file or a block of it |
//! | `cache_index` | the files with their sizes, and which is evicted first |
//! | `folder` | the folder with the files |
//! | `filling`, `work` | checking and fetching files in the background |
//! | `fetch` | fetches a whole content from the service into a file |

mod cache_index;
mod check;
mod fetch;
mod filling;
mod folder;
mod work;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use axum::body::Bytes;
use tokio::sync::{Notify, OnceCell, Semaphore};

use self::cache_index::{CacheIndex, Presence};
use self::check::BLOCK;
pub use self::folder::CacheError;
use self::folder::Folder;
use self::work::Work;
use super::service::Service;
use stagepass_kit::clock::Clock;
use stagepass_kit::lru_map::LruMap;
use stagepass_media::audio::{Audio, AudioError, ReadFuture, Source};
use stagepass_media::cid;

/// The most blocks in memory: 32 MiB.
const BLOCKS: usize = 512;
/// How many contents are remembered.
const CONTENTS: usize = 4096;
/// The most concurrent requests for blocks. Each block is in memory.
const MAX_REQUESTS: usize = 64;
/// The most concurrent reads of blocks.
const READ_AT_ONCE: usize = 16;
/// How long a listener waits for a block, including waiting for others.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a listener waits for a file to be checked. If it takes longer, the block comes from the service.
const WAIT_FOR_CHECK: Duration = Duration::from_millis(250);
/// For how many seconds a content is not served after the service sent wrong bytes.
const SPOILED: i64 = 30;

/// The number of a content, and of a block in it.
type BlockId = (u64, u64);

/// The audio cache of a service. Dropping it stops its background tasks.
#[derive(Debug)]
pub(super) struct Cache(Arc<Inner>);

struct Inner {
    folder: Folder,
    index: Arc<CacheIndex>,
    service: Arc<Service>,
    clock: Arc<dyn Clock>,
    blocks: LruMap<BlockId, Arc<OnceCell<Bytes>>>,
    contents: LruMap<String, Arc<Content>>,
    numbers: AtomicU64,
    asking: Semaphore,
    reading: Semaphore,
    work: Work,
}

/// The audio of one content, at a service and possibly on this machine's disk.
#[derive(Debug, Clone)]
pub struct CachedAudio(Arc<CacheSource>);

struct CacheSource {
    cache: Arc<Inner>,
    content: Arc<Content>,
}

/// A recently requested content.
#[derive(Debug)]
struct Content {
    cid: String,
    digest: [u8; 32],
    size: u64,
    /// Identifies its blocks in memory. Changing it invalidates them.
    number: AtomicU64,
    /// Until when it is not served, in Unix seconds.
    spoiled_until: AtomicI64,
    /// Until when it is not fetched, in Unix seconds.
    rests_until: AtomicI64,
    /// Wakes those who wait for its file to be checked.
    checked: Notify,
}

impl Cache {
    /// Opens the folder, creates it if it is missing, and removes incomplete files.
    ///
    /// # Errors
    /// [`CacheError`] if the folder cannot be used, or another node uses it.
    pub(super) async fn open(
        path: PathBuf,
        limit: u64,
        service: Arc<Service>,
        clock: Arc<dyn Clock>,
    ) -> Result<Self, CacheError> {
        let folder = path.clone();
        let opening = tokio::task::spawn_blocking(move || {
            let (folder, found) = Folder::open(&folder)?;
            let (index, evicted) = CacheIndex::new(limit, found);
            for cid in &evicted {
                folder.files().remove(cid);
            }
            Ok((folder, index))
        });
        let (folder, index) = opening.await.map_err(|error| CacheError::Folder { path, error: error.into() })??;
        Ok(Self(Arc::new(Inner {
            folder,
            index: Arc::new(index),
            service,
            clock,
            blocks: LruMap::with_capacity(BLOCKS),
            contents: LruMap::with_capacity(CONTENTS),
            numbers: AtomicU64::new(0),
            asking: Semaphore::new(MAX_REQUESTS),
            reading: Semaphore::new(READ_AT_ONCE),
            work: Work::default(),
        })))
    }

    /// Returns the content with this CID and this size in bytes. `None` if the CID is malformed.
    pub(super) fn content(&self, cid: &str, size: u64) -> Option<CachedAudio> {
        let digest = cid::sha256_of(cid)?;
        let content = self.0.contents.get_or_replace(
            cid.to_owned(),
            |known| known.size == size,
            || {
                Arc::new(Content {
                    cid: cid.to_owned(),
                    digest,
                    size,
                    number: AtomicU64::new(self.0.next_number()),
                    spoiled_until: AtomicI64::new(i64::MIN),
                    rests_until: AtomicI64::new(i64::MIN),
                    checked: Notify::new(),
                })
            },
        );
        Some(CachedAudio(Arc::new(CacheSource { cache: Arc::clone(&self.0), content })))
    }
}

impl CachedAudio {
    /// Returns the audio, and marks it as used.
    pub(super) fn audio(&self) -> Audio {
        let CacheSource { cache, content } = &*self.0;
        cache.index.touch(&content.cid);
        Audio::Other(Arc::clone(&self.0) as Arc<dyn Source>)
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        self.0.work.end();
    }
}

/// Without the blocks in memory.
impl fmt::Debug for Inner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inner").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl fmt::Debug for CacheSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CacheSource").field("content", &self.content).finish_non_exhaustive()
    }
}

impl Source for CacheSource {
    fn length(&self) -> u64 {
        self.content.size
    }

    fn read_now(&self, offset: u64, count: u64) -> Option<Bytes> {
        if self.cache.is_spoiled(&self.content) {
            return None;
        }
        let block = self.cache.blocks.get(&self.content.block_id(offset / BLOCK))?;
        part(block.get()?, offset, count)
    }

    fn read_later(self: Arc<Self>, offset: u64, count: u64) -> ReadFuture {
        Box::pin(async move {
            let reading = self.cache.read(&self.content, offset, count);
            let late = |_| Err(AudioError::Service("it did not respond in time".to_owned()));
            tokio::time::timeout(PATIENCE, reading).await.unwrap_or_else(late)
        })
    }
}

impl Content {
    fn block_id(&self, block: u64) -> BlockId {
        (self.number.load(Ordering::Relaxed), block)
    }

    /// Returns the length of a block, and 0 beyond the end.
    fn length_of(&self, block: u64) -> usize {
        let rest = self.size.saturating_sub(block.saturating_mul(BLOCK));
        usize::try_from(rest.min(BLOCK)).unwrap_or_default()
    }
}

impl Inner {
    async fn read(self: &Arc<Self>, content: &Arc<Content>, offset: u64, count: u64) -> Result<Bytes, AudioError> {
        if self.is_spoiled(content) {
            return Err(spoiled());
        }
        let number = offset / BLOCK;
        let block = self.blocks.get_or_insert(content.block_id(number), Arc::default);
        let bytes = block.get_or_try_init(|| self.block(content, number)).await?;
        part(bytes, offset, count).ok_or_else(|| AudioError::Service("the content is shorter than expected".to_owned()))
    }

    /// Returns a block from a checked file, or else from the service.
    async fn block(self: &Arc<Self>, content: &Arc<Content>, number: u64) -> Result<Bytes, AudioError> {
        if let Some(bytes) = self.from_disk(content, number).await {
            return Ok(bytes);
        }
        let closed = |_| AudioError::Service("the node is about to stop".to_owned());
        let _turn = self.asking.acquire().await.map_err(closed)?;
        let (first, count) = (number.saturating_mul(BLOCK), content.length_of(number));
        let response = self.service.part(&content.cid, first, count, content.size).await;
        let bytes = response.map_err(|error| AudioError::Service(error.to_string()))?;
        // Meanwhile, the whole content may have turned out to be wrong.
        if self.is_spoiled(content) { Err(spoiled()) } else { Ok(bytes) }
    }

    async fn from_disk(self: &Arc<Self>, content: &Arc<Content>, number: u64) -> Option<Bytes> {
        let mut presence = self.index.presence(&content.cid);
        if matches!(presence, Presence::Unchecked) {
            let mut checked = std::pin::pin!(content.checked.notified());
            checked.as_mut().enable();
            if self.want(content) {
                let _ = tokio::time::timeout(WAIT_FOR_CHECK, checked).await;
            }
            presence = self.index.presence(&content.cid);
        }
        let Presence::Checked(blocks) = presence else {
            self.want(content);
            return None;
        };
        let _turn = self.reading.acquire().await.ok()?;
        let (path, of) = (self.folder.files().path(&content.cid), Arc::clone(&blocks));
        let (size, count) = (content.size, content.length_of(number));
        let reading = tokio::task::spawn_blocking(move || check::block(&path, size, &of, number, count));
        match reading.await {
            Ok(Ok(bytes)) => Some(bytes),
            Ok(Err(bad)) => {
                self.discard(content, Some(&blocks), &bad).await;
                self.want(content);
                None
            }
            Err(error) => {
                tracing::error!(%error, "a read of the cache failed");
                None
            }
        }
    }

    fn is_spoiled(&self, content: &Content) -> bool {
        self.clock.now() < content.spoiled_until.load(Ordering::Relaxed)
    }

    /// Stops serving a content for which the service sent wrong bytes, and drops its blocks in memory.
    fn spoil(&self, content: &Content) {
        content.spoiled_until.store(self.clock.now().saturating_add(SPOILED), Ordering::Relaxed);
        content.number.store(self.next_number(), Ordering::Relaxed);
    }

    fn next_number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }
}

fn spoiled() -> AudioError {
    AudioError::Service("the content does not match its CID".to_owned())
}

fn part(block: &Bytes, offset: u64, count: u64) -> Option<Bytes> {
    let start = usize::try_from(offset % BLOCK).ok()?;
    let rest = block.len().checked_sub(start)?;
    let length = usize::try_from(count).unwrap_or(rest).min(rest);
    (length > 0).then(|| block.slice(start..start + length))
}
