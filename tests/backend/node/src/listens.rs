//! Counts listens: how often tracks were started. A request for a content's first byte is a listen. But a player can
//! request it several times (two bytes at first, and again after a seek). So the same listener counts once within the
//! duration of the track.
//!
//! Only a range that begins at byte 0 gets here, so all others cost nothing.

use std::collections::HashMap;
use std::collections::hash_map::{Entry, RandomState};
use std::hash::{BuildHasher as _, Hash};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use stagepass_gate::{Address, admission};

use crate::listen_count::ListenCount;
use stagepass_kit::lru_map::LruMap;
use stagepass_kit::rate::Block;

/// The most listeners that are remembered: about 2 MB.
const LISTENERS: usize = 65_536;
/// The most counters (a track on a day) until the catalogue takes them.
const MOST: usize = 65_536;
const DAY: i64 = 86_400;

/// A listener.
#[derive(Hash)]
pub(super) enum Listener {
    /// All users with this signed URL. Identified by the signed data, because the URL can have different forms.
    Signed([u8; 32], Address),
    /// All users at this network address who play this track.
    At(Block, u64),
}

/// The listens that have not been reported yet.
#[derive(Debug)]
pub(super) struct Listens {
    hashes: RandomState,
    /// Until when another start by a listener belongs to the same listen.
    lately: LruMap<u64, i64>,
    /// By track and day.
    counts: Mutex<HashMap<(u64, i64), u64>>,
}

impl Default for Listens {
    fn default() -> Self {
        Self { hashes: RandomState::new(), lately: LruMap::with_capacity(LISTENERS), counts: Mutex::default() }
    }
}

impl Listens {
    pub(super) fn note(&self, listener: &Listener, track_id: u64, duration: Option<Duration>, now: i64) {
        let seconds = duration.unwrap_or(admission::GRACE).as_secs().max(1);
        let until = now.saturating_add_unsigned(seconds);
        let mut is_new = false;
        self.lately.get_or_replace(
            self.hashes.hash_one(listener),
            // An entry further ahead than the duration of the track is from before the clock was set back.
            |known| (now..=until).contains(known) && *known > now,
            || {
                is_new = true;
                until
            },
        );
        if is_new {
            self.add((track_id, now.div_euclid(DAY)), 1);
        }
    }

    fn add(&self, of: (u64, i64), more: u64) {
        let mut counts = self.lock();
        let is_full = counts.len() >= MOST;
        match counts.entry(of) {
            Entry::Occupied(mut count) => *count.get_mut() = count.get().saturating_add(more),
            Entry::Vacant(count) if !is_full => {
                count.insert(more);
            }
            Entry::Vacant(_) => {
                tracing::warn!("a listen is not counted, because the catalogue has not accepted any for too long");
            }
        }
    }

    pub(super) fn take(&self) -> Vec<ListenCount> {
        let counts = std::mem::take(&mut *self.lock());
        counts.into_iter().map(|((track_id, day), count)| ListenCount { track_id, day, count }).collect()
    }

    pub(super) fn put_back(&self, listens: &[ListenCount]) {
        for ListenCount { track_id, day, count } in listens {
            self.add((*track_id, *day), *count);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(u64, i64), u64>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: i64 = 20_000 * DAY + DAY / 2;

    fn count(listens: &Listens) -> u64 {
        listens.lock().values().sum()
    }

    #[test]
    fn once_while_the_track_plays() {
        let listens = Listens::default();
        let (one, other) = (Listener::At(Block::V4(1), 7), Listener::At(Block::V4(2), 7));
        let minutes = Some(Duration::from_mins(2));
        for (listener, at, expected) in
            [(&one, 0, 1), (&one, 0, 1), (&other, 1, 2), (&one, 119, 2), (&one, 120, 3), (&other, 120, 3), (&one, 0, 4)]
        {
            listens.note(listener, 7, minutes, NOON + at);
            assert_eq!(count(&listens), expected, "{at} s");
        }
        listens.note(&Listener::At(Block::V4(1), 8), 8, None, NOON);
        let mut counts = listens.take();
        counts.sort_unstable_by_key(|count| count.track_id);
        let expected = [(7, 4), (8, 1)].map(|(track_id, count)| ListenCount { track_id, day: 20_000, count });
        assert_eq!(counts, expected);
        assert_eq!(listens.take(), []);
    }

    #[test]
    fn listens_put_back_are_added_to_later_ones() {
        let listens = Listens::default();
        let listener = |number| Listener::At(Block::V4(number), 7);
        listens.note(&listener(1), 7, None, NOON);
        let taken = listens.take();
        listens.note(&listener(2), 7, None, NOON);
        listens.note(&listener(3), 7, None, NOON + DAY);
        listens.put_back(&taken);
        let mut counts = listens.take();
        counts.sort_unstable_by_key(|count| count.day);
        let counts: Vec<_> = counts.iter().map(|count| (count.day, count.count)).collect();
        assert_eq!(counts, [(20_000, 2), (20_001, 1)]);
    }

    #[test]
    fn there_is_an_end_to_what_is_kept() {
        let listens = Listens::default();
        for track in 0..u64::try_from(MOST).unwrap() + 9 {
            listens.add((track, 0), 1);
        }
        listens.add((0, 0), 1);
        let counts = listens.lock();
        assert_eq!((counts.len(), counts[&(0, 0)]), (MOST, 2));
    }
}
