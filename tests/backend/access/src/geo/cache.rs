//! A cache of a lookup service's responses.

use std::collections::HashMap;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use stagepass_kit::rate::Block;
use stagepass_rules::Whereabouts;

/// Half of the most entries: as many as fit into a hash table of 2^13 slots.
const HALF: usize = 7168;
/// How long a failed lookup is cached in seconds. Short, because it allows no user.
const FAILURE_AGE: i64 = 5;

/// A bounded cache in two halves: when the newer one is full, the older one is dropped. By block: a subscriber with an
/// IPv6 network has a single entry.
#[derive(Debug)]
pub(super) struct Cache {
    max_age: i64,
    half: usize,
    halves: Mutex<Halves>,
}

type Half = HashMap<Block, Entry>;

#[derive(Debug, Default)]
struct Halves {
    newer: Half,
    older: Half,
}

#[derive(Debug)]
struct Entry {
    whereabouts: Whereabouts,
    good_until: i64,
}

impl Cache {
    /// Entries expire after `max_age`, and failures after a few seconds.
    pub(super) fn new(max_age: Duration) -> Self {
        Self { max_age: i64::try_from(max_age.as_secs()).unwrap_or(i64::MAX), half: HALF, halves: Mutex::default() }
    }

    /// Returns the location of `block`, if it has not expired at `now` (Unix seconds).
    pub(super) fn get(&self, block: Block, now: i64) -> Option<Whereabouts> {
        let halves = self.lock();
        let entry = halves.newer.get(&block).or_else(|| halves.older.get(&block))?;
        (now < entry.good_until).then(|| entry.whereabouts.clone())
    }

    pub(super) fn insert(&self, block: Block, whereabouts: Whereabouts, now: i64) {
        let age = match whereabouts {
            Whereabouts::Unavailable => self.max_age.min(FAILURE_AGE),
            Whereabouts::Known(_) | Whereabouts::Unknown => self.max_age,
        };
        let mut halves = self.lock();
        if halves.newer.len() >= self.half {
            halves.older = mem::take(&mut halves.newer);
        }
        halves.newer.insert(block, Entry { whereabouts, good_until: now.saturating_add(age) });
    }

    /// No holder of the lock panics in the middle of a change.
    fn lock(&self) -> MutexGuard<'_, Halves> {
        self.halves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(number: u32) -> Block {
        Block::V4(number)
    }

    #[test]
    fn is_kept_for_so_long() {
        let cache = Cache::new(Duration::from_secs(10));
        cache.insert(block(1), Whereabouts::Unknown, 100);
        assert_eq!(cache.get(block(1), 109), Some(Whereabouts::Unknown));
        assert_eq!(cache.get(block(1), 110), None);
        assert_eq!(cache.get(block(2), 100), None);
    }

    #[test]
    fn failure_is_kept_for_a_few_seconds() {
        let cache = Cache::new(Duration::from_secs(10));
        cache.insert(block(1), Whereabouts::Unavailable, 100);
        assert_eq!(cache.get(block(1), 104), Some(Whereabouts::Unavailable));
        assert_eq!(cache.get(block(1), 105), None);
    }

    #[test]
    fn is_bounded() {
        let cache = Cache { half: 4, ..Cache::new(Duration::from_secs(10)) };
        for number in 0..100 {
            cache.insert(block(number), Whereabouts::Unknown, 0);
        }
        let halves = cache.lock();
        assert!(halves.newer.len() + halves.older.len() <= 8);
        assert!(halves.newer.contains_key(&block(99)));
    }
}
