//! The browser that the tabs share, no more of it than a session needs: clocks, storage, Web Locks.

use std::collections::BTreeMap;

use stagepass_native_tests::browser::locks::Locks;

use crate::schedule::Habits;

#[derive(Debug)]
pub(crate) struct Browser {
    pub(crate) habits: Habits,
    /// The time as it is, which the service goes by: milliseconds since 1970.
    pub(crate) now: u64,
    /// How far the browser's clock is off.
    pub(crate) off: i64,
    /// What timers go by: stands still while the machine sleeps.
    pub(crate) uptime: u64,
    storage: BTreeMap<String, String>,
    pub(crate) locks: Locks,
}

/// What a page keeps in memory because the browser keeps nothing for it.
pub(crate) type Memory = BTreeMap<String, String>;

impl Browser {
    pub(crate) fn new(habits: Habits) -> Self {
        Self { habits, now: 1_795_200_000_000, off: 0, uptime: 0, storage: BTreeMap::new(), locks: Locks::default() }
    }

    /// What the browser's clock shows.
    pub(crate) fn clock(&self) -> u64 {
        self.now.saturating_add_signed(self.off)
    }

    pub(crate) fn pass(&mut self, milliseconds: u64) {
        self.now += milliseconds;
        self.uptime += milliseconds;
    }

    pub(crate) fn read(&self, memory: &Memory, key: &str) -> Option<String> {
        memory.get(key).or_else(|| self.storage.get(key)).cloned()
    }

    /// Whether it is kept.
    pub(crate) fn write(&mut self, memory: &mut Memory, key: &str, value: &str) -> bool {
        let keeps = self.habits.keeps_storage;
        let place = if keeps { &mut self.storage } else { memory };
        place.insert(key.to_owned(), value.to_owned());
        keeps
    }

    pub(crate) fn delete(&mut self, memory: &mut Memory, key: &str) {
        memory.remove(key);
        self.storage.remove(key);
    }

    pub(crate) fn keys(&self, memory: &Memory, prefix: &str) -> Vec<String> {
        memory.keys().chain(self.storage.keys()).filter(|key| key.starts_with(prefix)).cloned().collect()
    }
}
