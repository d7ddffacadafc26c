//! An index of the cached files: their sizes, the hashes of their blocks, and the space reserved for files being
//! fetched. When the cache is full, the least recently used file is evicted.

use std::hash::RandomState;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashlink::LinkedHashMap;

use super::check::BlockHashes;

/// The most block hashes in memory: 8 MiB, for 16 GiB of audio. A file without hashes is checked again when it is used.
const MOST_HASHES: usize = 1 << 18;

/// The index of the cached files.
#[derive(Debug)]
pub(super) struct CacheIndex {
    limit: u64,
    state: Mutex<State>,
}

/// Both maps start with the least recently used file.
#[derive(Debug, Default)]
struct State {
    sizes: LinkedHashMap<String, u64, RandomState>,
    /// The hashes of files that passed their check.
    blocks: LinkedHashMap<String, Arc<BlockHashes>, RandomState>,
    /// The bytes of all files.
    used: u64,
    /// The bytes of files that are being fetched.
    reserved: u64,
    hashes: usize,
}

/// Whether a file is in the cache.
#[derive(Debug, Clone)]
pub(super) enum Presence {
    Absent,
    /// It is there, and has not been checked yet.
    Unchecked,
    /// It is there, and its content matched its CID when it was checked.
    Checked(Arc<BlockHashes>),
}

/// Space for a file that is being fetched. It is free again when this is dropped.
#[derive(Debug)]
pub(super) struct Reservation {
    index: Arc<CacheIndex>,
    size: u64,
}

impl CacheIndex {
    /// Indexes these files, the least recently used first. Also returns the CIDs of files that exceed the limit.
    pub(super) fn new(limit: u64, found: Vec<(String, u64)>) -> (Self, Vec<String>) {
        let mut state = State::default();
        for (cid, size) in found {
            state.insert(cid, size);
        }
        let evicted = state.evict_to(limit);
        (Self { limit, state: Mutex::new(state) }, evicted)
    }

    /// Returns whether the file is in the cache.
    pub(super) fn presence(&self, cid: &str) -> Presence {
        let state = self.lock();
        match state.blocks.get(cid) {
            Some(blocks) => Presence::Checked(Arc::clone(blocks)),
            None if state.sizes.contains_key(cid) => Presence::Unchecked,
            None => Presence::Absent,
        }
    }

    /// Marks the file as the most recently used, if it is in the cache.
    pub(super) fn touch(&self, cid: &str) {
        let mut state = self.lock();
        state.sizes.to_back(cid);
        state.blocks.to_back(cid);
    }

    /// Stores the hashes of a file that passed its check.
    pub(super) fn set_checked(&self, cid: &str, blocks: BlockHashes) {
        let mut state = self.lock();
        if state.sizes.contains_key(cid) {
            state.insert_blocks(cid, blocks);
        }
    }

    /// Removes the file with these hashes, but not another that has replaced it since.
    pub(super) fn remove(&self, cid: &str, blocks: Option<&Arc<BlockHashes>>) -> bool {
        let mut state = self.lock();
        let is_same = state.blocks.get(cid).map(Arc::as_ptr) == blocks.map(Arc::as_ptr);
        is_same && state.remove(cid)
    }

    /// Reserves space for a file of this size. Also returns the CIDs of evicted files. `None` if the limit does not
    /// allow it.
    pub(super) fn reserve(self: &Arc<Self>, size: u64) -> Option<(Reservation, Vec<String>)> {
        let mut state = self.lock();
        let left = self.limit.checked_sub(state.reserved)?.checked_sub(size)?;
        let evicted = state.evict_to(left);
        state.reserved += size;
        Some((Reservation { index: Arc::clone(self), size }, evicted))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reservation {
    /// Adds the fetched file to the index.
    pub(super) fn fill(self, cid: &str, blocks: BlockHashes) {
        let mut state = self.index.lock();
        state.insert(cid.to_owned(), self.size);
        state.insert_blocks(cid, blocks);
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.index.lock().reserved -= self.size;
    }
}

impl State {
    fn insert(&mut self, cid: String, size: u64) {
        self.remove(&cid);
        self.used += size;
        self.sizes.insert(cid, size);
    }

    /// Evicts the hashes of other files if there are too many.
    fn insert_blocks(&mut self, cid: &str, blocks: BlockHashes) {
        self.hashes += blocks.count();
        let replaced = self.blocks.insert(cid.to_owned(), Arc::new(blocks));
        self.hashes -= replaced.map_or(0, |blocks| blocks.count());
        while self.hashes > MOST_HASHES
            && self.blocks.len() > 1
            && let Some((_, evicted)) = self.blocks.pop_front()
        {
            self.hashes -= evicted.count();
        }
    }

    fn remove(&mut self, cid: &str) -> bool {
        self.hashes -= self.blocks.remove(cid).map_or(0, |blocks| blocks.count());
        let size = self.sizes.remove(cid);
        self.used -= size.unwrap_or_default();
        size.is_some()
    }

    /// Evicts files until the rest has at most this many bytes. Returns the CIDs of the evicted files.
    fn evict_to(&mut self, most: u64) -> Vec<String> {
        let mut evicted = Vec::new();
        while self.used > most
            && let Some(cid) = self.sizes.front().map(|(cid, _)| cid.clone())
        {
            self.remove(&cid);
            evicted.push(cid);
        }
        evicted
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sha2::{Digest as _, Sha256};

    use super::*;
    use crate::cache::check::FileHasher;

    fn blocks(of: &[u8]) -> BlockHashes {
        let mut hashes = FileHasher::default();
        hashes.take(of);
        hashes.end(&Sha256::digest(of).into()).unwrap()
    }

    fn named(names: &[(&str, u64)]) -> Vec<(String, u64)> {
        names.iter().map(|(name, size)| ((*name).to_owned(), *size)).collect()
    }

    #[test]
    fn least_recently_used_file_is_evicted_first() {
        let (index, evicted) = CacheIndex::new(100, named(&[("a", 50), ("b", 40), ("c", 30)]));
        assert_eq!(evicted, ["a"], "of those that were there");
        let index = Arc::new(index);
        index.touch("b");
        let (reservation, evicted) = index.reserve(40).unwrap();
        assert_eq!(evicted, ["c"]);
        let (second, evicted) = index.reserve(20).unwrap();
        assert_eq!(evicted, [""; 0], "40 are reserved, 40 used: the rest is enough");
        assert!(index.reserve(41).is_none(), "what is being fetched stays");
        reservation.fill("d", blocks(b"d"));
        assert!(matches!(index.presence("d"), Presence::Checked(_)));
        drop(second);
        let (_third, evicted) = index.reserve(60).unwrap();
        assert_eq!(evicted, ["b"]);
        assert!(matches!(index.presence("b"), Presence::Absent));
        assert!(index.reserve(101).is_none());
    }

    #[test]
    fn replacement_is_not_removed() {
        let (index, _) = CacheIndex::new(100, named(&[("a", 50)]));
        assert!(matches!(index.presence("a"), Presence::Unchecked));
        index.set_checked("a", blocks(b"a"));
        assert!(!index.remove("a", None), "it has been checked since");
        let Presence::Checked(first) = index.presence("a") else { panic!("it is checked") };
        index.set_checked("a", blocks(b"a"));
        assert!(!index.remove("a", Some(&first)));
        let Presence::Checked(second) = index.presence("a") else { panic!("it is checked") };
        assert!(index.remove("a", Some(&second)) && !index.remove("a", Some(&second)));
        let state = index.lock();
        assert_eq!((state.used, state.hashes), (0, 0));
    }

    #[test]
    fn hashes_are_bounded() {
        let (index, _) = CacheIndex::new(u64::MAX, named(&[("a", 1), ("b", 1), ("c", 1)]));
        for cid in ["a", "b"] {
            index.set_checked(cid, blocks(b"one block"));
        }
        index.lock().hashes += MOST_HASHES - 2;
        index.set_checked("c", blocks(b"one block"));
        assert!(matches!(index.presence("a"), Presence::Unchecked), "it is checked again when it is used");
        assert!(matches!(index.presence("b"), Presence::Checked(_)));
    }

    proptest! {
        #[test]
        fn files_and_reservations_stay_within_the_limit(
            limit in 0..200_u64,
            steps in proptest::collection::vec((0..12_usize, 0..120_u64, 0..4_u8), 1..60),
        ) {
            let index = Arc::new(CacheIndex::new(limit, Vec::new()).0);
            let mut reservations: Vec<(String, Reservation)> = Vec::new();
            for (name, size, what) in steps {
                let cid = format!("c{name}");
                match what {
                    0 => index.touch(&cid),
                    1 => drop(reservations.pop()),
                    2 => if let Some((cid, reservation)) = reservations.pop() { reservation.fill(&cid, blocks(b"x")) },
                    _ => if let Some((reservation, evicted)) = index.reserve(size) {
                        prop_assert!(evicted.iter().all(|cid| matches!(index.presence(cid), Presence::Absent)));
                        reservations.push((cid, reservation));
                    },
                }
                let state = index.lock();
                prop_assert_eq!(state.used, state.sizes.values().sum::<u64>());
                prop_assert_eq!(state.reserved, reservations.iter().map(|(_, reservation)| reservation.size).sum::<u64>());
                prop_assert_eq!(state.hashes, state.blocks.values().map(|blocks| blocks.count()).sum::<usize>());
                prop_assert!(state.used + state.reserved <= limit);
            }
        }
    }
}
