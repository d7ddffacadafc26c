//! Locks across processes, by files that the system locks. They end with their process, so a crash leaves none.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::time::{sleep, timeout};

use crate::pkce;

/// How often a lock that another has is tried again.
const RETRY_EVERY: Duration = Duration::from_millis(20);

/// A lock. Dropping it releases it.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of this name, by a file in `folder`. `None` after the timeout.
    ///
    /// # Errors
    /// The error of the system if it has no locks, or the file cannot be created.
    pub(crate) async fn take(folder: &Path, name: &str, within: Duration) -> io::Result<Option<Self>> {
        let path = path(folder, name);
        let taken = async {
            loop {
                if let Some(lock) = Self::attempt(&path)? {
                    return Ok(lock);
                }
                sleep(RETRY_EVERY).await;
            }
        };
        timeout(within, taken).await.ok().transpose()
    }

    fn attempt(path: &Path) -> io::Result<Option<Self>> {
        // A file that others could open, they could lock for ever: the folder is private.
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
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
        let take = |within| Lock::take(folder.path(), "name", Duration::from_millis(within));
        let first = take(0).await.unwrap().unwrap();
        assert!(take(50).await.unwrap().is_none());
        let (second, ()) = tokio::join!(take(10_000), async {
            sleep(Duration::from_millis(50)).await;
            drop(first);
        });
        assert!(second.unwrap().is_some());
        assert!(Lock::take(&folder.path().join("missing"), "name", Duration::ZERO).await.is_err());
    }

    #[test]
    fn names_share_at_most_64_files() {
        let files: std::collections::BTreeSet<_> = (0..2_000).map(|n| path(Path::new(""), &format!("{n}"))).collect();
        assert!(files.len() <= 64);
        assert_eq!(path(Path::new(""), "name"), path(Path::new(""), "name"));
    }
}
