//! The running content IDs of unfinished uploads. They are updated while bytes are received, so that a complete upload
//! need not be read again to compute its CID. They are in memory only. If one is missing, the file is read.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use stagepass_media::ContentHasher;

/// How many are remembered. Each takes some hundred bytes.
const CAPACITY: usize = 10_000;

#[derive(Debug, Default)]
pub(super) struct RunningCids(Mutex<HashMap<String, ContentHasher>>);

impl RunningCids {
    /// Removes and returns the running hash of the first `size` bytes, if it is known.
    pub(super) fn take(&self, upload_id: &str, size: u64) -> Option<ContentHasher> {
        let known = self.lock().remove(upload_id).filter(|hasher| hasher.size() == size);
        known.or_else(|| (size == 0).then(ContentHasher::default))
    }

    /// Stores a running hash, if there is room.
    pub(super) fn put(&self, upload_id: &str, hasher: ContentHasher) {
        let mut cids = self.lock();
        if cids.len() < CAPACITY {
            cids.insert(upload_id.to_owned(), hasher);
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
    fn running_cid_is_taken_once_at_matching_offset() {
        let cids = RunningCids::default();
        let mut hasher = cids.take("a", 0).unwrap();
        hasher.update(b"abc");
        cids.put("a", hasher);
        assert_eq!(cids.take("b", 3).map(|hasher| hasher.size()), None);
        let hasher = cids.take("a", 3).unwrap();
        assert_eq!((hasher.size(), cids.take("a", 3).map(|hasher| hasher.size())), (3, None), "it is taken once");
        cids.put("a", hasher);
        assert!(cids.take("a", 2).is_none(), "of other bytes");
        assert!(cids.uploads().is_empty());
    }

    #[test]
    fn there_are_never_too_many() {
        let cids = RunningCids::default();
        for number in 0..CAPACITY + 10 {
            cids.put(&number.to_string(), ContentHasher::default());
        }
        assert_eq!(cids.uploads().len(), CAPACITY);
        cids.retain(|upload_id| upload_id.len() < 2);
        assert_eq!(cids.uploads().len(), 10);
    }
}
