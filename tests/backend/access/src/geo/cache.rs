//! A cache of a lookup service's responses.

use std::time::Duration;

use stagepass_kit::lru_map::LruMap;
use stagepass_kit::rate::Block;
use stagepass_rules::Whereabouts;

/// The most entries: as many as fit into a hash table of 2^14 slots.
const ENTRIES: usize = 14_336;
/// How long a failed lookup is cached in seconds. Short, because it allows no user.
const FAILURE_AGE: i64 = 5;

/// A bounded cache by block: a subscriber with an IPv6 network has a single entry.
#[derive(Debug)]
pub(super) struct Cache {
    max_age: i64,
    /// With the time at which they expire.
    entries: LruMap<Block, (Whereabouts, i64)>,
}

impl Cache {
    /// Entries expire after `max_age`, and failures after a few seconds.
    pub(super) fn new(max_age: Duration) -> Self {
        let max_age = i64::try_from(max_age.as_secs()).unwrap_or(i64::MAX);
        Self { max_age, entries: LruMap::with_capacity(ENTRIES) }
    }

    /// Returns the location of `block`, if it has not expired at `now` (Unix seconds).
    pub(super) fn get(&self, block: Block, now: i64) -> Option<Whereabouts> {
        let (whereabouts, good_until) = self.entries.get(&block)?;
        (now < good_until).then_some(whereabouts)
    }

    pub(super) fn insert(&self, block: Block, whereabouts: Whereabouts, now: i64) {
        let age = match whereabouts {
            Whereabouts::Unavailable => self.max_age.min(FAILURE_AGE),
            Whereabouts::Known(_) | Whereabouts::Unknown => self.max_age,
        };
        self.entries.insert(block, (whereabouts, now.saturating_add(age)));
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
}
