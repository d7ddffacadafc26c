//! Audio of a service on another machine: in blocks out of memory, out of files on this machine's disk, or from the service.
//!
//! A file on the disk is believed for its name: the name follows from the bytes. Somebody may change them all the same, by a fault of the disk or by hand,
//! before the node starts or while it runs. So nothing of a file is served that has not been checked: the whole of it once, which gives the hash of each
//! block, and from then on each block when it is read. What is served is what was checked: the same memory. A file that is not what it is called is removed
//! and fetched again; whoever listens gets the bytes from the service.
//!
//! | where | what |
//! |---|---|
//! | here | a content's blocks, one question for each at a time |
//! | `check` | whether a file, or a block of it, is what it is called |
//! | `cache_index` | the files with their sizes, and which is evicted first |
//! | `folder` | the folder, as it is found at the start |
//! | `work` | checking and fetching, in the background |
//! | `fetch` | a whole content, from the service into a file |

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

/// The most blocks that are kept in memory: 32 MiB.
const BLOCKS: usize = 512;
/// The most contents that are remembered.
const CONTENTS: usize = 4096;
/// How many blocks are asked of the service at once. Each is in memory.
const ASKED_AT_ONCE: usize = 64;
/// How many blocks are read from the disk at once.
const READ_AT_ONCE: usize = 16;
/// How long a listener waits for a block, with all who want one before.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a listener waits for a file to be checked. A longer one is asked of the service meanwhile.
const WAIT_FOR_CHECK: Duration = Duration::from_millis(250);
/// For how many seconds nothing is served of a content that the service itself gives wrong.
const SPOILED: i64 = 30;

/// The number of a content, and of a block in it.
type BlockId = (u64, u64);

/// The audio that a service keeps. What is done in the background ends when this is dropped.
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

/// The audio of one content, at a service and maybe on this machine's disk.
#[derive(Debug, Clone)]
pub struct CachedAudio(Arc<CacheSource>);

struct CacheSource {
    cache: Arc<Inner>,
    content: Arc<Content>,
}

/// A content that was asked for lately.
#[derive(Debug)]
struct Content {
    cid: String,
    digest: [u8; 32],
    size: u64,
    /// Its blocks in memory go by this. Another one, and they are as good as gone.
    number: AtomicU64,
    /// Until when nothing of it is served, and until when it is not fetched, in Unix seconds.
    spoiled_until: AtomicI64,
    rests_until: AtomicI64,
    /// Wakes those who wait for its file to be checked.
    checked: Notify,
}

impl Cache {
    /// Takes the folder, makes it if it is missing, and removes what a node has left there that did not come to its end.
    ///
    /// # Errors
    /// [`CacheError`] if the folder can't be used, or another node uses it.
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
            asking: Semaphore::new(ASKED_AT_ONCE),
            reading: Semaphore::new(READ_AT_ONCE),
            work: Work::default(),
        })))
    }

    /// The content with this CID, which has so many bytes; `None` if that is no CID.
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
    /// What it is read from. It counts as used.
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

/// Without what is in memory.
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
            let late = |_| Err(AudioError::Service("it did not answer in time".to_owned()));
            tokio::time::timeout(PATIENCE, reading).await.unwrap_or_else(late)
        })
    }
}

impl Content {
    fn block_id(&self, block: u64) -> BlockId {
        (self.number.load(Ordering::Relaxed), block)
    }

    /// How many bytes a block has; 0 beyond the end.
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
        part(bytes, offset, count).ok_or_else(|| AudioError::Service("the content is shorter than it says".to_owned()))
    }

    /// A block out of the file, if there is one that has been checked; or else from the service.
    async fn block(self: &Arc<Self>, content: &Arc<Content>, number: u64) -> Result<Bytes, AudioError> {
        if let Some(bytes) = self.from_disk(content, number).await {
            return Ok(bytes);
        }
        let closed = |_| AudioError::Service("the node is about to stop".to_owned());
        let _turn = self.asking.acquire().await.map_err(closed)?;
        let (first, count) = (number.saturating_mul(BLOCK), content.length_of(number));
        let asked = self.service.part(&content.cid, first, count, content.size).await;
        let bytes = asked.map_err(|error| AudioError::Service(error.to_string()))?;
        // While it was on its way, the whole may have turned out to be wrong.
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

    /// The service gives bytes that are not what they are called: none of them is served, and none that are in memory.
    fn spoil(&self, content: &Content) {
        content.spoiled_until.store(self.clock.now().saturating_add(SPOILED), Ordering::Relaxed);
        content.number.store(self.next_number(), Ordering::Relaxed);
    }

    fn next_number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }
}

fn spoiled() -> AudioError {
    AudioError::Service("what it gives is not what it is called".to_owned())
}

fn part(block: &Bytes, offset: u64, count: u64) -> Option<Bytes> {
    let start = usize::try_from(offset % BLOCK).ok()?;
    let rest = block.len().checked_sub(start)?;
    let length = usize::try_from(count).unwrap_or(rest).min(rest);
    (length > 0).then(|| block.slice(start..start + length))
}
