//! A bounded cache of recent responses of the service.

use std::borrow::Borrow;
use std::hash::Hash;
use std::time::Duration;

use tokio::time::Instant;

use stagepass_kit::lru_map::LruMap;

/// Caches responses for a fixed time, counted from when the request was sent.
#[derive(Debug)]
pub(crate) struct ShortCache<K, V> {
    age: Duration,
    answers: LruMap<K, (Instant, V)>,
}

impl<K: Eq + Hash, V: Clone> ShortCache<K, V> {
    /// Caches at most `capacity` responses, each for `age`.
    pub(crate) fn new(age: Duration, capacity: usize) -> Self {
        Self { age, answers: LruMap::with_capacity(capacity) }
    }

    /// Returns the last response, if it has not expired.
    pub(crate) fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.get_at(key, Instant::now())
    }

    fn get_at<Q: Eq + Hash + ?Sized>(&self, key: &Q, now: Instant) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let (requested_at, answer) = self.answers.get(key)?;
        (now.duration_since(requested_at) < self.age).then_some(answer)
    }

    /// Caches the response to a request sent at `requested_at`.
    pub(crate) fn insert(&self, key: K, requested_at: Instant, answer: V) {
        self.answers.insert(key, (requested_at, answer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The age counts from the request.
    #[test]
    fn cached_response_expires_after_its_age() {
        let cache = ShortCache::new(Duration::from_secs(5), 9);
        let requested_at = Instant::now();
        cache.insert("a".to_owned(), requested_at, 1);
        let at = |milliseconds| cache.get_at("a", requested_at + Duration::from_millis(milliseconds));
        assert_eq!((at(0), at(4_999), at(5_000)), (Some(1), Some(1), None), "its age counts from the request");
        assert_eq!(cache.get("b"), None);
    }
}
