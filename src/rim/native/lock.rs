//! Locks across processes, by files that the system locks. They end with their process, so a crash leaves none.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use stagepass_core::pkce;
use tokio::time::{sleep, timeout};

use super::file_storage;

/// How often a lock that another has is tried again.
const RETRY_EVERY: Duration = Duration::from_millis(20);

/// A lock. Dropping it releases it.
#[derive(Debug)]
pub(crate) enum Lock {
    /// Against other processes.
    Shared { _file: File },
    /// Within this process.
    Own { _name: Arc<()> },
}

/// The names that are locked within this process.
static OWN: Mutex<BTreeMap<String, Weak<()>>> = Mutex::new(BTreeMap::new());

impl Lock {
    /// Takes the lock of this name, by a file in `folder`, or within this process. `None` after the timeout.
    ///
    /// # Errors
    /// The error of the system if it has no locks, or the file cannot be created.
    pub(crate) async fn take(folder: Option<&Path>, name: &str, within: Duration) -> io::Result<Option<Self>> {
        let taken = async {
            loop {
                let lock = match folder {
                    Some(folder) => Self::shared(folder, name)?,
                    None => Self::own(name),
                };
                if lock.is_some() {
                    return Ok(lock);
                }
                sleep(RETRY_EVERY).await;
            }
        };
        timeout(within, taken).await.unwrap_or(Ok(None))
    }

    fn shared(folder: &Path, name: &str) -> io::Result<Option<Self>> {
        file_storage::create(folder)?;
        // Private, because other users could lock a file that they can open.
        let file = file_storage::private_file().create(true).truncate(false).open(path(folder, name))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self::Shared { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    fn own(name: &str) -> Option<Self> {
        let mut own = OWN.lock().unwrap_or_else(PoisonError::into_inner);
        own.retain(|_, holder| holder.strong_count() > 0);
        if own.contains_key(name) {
            return None;
        }
        let holder = Arc::new(());
        own.insert(name.to_owned(), Arc::downgrade(&holder));
        Some(Self::Own { _name: holder })
    }
}

/// Returns the file of a lock. To delete a locked file safely is hard, so there are at most 64, which names share.
fn path(folder: &Path, name: &str) -> PathBuf {
    let digest = pkce::digest(name);
    folder.join(format!("{}.lock", digest.get(..1).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn second_holder_waits_until_the_first_releases() {
        let folder = tempfile::tempdir().unwrap();
        for folder in [Some(folder.path()), None] {
            let take = |within| Lock::take(folder, "name", Duration::from_millis(within));
            let first = take(0).await.unwrap().unwrap();
            assert!(take(50).await.unwrap().is_none());
            let (second, ()) = tokio::join!(take(10_000), async {
                sleep(Duration::from_millis(50)).await;
                drop(first);
            });
            assert!(second.unwrap().is_some());
        }
    }

    #[tokio::test]
    async fn lock_fails_if_folder_is_a_file() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(Lock::take(Some(file.path()), "name", Duration::ZERO).await.is_err());
    }

    #[test]
    fn names_share_at_most_64_files() {
        let files: std::collections::BTreeSet<_> = (0..2_000).map(|n| path(Path::new(""), &format!("{n}"))).collect();
        assert!(files.len() <= 64);
        assert_eq!(path(Path::new(""), "name"), path(Path::new(""), "name"));
    }
}
