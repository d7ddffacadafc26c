//! Snapshots of a database for backups: SQLite files, whatever the database is.

use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use crate::database::{Database, check_whole, copy, copy_whole, make_private};
use crate::schema::{ACCESS, SERVICE};
use crate::{CopyError, DatabaseAddress, StoreError};

/// Unfinished uploads, because a backup has no bytes of them. What they have in a bucket is aborted by the service.
const DROP_UNFINISHED: &str = "DELETE FROM uploads WHERE cid IS NULL;
    UPDATE contents SET state = 2, state_since = NULL WHERE state = 1";
const PARTS: &str = "SELECT part, MAX(version) FROM schema_migrations GROUP BY part ORDER BY part";
const AUDIO: &str = "SELECT cid, size FROM contents WHERE state = 0 ORDER BY cid";

/// Why there is no snapshot.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database ends with its process.
    #[error("a database in memory cannot be backed up: use a file or PostgreSQL")]
    InMemory,
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
    /// The database is damaged.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// A PostgreSQL database could not be copied.
    #[error(transparent)]
    Copy(#[from] CopyError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<rusqlite::Error> for BackupError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Store(error.into())
    }
}

/// A snapshot of a database of the service, of an access server, or of both.
#[derive(Debug)]
pub struct Snapshot(Connection);

/// Copies the database at `address` to the new file `to`, as of one moment and verified, while servers use it. Only the
/// owner can read the file. Unfinished uploads are left out. If this fails, a part of the file may be left.
///
/// # Errors
/// [`BackupError`].
pub async fn back_up(address: &DatabaseAddress, to: &Path) -> Result<(), BackupError> {
    let failed = |error| BackupError::File { path: to.to_owned(), error };
    let name = to.to_str().ok_or_else(|| BackupError::Name(to.to_owned()))?;
    make_private(to)?;
    match address {
        DatabaseAddress::Memory => return Err(BackupError::InMemory),
        DatabaseAddress::File { path, .. } => {
            if !path.is_file() {
                let error = std::io::ErrorKind::NotFound.into();
                return Err(BackupError::File { path: path.clone(), error });
            }
            copy_whole(path, name)?;
        }
        DatabaseAddress::Postgres(_) => drop(copy(address, &to.to_owned().into(), &[SERVICE, ACCESS]).await?),
    }
    let copied = Connection::open(to)?;
    // A single file, without a log beside it.
    copied.pragma_update(None, "journal_mode", "DELETE")?;
    if copied.table_exists(None, "uploads")? {
        copied.pragma_update(None, "foreign_keys", true)?;
        copied.execute_batch(DROP_UNFINISHED)?;
    }
    copied.close().map_err(|(_, error)| error)?;
    Snapshot::open(to)?;
    File::open(to).and_then(|file| file.sync_all()).map_err(failed)
}

impl Snapshot {
    /// Opens a snapshot for reading, and checks that it is not damaged.
    ///
    /// # Errors
    /// [`BackupError`].
    pub fn open(path: &Path) -> Result<Self, BackupError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        match check_whole(&connection)? {
            Some(damage) => Err(BackupError::Damaged(damage)),
            None => Ok(Self(connection)),
        }
    }

    /// Returns the parts of its schema (`service`, `access`) with their versions.
    ///
    /// # Errors
    /// [`BackupError`].
    pub fn schema(&self) -> Result<Vec<(String, i64)>, BackupError> {
        let mut parts = self.0.prepare(PARTS)?;
        Ok(parts.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?)
    }

    /// Passes the CID and the size of all audio that it refers to, sorted by CID, until `each` fails.
    ///
    /// # Errors
    /// [`BackupError`] if it cannot be read, or that of `each`.
    pub fn audio<E: From<BackupError>>(&self, mut each: impl FnMut(&str, u64) -> Result<(), E>) -> Result<(), E> {
        let read = |error: rusqlite::Error| E::from(error.into());
        let mut audio = self.0.prepare(AUDIO).map_err(read)?;
        let mut rows = audio.query([]).map_err(read)?;
        while let Some(row) = rows.next().map_err(read)? {
            let (cid, size): (String, i64) = row.get(0).and_then(|cid| Ok((cid, row.get(1)?))).map_err(read)?;
            each(&cid, size.try_into().unwrap_or_default())?;
        }
        Ok(())
    }
}

/// Migrates all parts of the schema in this SQLite file.
///
/// # Errors
/// [`BackupError`].
pub async fn migrate_all(address: &DatabaseAddress) -> Result<(), BackupError> {
    let parts = address.file().map(Snapshot::open).transpose()?.map_or(Ok(Vec::new()), |snapshot| snapshot.schema())?;
    for part in [SERVICE, ACCESS].iter().filter(|known| parts.iter().any(|(name, _)| name == known.part)) {
        Database::migrate(address, part).await?;
    }
    Ok(())
}

/// Returns whether another process has this SQLite file open.
///
/// # Errors
/// [`BackupError`] if the file cannot be read.
pub fn is_in_use(path: &Path) -> Result<bool, BackupError> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    // In this mode a connection locks the file as a whole, and every open connection has a shared lock on it.
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    match connection.execute_batch("BEGIN EXCLUSIVE; COMMIT") {
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) => Ok(true),
        done => Ok(done.map(|()| false)?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Store;

    #[tokio::test]
    async fn snapshot_is_of_one_moment_and_private() {
        let folder = tempfile::tempdir().unwrap();
        let live = folder.path().join("live.db");
        let address = DatabaseAddress::from(live.clone());
        Store::migrate(&address).await.unwrap();
        let store = Store::open(&address).await.unwrap();
        assert_eq!(store.next_id("users").await.unwrap(), 1);
        assert!(is_in_use(&live).unwrap());
        let to = folder.path().join("copy.db");
        back_up(&address, &to).await.unwrap();
        assert_eq!(store.next_id("users").await.unwrap(), 2);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(std::fs::metadata(&to).unwrap().permissions().mode() & 0o777, 0o600);
        }
        assert_eq!(Snapshot::open(&to).unwrap().schema().unwrap()[0].0, "service");
        store.close().await;
        assert!(!is_in_use(&live).unwrap());
        let restored = Store::open(&to.into()).await.unwrap();
        assert_eq!(restored.next_id("users").await.unwrap(), 2, "as it was in between");
        restored.close().await;
        back_up(&address, &folder.path().join("of-a-closed-one.db")).await.unwrap();
    }

    #[tokio::test]
    async fn missing_and_damaged_databases_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join("copy.db");
        let none = DatabaseAddress::from(folder.path().join("none.db"));
        assert!(matches!(back_up(&none, &to).await, Err(BackupError::File { .. })));
        let garbage = folder.path().join("garbage.db");
        std::fs::write(&garbage, "x".repeat(10_000)).unwrap();
        assert!(matches!(back_up(&garbage.into(), &to).await, Err(BackupError::Store(_))));
        assert!(matches!(back_up(&DatabaseAddress::Memory, &to).await, Err(BackupError::InMemory)));
    }
}
