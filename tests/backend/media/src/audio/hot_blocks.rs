//! A cache of file blocks that are requested repeatedly. They are in the system's page cache, too. Keeping them here
//! saves the copy from there, which costs as much as sending them.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::Bytes;

use stagepass_kit::lru_map::LruMap;

/// The size of a block in bytes.
pub(crate) const BLOCK: u64 = 64 << 10;
/// The most blocks in memory: 32 MiB.
const BLOCKS: usize = 512;
/// How many blocks that were requested once are remembered.
const ONCE: usize = 16_384;

/// The number of a file, and of a block in it.
type BlockId = (u64, u64);

/// Caches a block at its second request, so that playing a track once does not evict blocks of popular tracks.
#[derive(Debug)]
pub(crate) struct HotBlocks {
    blocks: LruMap<BlockId, Bytes>,
    once: LruMap<BlockId, ()>,
    files: AtomicU64,
}

impl Default for HotBlocks {
    fn default() -> Self {
        Self { blocks: LruMap::with_capacity(BLOCKS), once: LruMap::with_capacity(ONCE), files: AtomicU64::new(0) }
    }
}

impl HotBlocks {
    /// Returns a unique number for a file.
    pub(crate) fn next_number(&self) -> u64 {
        self.files.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns the block, if it is cached.
    pub(crate) fn get(&self, name: BlockId) -> Option<Bytes> {
        self.blocks.get(&name)
    }

    /// Returns whether the block was requested before, and remembers this request.
    pub(crate) fn is_hot(&self, name: BlockId) -> bool {
        let is_known = self.once.get(&name).is_some();
        if !is_known {
            self.once.insert(name, ());
        }
        is_known
    }

    /// Caches a block.
    pub(crate) fn insert(&self, name: BlockId, block: Bytes) {
        self.blocks.insert(name, block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_time_it_is_hot() {
        let hot = HotBlocks::default();
        let name = (hot.next_number(), 3);
        assert!(!hot.is_hot(name) && hot.is_hot(name));
        assert!(!hot.is_hot((hot.next_number(), 3)), "the block of another file");
        assert_eq!(hot.get(name), None);
        hot.insert(name, Bytes::from_static(b"abc"));
        assert_eq!(hot.get(name).unwrap(), b"abc"[..]);
    }
}
