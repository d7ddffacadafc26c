//! A cache of a lookup service's responses.

use std::collections::HashMap;
use std::mem;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use stagepass_rules::Whereabouts;

/// Half of the most entries: as many as fit into a hash table of 2^13 slots.
const HALF: usize = 7168;

/// A bounded cache in two halves: when the newer one is full, the older one is dropped.
#[derive(Debug)]
pub(super) struct Cache {
    max_age: i64,
    half: usize,
    halves: Mutex<Halves>,
}

type Half = HashMap<IpAddr, Entry>;

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
    /// Entries expire after `max_age`.
    pub(super) fn new(max_age: Duration) -> Self {
        Self { max_age: i64::try_from(max_age.as_secs()).unwrap_or(i64::MAX), half: HALF, halves: Mutex::default() }
    }

    /// Returns the location of `address`, if it has not expired at `now` (Unix seconds).
    pub(super) fn get(&self, address: IpAddr, now: i64) -> Option<Whereabouts> {
        let halves = self.lock();
        let entry = halves.newer.get(&address).or_else(|| halves.older.get(&address))?;
        (now < entry.good_until).then(|| entry.whereabouts.clone())
    }

    pub(super) fn insert(&self, address: IpAddr, whereabouts: Whereabouts, now: i64) {
        let mut halves = self.lock();
        if halves.newer.len() >= self.half {
            halves.older = mem::take(&mut halves.newer);
        }
        halves.newer.insert(address, Entry { whereabouts, good_until: now.saturating_add(self.max_age) });
    }

    /// No holder of the lock panics in the middle of a change.
    fn lock(&self) -> MutexGuard<'_, Halves> {
        self.halves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    fn address(number: u32) -> IpAddr {
        Ipv4Addr::from_bits(number).into()
    }

    #[test]
    fn is_kept_for_so_long() {
        let cache = Cache::new(Duration::from_secs(10));
        cache.insert(address(1), Whereabouts::Unknown, 100);
        assert_eq!(cache.get(address(1), 109), Some(Whereabouts::Unknown));
        assert_eq!(cache.get(address(1), 110), None);
        assert_eq!(cache.get(address(2), 100), None);
    }

    #[test]
    fn is_bounded() {
        let cache = Cache { half: 4, ..Cache::new(Duration::from_secs(10)) };
        for number in 0..100 {
            cache.insert(address(number), Whereabouts::Unknown, 0);
        }
        let halves = cache.lock();
        assert!(halves.newer.len() + halves.older.len() <= 8);
        assert!(halves.newer.contains_key(&address(99)));
    }
}
