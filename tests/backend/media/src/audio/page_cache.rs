//! Remembers which blocks of a file were recently in the system's page cache. Linux cannot tell without reading them,
//! and sending others would block a worker thread on the disk.

use std::sync::atomic::{AtomicU32, Ordering};

use tokio::time::Instant;

/// The size of a block in bytes.
pub(crate) const BLOCK: u64 = 64 << 10;
/// The most blocks of a file that are remembered: those of 512 MiB, which take 32 KiB.
const BLOCKS: u64 = 8_192;
/// For how many seconds. The system evicts first what was used least recently.
const FRESH: u32 = 10;

/// The blocks of an open file that were read from the page cache, or sent from there.
///
/// For each block a number, and no map for all files: a map would be locked twice, and hash three times, for each range
/// that is sent.
#[derive(Debug)]
pub(crate) struct PageCache {
    began: Instant,
    /// The second in which a block was last used, counted from `began` and from 1. 0 if it never was.
    used: Box<[AtomicU32]>,
}

impl PageCache {
    /// Returns that of a file of `length` bytes. No block is known yet.
    pub(crate) fn of(length: u64) -> Self {
        let blocks = length.div_ceil(BLOCK).min(BLOCKS);
        Self { began: Instant::now(), used: (0..blocks).map(|_| AtomicU32::new(0)).collect() }
    }

    /// Returns whether the block was recently in the page cache.
    pub(crate) fn has(&self, block: u64) -> bool {
        self.had(block, self.second(Instant::now()))
    }

    fn had(&self, block: u64, now: u32) -> bool {
        let used = self.block(block).map_or(0, |used| used.load(Ordering::Relaxed));
        used > 0 && now.saturating_sub(used) < FRESH
    }

    /// Records that the whole block is in the page cache.
    pub(crate) fn used(&self, block: u64) {
        let now = self.second(Instant::now());
        // Other threads read this. Without a change, it stays in their processors' caches.
        if let Some(used) = self.block(block).filter(|used| used.load(Ordering::Relaxed) != now) {
            used.store(now, Ordering::Relaxed);
        }
    }

    fn second(&self, now: Instant) -> u32 {
        let seconds = now.saturating_duration_since(self.began).as_secs();
        u32::try_from(seconds).unwrap_or(u32::MAX - 1).saturating_add(1)
    }

    fn block(&self, block: u64) -> Option<&AtomicU32> {
        self.used.get(usize::try_from(block).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn used_block_is_known_for_limited_time() {
        let cache = PageCache::of(4 * BLOCK + 1);
        assert!(!cache.has(4));
        cache.used(4);
        assert!(cache.has(4) && !cache.has(3));
        let used = cache.second(cache.began);
        assert!(cache.had(4, used + FRESH - 1));
        assert!(!cache.had(4, used + FRESH + 60), "a test may take a while");
    }

    #[test]
    fn blocks_beyond_end_or_limit_are_not_remembered() {
        let cache = PageCache::of(u64::MAX);
        for (block, expected) in [(BLOCKS - 1, true), (BLOCKS, false), (u64::MAX, false)] {
            cache.used(block);
            assert_eq!(cache.has(block), expected, "{block}");
        }
        let empty = PageCache::of(0);
        empty.used(0);
        assert!(!empty.has(0));
    }
}
