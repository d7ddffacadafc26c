//! A bounded map that keeps what is used.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A map in two halves: when the newer is full, the older is dropped; what is used moves over.
#[derive(Debug)]
pub struct Recent<K, V> {
    half: usize,
    halves: Mutex<Halves<K, V>>,
}

#[derive(Debug)]
struct Halves<K, V> {
    newer: HashMap<K, V>,
    older: HashMap<K, V>,
}

impl<K: Eq + Hash, V: Clone> Recent<K, V> {
    /// Keeps the last `half` entries and at most `half` more.
    pub fn of_half(half: usize) -> Self {
        Self { half, halves: Mutex::new(Halves { newer: HashMap::new(), older: HashMap::new() }) }
    }

    /// What was put in last, if it is still there.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let mut halves = self.lock();
        if let Some(value) = halves.newer.get(key) {
            return Some(value.clone());
        }
        let (key, value) = halves.older.remove_entry(key)?;
        halves.insert(key, value.clone(), self.half);
        Some(value)
    }

    /// What was put in last, if it is still there; or else `value`, which is put in. Who comes second gets what the first has put in.
    pub fn get_or_insert(&self, key: K, value: impl FnOnce() -> V) -> V {
        let mut halves = self.lock();
        let known = halves.newer.get(&key).cloned();
        known.unwrap_or_else(|| {
            let value = halves.older.remove(&key).unwrap_or_else(value);
            halves.insert(key, value.clone(), self.half);
            value
        })
    }

    /// What was put in last, if it is still there and `is_good`; or else `value`, which takes its place. All of it in one moment.
    pub fn get_or_replace(&self, key: K, is_good: impl FnOnce(&V) -> bool, value: impl FnOnce() -> V) -> V {
        let mut halves = self.lock();
        let known = halves.newer.get(&key).cloned().or_else(|| halves.older.remove(&key));
        let value = known.filter(is_good).unwrap_or_else(value);
        halves.insert(key, value.clone(), self.half);
        value
    }

    /// Forgets an entry.
    pub fn remove<Q: Eq + Hash + ?Sized>(&self, key: &Q)
    where
        K: Borrow<Q>,
    {
        let mut halves = self.lock();
        halves.newer.remove(key);
        halves.older.remove(key);
    }

    /// Puts an entry in, in place of another of the key.
    pub fn insert(&self, key: K, value: V) {
        self.lock().insert(key, value, self.half);
    }

    /// No holder of the lock panics half-way through a change.
    fn lock(&self) -> MutexGuard<'_, Halves<K, V>> {
        self.halves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash, V> Halves<K, V> {
    fn insert(&mut self, key: K, value: V, half: usize) {
        if self.newer.len() >= half && !self.newer.contains_key(&key) {
            self.older = mem::take(&mut self.newer);
        }
        self.newer.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_bounded_and_keeps_what_is_used() {
        let recent = Recent::of_half(2);
        recent.insert(1, "used");
        for number in 2..20 {
            recent.insert(number, "once");
            assert_eq!(recent.get(&1), Some("used"));
        }
        let halves = recent.lock();
        assert!(halves.newer.len() + halves.older.len() <= 4);
        drop(halves);
        assert_eq!(recent.get(&2), None, "the oldest is gone");
    }

    #[test]
    fn who_comes_second_gets_what_is_there() {
        let recent = Recent::of_half(1);
        for (key, value, expected) in
            [(1, "a", "a"), (1, "b", "a"), (2, "c", "c"), (1, "d", "a"), (3, "e", "e"), (2, "f", "f")]
        {
            assert_eq!(recent.get_or_insert(key, || value), expected, "{key}");
        }
    }

    #[test]
    fn what_is_not_good_is_replaced() {
        let recent = Recent::of_half(1);
        let put = |key: &'static str, value: i32| recent.get_or_replace(key, |known| *known >= value, || value);
        assert_eq!((put("a", 1), put("a", 1), put("a", 3), put("a", 2)), (1, 1, 3, 3));
        assert_eq!((put("b", 1), put("a", 2)), (1, 3), "one that has moved to the older half");
        recent.remove("a");
        assert_eq!((recent.get("a"), put("a", 0)), (None, 0));
    }

    #[test]
    fn the_last_one_counts() {
        let recent = Recent::of_half(1);
        recent.insert("a".to_owned(), 1);
        recent.insert("b".to_owned(), 2);
        recent.insert("a".to_owned(), 3);
        assert_eq!(recent.get("a"), Some(3));
    }
}
