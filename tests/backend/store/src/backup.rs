//! Backup of a database file while a service uses it.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::database::{copy_whole, make_private};
use crate::{DatabaseAddress, StoreError};

/// Why a backup failed. No file is left.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database is not a file.
    #[error("only SQLite databases can be backed up: for PostgreSQL, use pg_dump")]
    NotAFile,
    /// A backup never overwrites a file.
    #[error("the file {} exists: choose another, or delete it", .0.display())]
    Exists(PathBuf),
    /// SQLite needs a name in UTF-8.
    #[error("the name {} is no UTF-8", .0.display())]
    Name(PathBuf),
    /// A file cannot be written or read.
    #[error("the file {}: {error}", path.display())]
    File {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// The backup is damaged.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Copies the database at `address` to the new file `to`: a snapshot of one moment, without deleted data. Returns its
/// size in bytes.
///
/// Only the owner can read the backup. It appears under its name once it is complete, verified and synced.
///
/// # Errors
/// [`BackupError`].
pub fn back_up(address: &DatabaseAddress, to: &Path) -> Result<u64, BackupError> {
    let from = address.file().ok_or(BackupError::NotAFile)?;
    let failed = |error| BackupError::File { path: to.to_owned(), error };
    if to.try_exists().map_err(failed)? {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let draft = beside(to);
    make_private(&draft)?;
    let made = fill(from, &draft).and_then(|bytes| {
        // Unlike renaming, this never replaces a file.
        std::fs::hard_link(&draft, to).map_err(failed)?;
        Ok(bytes)
    });
    let removed = std::fs::remove_file(&draft).map_err(failed);
    made.and_then(|bytes| removed.map(|()| bytes))
}

fn fill(from: &Path, draft: &Path) -> Result<u64, BackupError> {
    if !from.try_exists().is_ok_and(|exists| exists) {
        let error = std::io::ErrorKind::NotFound.into();
        return Err(BackupError::File { path: from.to_owned(), error });
    }
    let name = draft.to_str().ok_or_else(|| BackupError::Name(draft.to_owned()))?;
    if let Some(damage) = copy_whole(from, name)? {
        return Err(BackupError::Damaged(damage));
    }
    let failed = |error| BackupError::File { path: draft.to_owned(), error };
    let file = File::open(draft).map_err(failed)?;
    file.sync_all().map_err(failed)?;
    Ok(file.metadata().map_err(failed)?.len())
}

fn beside(to: &Path) -> PathBuf {
    let mut name = to.as_os_str().to_owned();
    name.push(format!(".draft-{}", std::process::id()));
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    #[tokio::test]
    async fn it_is_the_database_of_that_moment_and_a_file_of_its_owners_alone() {
        let folder = tempfile::tempdir().unwrap();
        let address = DatabaseAddress::from(folder.path().join("live.db"));
        let store = Store::open(&address).await.unwrap();
        assert_eq!(store.next_id("users").await.unwrap(), 1);
        let to = folder.path().join("copy.db");
        let bytes = back_up(&address, &to).unwrap();
        assert_eq!(store.next_id("users").await.unwrap(), 2);
        assert_eq!(std::fs::metadata(&to).unwrap().len(), bytes);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(std::fs::metadata(&to).unwrap().permissions().mode() & 0o777, 0o600);
        }
        assert!(matches!(back_up(&address, &to), Err(BackupError::Exists(_))));
        store.close().await;
        let restored = Store::open(&to.into()).await.unwrap();
        assert_eq!(restored.next_id("users").await.unwrap(), 2, "as it was in between");
        restored.close().await;
        back_up(&address, &folder.path().join("of-a-closed-one.db")).unwrap();
    }

    #[tokio::test]
    async fn what_fails_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join("copy.db");
        let none = DatabaseAddress::from(folder.path().join("none.db"));
        assert!(matches!(back_up(&none, &to), Err(BackupError::File { .. })));
        let garbage = folder.path().join("garbage.db");
        std::fs::write(&garbage, "x".repeat(10_000)).unwrap();
        assert!(matches!(back_up(&garbage.clone().into(), &to), Err(BackupError::Store(_))));
        assert!(matches!(back_up(&DatabaseAddress::Memory, &to), Err(BackupError::NotAFile)));
        std::fs::remove_file(garbage).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
