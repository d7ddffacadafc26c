//! The storage of a page: the browser's, or its own memory.

use std::collections::BTreeMap;

use stagepass_core::effect::Area;

use super::state::BrowserState;
use crate::effect::Outcome;

impl BrowserState {
    pub(super) fn read(&mut self, window: usize, area: Area, key: &str) -> Option<String> {
        let kept = self.window_mut(window).memory().get(key).cloned();
        kept.or_else(|| self.store(window, area)?.get(key).cloned())
    }

    pub(super) fn write(&mut self, window: usize, area: Area, key: &str, value: &str) -> Outcome {
        self.window_mut(window).memory().remove(key);
        let (store, outcome) = match self.store(window, area) {
            Some(store) => (store, Outcome::Done),
            None => (self.window_mut(window).memory(), Outcome::Refused),
        };
        store.insert(key.to_owned(), value.to_owned());
        outcome
    }

    pub(super) fn delete(&mut self, window: usize, area: Area, key: &str) -> Option<String> {
        let in_memory = self.window_mut(window).memory().remove(key);
        let stored = self.store(window, area).and_then(|store| store.remove(key));
        in_memory.or(stored)
    }

    pub(super) fn keys(&mut self, window: usize, prefix: &str) -> Vec<String> {
        let mut keys: Vec<_> = self.window_mut(window).memory().keys().cloned().collect();
        for area in [Area::Local, Area::Session, Area::Custom] {
            keys.extend(self.store(window, area).into_iter().flat_map(|store| store.keys().cloned()));
        }
        keys.retain(|key| key.starts_with(prefix));
        keys
    }

    /// Returns the storage of an area, if the browser has any.
    fn store(&mut self, window: usize, area: Area) -> Option<&mut BTreeMap<String, String>> {
        match area {
            Area::Memory => None,
            _ if !self.features.keeps_storage => None,
            Area::Session => Some(self.window_mut(window).session_storage()),
            Area::Local | Area::Custom => {
                let partition = self.window(window).partition();
                Some(self.storage.entry((partition, area == Area::Custom)).or_default())
            }
        }
    }
}
