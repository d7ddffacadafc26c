//! Remembers which blocks of files were recently in the system's page cache. Linux cannot tell without reading them,
//! and sending others would block a worker thread on the disk.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use stagepass_kit::lru_map::LruMap;
use tokio::time::Instant;

/// The size of a block in bytes.
pub(crate) const BLOCK: u64 = 64 << 10;
/// How many blocks are remembered: those of 1 GiB.
const BLOCKS: usize = 16_384;
/// For how long. The system evicts first what was used least recently.
const FRESH: Duration = Duration::from_secs(10);

/// The number of a file, and of a block in it.
type BlockId = (u64, u64);

/// The blocks that were read from the page cache, or sent from there.
#[derive(Debug)]
pub(crate) struct PageCache {
    used: LruMap<BlockId, Instant>,
    files: AtomicU64,
}

impl Default for PageCache {
    fn default() -> Self {
        Self { used: LruMap::with_capacity(BLOCKS), files: AtomicU64::new(0) }
    }
}

impl PageCache {
    /// Returns a unique number for a file.
    pub(crate) fn next_number(&self) -> u64 {
        self.files.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns whether the block was recently in the page cache.
    pub(crate) fn has(&self, block: BlockId) -> bool {
        self.had(block, Instant::now())
    }

    fn had(&self, block: BlockId, now: Instant) -> bool {
        self.used.get(&block).is_some_and(|at| now.saturating_duration_since(at) < FRESH)
    }

    /// Records that the whole block is in the page cache.
    pub(crate) fn used(&self, block: BlockId) {
        self.used.insert(block, Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn block_is_known_once_it_was_used_and_for_a_while() {
        let cache = PageCache::default();
        let (file, other) = (cache.next_number(), cache.next_number());
        assert!(!cache.has((file, 3)));
        cache.used((file, 3));
        assert!(cache.has((file, 3)) && !cache.has((file, 4)) && !cache.has((other, 3)));
        assert!(!cache.had((file, 3), Instant::now() + FRESH));
    }
}
