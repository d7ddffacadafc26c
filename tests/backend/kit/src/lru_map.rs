//! A bounded map that evicts the least recently used entry.

use std::borrow::Borrow;
use std::hash::{Hash, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hashlink::LruCache;

/// A map that evicts the least recently used entry when it is full.
///
/// Keys come from requests: they are hashed with a random seed, so that no client can choose keys that collide.
#[derive(Debug)]
pub struct LruMap<K, V>(Mutex<LruCache<K, V, RandomState>>);

impl<K: Eq + Hash, V: Clone> LruMap<K, V> {
    /// Returns a map with at most `capacity` entries.
    pub fn with_capacity(capacity: usize) -> Self {
        Self(Mutex::new(LruCache::with_hasher(capacity, RandomState::new())))
    }

    /// Returns the value of the key, if there is one.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.lock().get(key).cloned()
    }

    /// Returns the value of the key, or inserts `value` if there is none. Of two concurrent callers, both get the first
    /// value.
    pub fn get_or_insert(&self, key: K, value: impl FnOnce() -> V) -> V {
        self.get_or_replace(key, |_| true, value)
    }

    /// Returns the value of the key if it `is_good`, or else replaces it by `value`. Holds the lock throughout.
    pub fn get_or_replace(&self, key: K, is_good: impl FnOnce(&V) -> bool, value: impl FnOnce() -> V) -> V {
        let mut entries = self.lock();
        if let Some(known) = entries.get(&key).filter(|known| is_good(known)) {
            return known.clone();
        }
        let value = value();
        entries.insert(key, value.clone());
        value
    }

    /// Removes an entry.
    pub fn remove<Q: Eq + Hash + ?Sized>(&self, key: &Q)
    where
        K: Borrow<Q>,
    {
        self.lock().remove(key);
    }

    /// Inserts an entry, or replaces it.
    pub fn insert(&self, key: K, value: V) {
        self.lock().insert(key, value);
    }

    /// No holder of the lock panics in the middle of a change.
    fn lock(&self) -> MutexGuard<'_, LruCache<K, V, RandomState>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_bounded_and_keeps_what_is_used() {
        let recent = LruMap::with_capacity(4);
        recent.insert(1, "used");
        for number in 2..20 {
            recent.insert(number, "once");
            assert_eq!(recent.get(&1), Some("used"));
        }
        assert!(recent.lock().len() <= 4);
        assert_eq!(recent.get(&2), None, "the oldest is gone");
    }

    #[test]
    fn second_insert_returns_the_existing_value() {
        let recent = LruMap::with_capacity(2);
        for (key, value, expected) in
            [(1, "a", "a"), (1, "b", "a"), (2, "c", "c"), (1, "d", "a"), (3, "e", "e"), (2, "f", "f")]
        {
            assert_eq!(recent.get_or_insert(key, || value), expected, "{key}");
        }
    }

    #[test]
    fn value_that_fails_check_is_replaced() {
        let recent = LruMap::with_capacity(2);
        let put = |key: &'static str, value: i32| recent.get_or_replace(key, |known| *known >= value, || value);
        assert_eq!((put("a", 1), put("a", 1), put("a", 3), put("a", 2)), (1, 1, 3, 3));
        assert_eq!((put("b", 1), put("a", 2)), (1, 3), "one that was not used last");
        recent.remove("a");
        assert_eq!((recent.get("a"), put("a", 0)), (None, 0));
    }

    #[test]
    fn the_last_one_counts() {
        let recent = LruMap::with_capacity(2);
        recent.insert("a".to_owned(), 1);
        recent.insert("b".to_owned(), 2);
        recent.insert("a".to_owned(), 3);
        assert_eq!(recent.get("a"), Some(3));
    }
}
