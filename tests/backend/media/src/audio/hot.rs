//! Blocks of files that are asked for again and again. The system has them in memory, too; what is saved is to copy them from there, which
//! costs as much as to send them.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::Bytes;

use stagepass_kit::recent::Recent;

/// The bytes of a block.
pub(crate) const BLOCK: u64 = 64 << 10;
/// The most blocks that are kept: 32 MiB.
const BLOCKS: usize = 512;
/// The most names that are kept of blocks that have been asked for once.
const ONCE: usize = 16_384;

/// The number of a file, and of a block in it.
type Name = (u64, u64);

/// What is asked for a second time is kept: whoever hears a track from its beginning to its end pushes nothing out.
#[derive(Debug)]
pub(crate) struct Hot {
    blocks: Recent<Name, Bytes>,
    once: Recent<Name, ()>,
    files: AtomicU64,
}

impl Default for Hot {
    fn default() -> Self {
        Self { blocks: Recent::with_capacity(BLOCKS), once: Recent::with_capacity(ONCE), files: AtomicU64::new(0) }
    }
}

impl Hot {
    /// A number for a file: no other has it, or ever had.
    pub(crate) fn number(&self) -> u64 {
        self.files.fetch_add(1, Ordering::Relaxed)
    }

    /// The block, if it is here.
    pub(crate) fn block(&self, name: Name) -> Option<Bytes> {
        self.blocks.get(&name)
    }

    /// Whether the block has been asked for before, and is to be kept now.
    pub(crate) fn is_wanted(&self, name: Name) -> bool {
        let is_known = self.once.get(&name).is_some();
        if !is_known {
            self.once.insert(name, ());
        }
        is_known
    }

    /// Keeps a block.
    pub(crate) fn keep(&self, name: Name, block: Bytes) {
        self.blocks.insert(name, block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_time_it_is_wanted() {
        let hot = Hot::default();
        let name = (hot.number(), 3);
        assert!(!hot.is_wanted(name) && hot.is_wanted(name));
        assert!(!hot.is_wanted((hot.number(), 3)), "the block of another file");
        assert_eq!(hot.block(name), None);
        hot.keep(name, Bytes::from_static(b"abc"));
        assert_eq!(hot.block(name).unwrap(), b"abc"[..]);
    }
}
