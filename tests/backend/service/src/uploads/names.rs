//! The running content IDs of unfinished uploads. They are updated while bytes are received, so that a complete upload
//! need not be read again to compute its CID. They are in memory only. If one is missing, the file is read.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use stagepass_media::ContentHasher;

/// How many are remembered. Each takes some hundred bytes.
const AT_MOST: usize = 10_000;

#[derive(Debug, Default)]
pub(super) struct Names(Mutex<HashMap<String, ContentHasher>>);

impl Names {
    /// Removes and returns the running hash of the first `size` bytes, if it is known.
    pub(super) fn take(&self, upload_id: &str, size: u64) -> Option<ContentHasher> {
        let known = self.lock().remove(upload_id).filter(|name| name.size() == size);
        known.or_else(|| (size == 0).then(ContentHasher::default))
    }

    /// Stores a running hash, if there is room.
    pub(super) fn put(&self, upload_id: &str, name: ContentHasher) {
        let mut names = self.lock();
        if names.len() < AT_MOST {
            names.insert(upload_id.to_owned(), name);
        }
    }

    /// Removes all but those for which `is_known` returns true.
    pub(super) fn retain(&self, is_known: impl Fn(&str) -> bool) {
        self.lock().retain(|upload_id, _| is_known(upload_id));
    }

    /// Returns the IDs of the uploads whose hash is stored.
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
