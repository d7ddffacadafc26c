//! The names of unfinished uploads, counted along while their bytes come: so that a whole one need not be read once more to be named. They are in memory
//! alone; one that is not known is found out by reading.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use stagepass_media::ContentHasher;

/// How many are remembered: some hundred bytes each.
const AT_MOST: usize = 10_000;

#[derive(Debug, Default)]
pub(super) struct Names(Mutex<HashMap<String, ContentHasher>>);

impl Names {
    /// The name of the first `size` bytes, if it is known. It is not remembered any more: whoever takes it counts on.
    pub(super) fn take(&self, upload_id: &str, size: u64) -> Option<ContentHasher> {
        let known = self.lock().remove(upload_id).filter(|name| name.size() == size);
        known.or_else(|| (size == 0).then(ContentHasher::default))
    }

    /// Remembers a name, if there is room.
    pub(super) fn put(&self, upload_id: &str, name: ContentHasher) {
        let mut names = self.lock();
        if names.len() < AT_MOST {
            names.insert(upload_id.to_owned(), name);
        }
    }

    /// Forgets all but those that `is_known` says are still wanted.
    pub(super) fn retain(&self, is_known: impl Fn(&str) -> bool) {
        self.lock().retain(|upload_id, _| is_known(upload_id));
    }

    /// The uploads of which a name is remembered.
    pub(super) fn uploads(&self) -> Vec<String> {
        self.lock().keys().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, ContentHasher>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_that_of_the_bytes_it_was_counted_of_or_none() {
        let names = Names::default();
        let mut name = names.take("a", 0).unwrap();
        name.update(b"abc");
        names.put("a", name);
        assert_eq!(names.take("b", 3).map(|name| name.size()), None);
        let name = names.take("a", 3).unwrap();
        assert_eq!((name.size(), names.take("a", 3).map(|name| name.size())), (3, None), "it is taken once");
        names.put("a", name);
        assert!(names.take("a", 2).is_none(), "of other bytes");
        assert!(names.uploads().is_empty());
    }

    #[test]
    fn there_are_never_too_many() {
        let names = Names::default();
        for number in 0..AT_MOST + 10 {
            names.put(&number.to_string(), ContentHasher::default());
        }
        assert_eq!(names.uploads().len(), AT_MOST);
        names.retain(|upload_id| upload_id.len() < 2);
        assert_eq!(names.uploads().len(), 10);
    }
}
