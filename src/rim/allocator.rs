//! The wasm's allocator: free lists by power-of-two size.
//!
//! The only unsafe code of Stagepass. It saves 2 KB of brotli against the standard one, 6 % of all that a login loads
//! (`cargo xtask size`), for a program with a few dozen short strings. Freed memory is reused by the same size class,
//! and never returned to the host. The tests below run it natively with random sequences of calls.
#![expect(unsafe_code, reason = "an allocator hands out memory; kept in this one file, fuzzed below")]

use core::alloc::{GlobalAlloc, Layout};
use core::cell::Cell;
use core::ptr;

/// The smallest block, in bytes, and the largest alignment. It must hold the link of a free list, and most blocks are
/// small.
const SMALLEST: usize = 16;

/// The minimum size of a piece of memory from the host, in bytes: a page of WebAssembly.
const PAGE: usize = 65_536;

const CLASSES: usize = usize::BITS as usize;

/// The source of the memory.
pub(crate) trait Source {
    /// Returns the start of this many new bytes (a multiple of [`PAGE`], aligned to it). Null if there are none.
    fn grow(&self, bytes: usize) -> *mut u8;
}

/// An allocator for one thread.
pub(crate) struct SizeClasses<S> {
    source: S,
    free: [Cell<*mut u8>; CLASSES],
    /// The unused rest of the newest piece: its start …
    next: Cell<*mut u8>,
    /// … and its size in bytes.
    left: Cell<usize>,
}

impl<S: Source> SizeClasses<S> {
    pub(crate) const fn new(source: S) -> Self {
        Self {
            source,
            free: [const { Cell::new(ptr::null_mut()) }; CLASSES],
            next: Cell::new(ptr::null_mut()),
            left: Cell::new(0),
        }
    }

    fn list(&self, block: usize) -> Option<&Cell<*mut u8>> {
        self.free.get(block.trailing_zeros() as usize)
    }

    /// Returns a new block. Every size is a multiple of the smallest, so every block is aligned to that.
    fn fresh(&self, block: usize) -> *mut u8 {
        if self.left.get() < block {
            let bytes = block.max(PAGE);
            let piece = self.source.grow(bytes);
            if piece.is_null() {
                return piece;
            }
            self.next.set(piece);
            self.left.set(bytes);
        }
        let start = self.next.get();
        self.next.set(start.wrapping_add(block));
        self.left.set(self.left.get() - block);
        start
    }
}

/// Returns the block size for `layout`. `None` if it is too large, or has an alignment that nothing in the core has.
fn block_of(layout: Layout) -> Option<usize> {
    if layout.align() > SMALLEST {
        return None;
    }
    layout.size().max(SMALLEST).checked_next_power_of_two()
}

// SAFETY: a block comes from `fresh` (disjoint by construction, as large as its class and aligned to it) or from the
// free list of its class, and is in no list while it is in use. The links are inside free blocks, which nothing else
// may access.
unsafe impl<S: Source> GlobalAlloc for SizeClasses<S> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some(block) = block_of(layout) else { return ptr::null_mut() };
        let Some(list) = self.list(block) else { return ptr::null_mut() };
        let head = list.get();
        if head.is_null() {
            return self.fresh(block);
        }
        // SAFETY: a block in a free list begins with the link to the next one; it is aligned to 16 bytes.
        #[expect(clippy::cast_ptr_alignment, reason = "every block is aligned to 16 bytes at least")]
        list.set(unsafe { head.cast::<*mut u8>().read() });
        head
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if let Some(list) = block_of(layout).and_then(|block| self.list(block)) {
            // SAFETY: the caller returns a block of this layout, so it is ours, large enough and aligned.
            #[expect(clippy::cast_ptr_alignment, reason = "every block is aligned to 16 bytes at least")]
            unsafe {
                pointer.cast::<*mut u8>().write(list.get());
            }
            list.set(pointer);
        }
    }
}

#[cfg(target_arch = "wasm32")]
mod wasm {
    use super::{PAGE, SizeClasses, Source};

    struct Memory;

    impl Source for Memory {
        fn grow(&self, bytes: usize) -> *mut u8 {
            let pages = core::arch::wasm32::memory_grow(0, bytes / PAGE);
            if pages == usize::MAX { core::ptr::null_mut() } else { (pages * PAGE) as *mut u8 }
        }
    }

    // SAFETY: this module is built without threads; its memory is not shared.
    unsafe impl Sync for SizeClasses<Memory> {}

    #[global_allocator]
    static ALLOCATOR: SizeClasses<Memory> = SizeClasses::new(Memory);
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Memory from the system, piece by piece, up to a limit.
    struct Pieces {
        limit: Cell<usize>,
    }

    impl Source for Pieces {
        fn grow(&self, bytes: usize) -> *mut u8 {
            let Some(left) = self.limit.get().checked_sub(bytes) else { return ptr::null_mut() };
            self.limit.set(left);
            let layout = Layout::from_size_align(bytes, PAGE).unwrap();
            // SAFETY: the size is not zero. Never freed, because the test's process is short.
            unsafe { std::alloc::alloc(layout) }
        }
    }

    #[derive(Clone, Debug)]
    enum Act {
        Alloc { size: usize, align: u32 },
        Free { which: usize },
        Resize { which: usize, size: usize },
    }

    fn act() -> impl Strategy<Value = Act> {
        let size = prop_oneof![8 => 1_usize..300, 2 => 300_usize..9_000, 1 => 9_000_usize..200_000];
        prop_oneof![
            4 => (size.clone(), 0_u32..5).prop_map(|(size, align)| Act::Alloc { size, align }),
            3 => any::<usize>().prop_map(|which| Act::Free { which }),
            2 => (any::<usize>(), size).prop_map(|(which, size)| Act::Resize { which, size }),
        ]
    }

    struct Block {
        pointer: *mut u8,
        layout: Layout,
        mark: u8,
    }

    impl Block {
        fn fill(&self) {
            assert_eq!(self.pointer.align_offset(self.layout.align()), 0);
            // SAFETY: the block is ours and this large.
            unsafe { ptr::write_bytes(self.pointer, self.mark, self.layout.size()) };
        }

        /// Checks that every byte is unchanged, so no other block overlaps this one.
        fn check(&self, size: usize) {
            // SAFETY: the block is ours, this large, and was filled.
            let bytes = unsafe { core::slice::from_raw_parts(self.pointer, size) };
            assert!(bytes.iter().all(|byte| *byte == self.mark));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn blocks_are_aligned_and_never_overlap(acts in proptest::collection::vec(act(), 1..200)) {
            let heap = SizeClasses::new(Pieces { limit: Cell::new(64 << 20) });
            let mut blocks: Vec<Block> = Vec::new();
            for (index, act) in acts.into_iter().enumerate() {
                let mark = u8::try_from(index % 251).unwrap() + 1;
                match act {
                    Act::Alloc { size, align } => {
                        let layout = Layout::from_size_align(size, 1 << align).unwrap();
                        // SAFETY: the size is not zero.
                        let pointer = unsafe { heap.alloc(layout) };
                        prop_assert!(!pointer.is_null());
                        blocks.push(Block { pointer, layout, mark });
                        blocks.last().unwrap().fill();
                    }
                    Act::Free { which } if !blocks.is_empty() => {
                        let block = blocks.swap_remove(which % blocks.len());
                        block.check(block.layout.size());
                        // SAFETY: it was allocated with this layout, and is forgotten here.
                        unsafe { heap.dealloc(block.pointer, block.layout) };
                    }
                    Act::Resize { which, size } if !blocks.is_empty() => {
                        let mut block = blocks.swap_remove(which % blocks.len());
                        // SAFETY: it was allocated with this layout, and the old pointer is forgotten here.
                        block.pointer = unsafe { heap.realloc(block.pointer, block.layout, size) };
                        prop_assert!(!block.pointer.is_null());
                        block.check(size.min(block.layout.size()));
                        block.layout = Layout::from_size_align(size, block.layout.align()).unwrap();
                        block.fill();
                        blocks.push(block);
                    }
                    Act::Free { .. } | Act::Resize { .. } => {}
                }
            }
            for block in &blocks {
                block.check(block.layout.size());
            }
        }
    }

    #[test]
    fn what_was_freed_is_used_again() {
        let heap = SizeClasses::new(Pieces { limit: Cell::new(PAGE) });
        let layout = Layout::from_size_align(PAGE / 2, 8).unwrap();
        for _ in 0..1_000 {
            // SAFETY: the size is not zero, and each block is freed with its layout.
            unsafe {
                let pointer = heap.alloc(layout);
                assert!(!pointer.is_null());
                heap.dealloc(pointer, layout);
            }
        }
    }

    #[test]
    fn without_memory_it_says_so() {
        let heap = SizeClasses::new(Pieces { limit: Cell::new(0) });
        // SAFETY: the sizes are not zero.
        unsafe {
            assert!(heap.alloc(Layout::from_size_align(1, 1).unwrap()).is_null());
            assert!(heap.alloc(Layout::from_size_align(1, PAGE * 2).unwrap()).is_null());
        }
    }
}
