//! A bounded cache of what the service said a moment ago.

use std::borrow::Borrow;
use std::hash::Hash;
use std::time::Duration;

use tokio::time::Instant;

use crate::recent::Recent;

/// Half of the entries that are kept at most.
const HALF: usize = 4096;

/// Keeps answers for a fixed time, measured from when they were asked for.
#[derive(Debug)]
pub(super) struct ShortCache<K, V> {
    age: Duration,
    answers: Recent<K, (Instant, V)>,
}

impl<K: Eq + Hash, V: Clone> ShortCache<K, V> {
    pub(super) fn new(age: Duration) -> Self {
        Self { age, answers: Recent::of_half(HALF) }
    }

    /// The last answer, if it was asked for recently enough.
    pub(super) fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let (asked, answer) = self.answers.get(key)?;
        (asked.elapsed() < self.age).then_some(answer)
    }

    /// Keeps an answer to what was asked at `asked`.
    pub(super) fn insert(&self, key: K, asked: Instant, answer: V) {
        self.answers.insert(key, (asked, answer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn answer_is_kept_for_its_age_and_no_longer() {
        let cache = ShortCache::new(Duration::from_secs(5));
        let asked = Instant::now();
        tokio::time::advance(Duration::from_secs(2)).await;
        cache.insert("a".to_owned(), asked, 1);
        assert_eq!((cache.get("a"), cache.get("b")), (Some(1), None));
        tokio::time::advance(Duration::from_millis(2_999)).await;
        assert_eq!(cache.get("a"), Some(1));
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!(cache.get("a"), None, "its age counts from the question");
    }
}
