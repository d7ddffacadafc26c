//! Which files there are, and how much they take up, with those that are being fetched: never more than they may. The one that has not been used for the
//! longest time goes first.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::check::Blocks;

/// The most blocks whose hashes are kept: 8 MiB of them, for 16 GiB of audio. Files beyond that are checked again when they are used.
const MOST_HASHES: usize = 1 << 18;

/// The files.
#[derive(Debug)]
pub(super) struct Shelf {
    limit: u64,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    files: HashMap<String, Entry>,
    /// The bytes of all files, and of those that are being fetched.
    used: u64,
    reserved: u64,
    hashes: usize,
    uses: u64,
}

#[derive(Debug)]
struct Entry {
    size: u64,
    /// The number of its last use.
    last: u64,
    blocks: Option<Arc<Blocks>>,
}

/// Whether there is a file.
#[derive(Debug, Clone)]
pub(super) enum Presence {
    /// There is none.
    Absent,
    /// There is one, and nobody has looked at it yet.
    Unchecked,
    /// There is one that was what it is called when it was checked.
    Checked(Arc<Blocks>),
}

/// Room for a file that is being fetched: free again when this is dropped.
#[derive(Debug)]
pub(super) struct Room {
    shelf: Arc<Shelf>,
    size: u64,
}

impl Shelf {
    /// These files, the last used last; and the names of those that are too many.
    pub(super) fn new(limit: u64, found: Vec<(String, u64)>) -> (Self, Vec<String>) {
        let shelf = Self { limit, state: Mutex::default() };
        let mut state = shelf.lock();
        for (cid, size) in found {
            state.put(cid, size, None);
        }
        let too_many = state.shrink_to(limit);
        drop(state);
        (shelf, too_many)
    }

    /// Whether there is a file of this name.
    pub(super) fn presence(&self, cid: &str) -> Presence {
        match self.lock().files.get(cid) {
            None => Presence::Absent,
            Some(Entry { blocks: None, .. }) => Presence::Unchecked,
            Some(Entry { blocks: Some(blocks), .. }) => Presence::Checked(Arc::clone(blocks)),
        }
    }

    /// The file of this name, if there is one, is used.
    pub(super) fn touch(&self, cid: &str) {
        let mut state = self.lock();
        let next = state.next_use();
        if let Some(entry) = state.files.get_mut(cid) {
            entry.last = next;
        }
    }

    /// The file of this name is what it is called.
    pub(super) fn is_checked(&self, cid: &str, blocks: Blocks) {
        let mut state = self.lock();
        let count = blocks.count();
        let Some(entry) = state.files.get_mut(cid) else { return };
        let before = entry.blocks.replace(Arc::new(blocks)).map_or(0, |before| before.count());
        state.hashes = state.hashes + count - before;
        state.forget_hashes(cid);
    }

    /// Forgets a file: that with these hashes, and no other that has come in its place since.
    pub(super) fn remove(&self, cid: &str, blocks: Option<&Arc<Blocks>>) -> bool {
        let mut state = self.lock();
        let is_it = state.files.get(cid).is_some_and(|entry| match (&entry.blocks, blocks) {
            (None, None) => true,
            (Some(known), Some(blocks)) => Arc::ptr_eq(known, blocks),
            (None, Some(_)) | (Some(_), None) => false,
        });
        if is_it {
            state.take(cid);
        }
        is_it
    }

    /// Room for a file of this size, and the names of those that have to go for it; `None` if there is not as much in all.
    pub(super) fn make_room(self: &Arc<Self>, size: u64) -> Option<(Room, Vec<String>)> {
        let mut state = self.lock();
        let left = self.limit.checked_sub(state.reserved)?.checked_sub(size)?;
        let gone = state.shrink_to(left);
        state.reserved += size;
        Some((Room { shelf: Arc::clone(self), size }, gone))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room {
    /// A file has come into it.
    pub(super) fn keep(self, cid: &str, blocks: Blocks) {
        let mut state = self.shelf.lock();
        state.put(cid.to_owned(), self.size, Some(Arc::new(blocks)));
        state.forget_hashes(cid);
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.shelf.lock().reserved -= self.size;
    }
}

impl State {
    fn next_use(&mut self) -> u64 {
        self.uses += 1;
        self.uses
    }

    fn put(&mut self, cid: String, size: u64, blocks: Option<Arc<Blocks>>) {
        self.take(&cid);
        let last = self.next_use();
        self.used += size;
        self.hashes += blocks.as_ref().map_or(0, |blocks| blocks.count());
        self.files.insert(cid, Entry { size, last, blocks });
    }

    fn take(&mut self, cid: &str) {
        if let Some(entry) = self.files.remove(cid) {
            self.used -= entry.size;
            self.hashes -= entry.blocks.map_or(0, |blocks| blocks.count());
        }
    }

    /// Lets files go until they take up no more than this.
    fn shrink_to(&mut self, most: u64) -> Vec<String> {
        let mut gone = Vec::new();
        while self.used > most
            && let Some(cid) = self.oldest(|_| true)
        {
            self.take(&cid);
            gone.push(cid);
        }
        gone
    }

    /// Forgets hashes of files other than this until there are few enough.
    fn forget_hashes(&mut self, but: &str) {
        while self.hashes > MOST_HASHES
            && let Some(cid) = self.oldest(|(cid, entry)| entry.blocks.is_some() && *cid != but)
            && let Some(entry) = self.files.get_mut(&cid)
        {
            self.hashes -= entry.blocks.take().map_or(0, |blocks| blocks.count());
        }
    }

    fn oldest(&self, is_meant: impl Fn(&(&String, &Entry)) -> bool) -> Option<String> {
        let oldest = self.files.iter().filter(is_meant).min_by_key(|(_, entry)| entry.last);
        oldest.map(|(cid, _)| cid.clone())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sha2::{Digest as _, Sha256};

    use super::*;
    use crate::cache::check::Hashes;

    fn blocks(of: &[u8]) -> Blocks {
        let mut hashes = Hashes::default();
        hashes.take(of);
        hashes.end(&Sha256::digest(of).into()).unwrap()
    }

    fn named(names: &[(&str, u64)]) -> Vec<(String, u64)> {
        names.iter().map(|(name, size)| ((*name).to_owned(), *size)).collect()
    }

    #[test]
    fn the_one_that_was_used_longest_ago_goes_first() {
        let (shelf, gone) = Shelf::new(100, named(&[("a", 50), ("b", 40), ("c", 30)]));
        assert_eq!(gone, ["a"], "of those that were there");
        let shelf = Arc::new(shelf);
        shelf.touch("b");
        let (room, gone) = shelf.make_room(40).unwrap();
        assert_eq!(gone, ["c"]);
        let (second, gone) = shelf.make_room(20).unwrap();
        assert_eq!(gone, [""; 0], "40 are reserved, 40 used: the rest is enough");
        assert!(shelf.make_room(41).is_none(), "what is being fetched stays");
        room.keep("d", blocks(b"d"));
        assert!(matches!(shelf.presence("d"), Presence::Checked(_)));
        drop(second);
        let (_room, gone) = shelf.make_room(60).unwrap();
        assert_eq!(gone, ["b"]);
        assert!(matches!(shelf.presence("b"), Presence::Absent));
        assert!(shelf.make_room(101).is_none());
    }

    #[test]
    fn one_that_has_come_in_its_place_is_not_removed() {
        let (shelf, _) = Shelf::new(100, named(&[("a", 50)]));
        assert!(matches!(shelf.presence("a"), Presence::Unchecked));
        shelf.is_checked("a", blocks(b"a"));
        assert!(!shelf.remove("a", None), "it has been checked since");
        let Presence::Checked(first) = shelf.presence("a") else { panic!("it is checked") };
        shelf.is_checked("a", blocks(b"a"));
        assert!(!shelf.remove("a", Some(&first)));
        let Presence::Checked(second) = shelf.presence("a") else { panic!("it is checked") };
        assert!(shelf.remove("a", Some(&second)) && !shelf.remove("a", Some(&second)));
        let state = shelf.lock();
        assert_eq!((state.used, state.hashes), (0, 0));
    }

    #[test]
    fn there_is_an_end_to_the_hashes() {
        let (shelf, _) = Shelf::new(u64::MAX, named(&[("a", 1), ("b", 1), ("c", 1)]));
        for cid in ["a", "b"] {
            shelf.is_checked(cid, blocks(b"one block"));
        }
        shelf.lock().hashes += MOST_HASHES - 2;
        shelf.is_checked("c", blocks(b"one block"));
        assert!(matches!(shelf.presence("a"), Presence::Unchecked), "it is checked again when it is used");
        assert!(matches!(shelf.presence("b"), Presence::Checked(_)));
    }

    proptest! {
        #[test]
        fn there_is_never_more_than_there_may_be(
            limit in 0..200_u64,
            steps in proptest::collection::vec((0..12_usize, 0..120_u64, 0..4_u8), 1..60),
        ) {
            let shelf = Arc::new(Shelf::new(limit, Vec::new()).0);
            let mut rooms: Vec<(String, Room)> = Vec::new();
            for (name, size, what) in steps {
                let cid = format!("c{name}");
                match what {
                    0 => shelf.touch(&cid),
                    1 => drop(rooms.pop()),
                    2 => if let Some((cid, room)) = rooms.pop() { Room::keep(room, &cid, blocks(b"x")) },
                    _ => if let Some((room, gone)) = shelf.make_room(size) {
                        prop_assert!(gone.iter().all(|cid| matches!(shelf.presence(cid), Presence::Absent)));
                        rooms.push((cid, room));
                    },
                }
                let state = shelf.lock();
                prop_assert_eq!(state.used, state.files.values().map(|entry| entry.size).sum::<u64>());
                prop_assert_eq!(state.reserved, rooms.iter().map(|(_, room)| room.size).sum::<u64>());
                prop_assert!(state.used + state.reserved <= limit);
            }
        }
    }
}
