//! The service's state. All SQL is here, written so that SQLite and PostgreSQL both take it (`$N`, BIGINT times, `ON CONFLICT`).
//!
//! Whatever decides something (who redeems a code, who rotates a token) is one UPDATE whose condition is checked by the database and
//! whose row count is the answer: there is no moment between looking and acting.

mod apps;
mod consents;
mod grants;
mod pictures;
mod playable;
mod sessions;
mod tracks;
mod uploads;
mod users;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

pub use self::apps::{AppRecord, NewAppRecord};
pub(crate) use self::grants::Succession;
pub use self::grants::{Grant, NewGrant};
pub use self::pictures::PictureFile;
pub use self::playable::{PlayableContent, PlayableTrack};
pub use self::sessions::NewSession;
pub use self::tracks::{NewTrackRecord, TrackRecord};
pub use self::uploads::{NewUpload, UploadRecord};
pub use self::users::{NewUserRecord, UserRecord};

const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
const CONNECTIONS: u32 = 8;

/// A pool of connections to the database.
#[derive(Debug, Clone)]
pub struct Store {
    pool: SqlitePool,
}

/// The database could not be opened, or failed at a statement. Its text holds no bound value.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Not an address that we have a driver for.
    #[error("the database is given as sqlite:PATH or sqlite::memory:")]
    Address,
    /// The file could not be made.
    #[error("the database file {0:?}: {1}")]
    Create(PathBuf, std::io::Error),
    /// A statement, or the connection, failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The schema could not be brought up to date.
    #[error("the database could not be migrated: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
}

/// Where the database is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseAddress {
    /// Gone with the process.
    Memory,
    /// A file of SQLite's; made if it is missing.
    File(PathBuf),
}

impl FromStr for DatabaseAddress {
    type Err = StoreError;

    /// Reads `sqlite:PATH`, `sqlite://PATH` or `sqlite::memory:`.
    fn from_str(text: &str) -> Result<Self, StoreError> {
        let path = text.strip_prefix("sqlite:").ok_or(StoreError::Address)?;
        match path.strip_prefix("//").unwrap_or(path) {
            "" => Err(StoreError::Address),
            ":memory:" => Ok(Self::Memory),
            path => Ok(Self::File(PathBuf::from(path))),
        }
    }
}

impl DatabaseAddress {
    /// The file, if there is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::Memory => None,
            Self::File(path) => Some(path),
        }
    }
}

impl Store {
    /// Opens the database and brings its schema up to date.
    ///
    /// # Errors
    /// [`StoreError`] if it can't be opened or migrated.
    pub async fn open(address: &DatabaseAddress) -> Result<Self, StoreError> {
        let pool = connect(address).await?;
        sqlx::migrate!("migrations/sqlite").run(&pool).await?;
        Ok(Self { pool })
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// [`StoreError`] if it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    /// Deletes what has expired by `now`. Returns how many rows went.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn sweep(&self, now: i64) -> Result<u64, StoreError> {
        let grants = sqlx::query("DELETE FROM grants WHERE expires_at <= $1").bind(now).execute(&self.pool).await?;
        let sessions = sqlx::query("DELETE FROM sessions WHERE expires_at <= $1").bind(now).execute(&self.pool).await?;
        Ok(grants.rows_affected() + sessions.rows_affected())
    }

    /// Waits for statements under way and closes the connections.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

/// A pool of connections to the database, whose schema is the caller's business.
pub(crate) async fn connect(address: &DatabaseAddress) -> Result<SqlitePool, StoreError> {
    let options = SqliteConnectOptions::new().foreign_keys(true).busy_timeout(BUSY_TIMEOUT);
    let (options, pool) = match address {
        // Every connection to memory would be a database of its own: there is one, and it is never closed. Not for idleness, and not because
        // somebody hung up while the pool was testing it.
        DatabaseAddress::Memory => {
            let pool = SqlitePoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
            (options.in_memory(true), pool.test_before_acquire(false))
        }
        // FULL: a code that was redeemed or a token that was revoked stays so through a power cut.
        DatabaseAddress::File(path) => {
            make_private(path)?;
            let options = options.filename(path).create_if_missing(true).journal_mode(SqliteJournalMode::Wal);
            (options.synchronous(SqliteSynchronous::Full), SqlitePoolOptions::new().max_connections(CONNECTIONS))
        }
    };
    Ok(pool.acquire_timeout(BUSY_TIMEOUT).connect_with(options).await?)
}

/// A new database is readable by its owner alone: it holds password hashes. SQLite gives the files beside it the same mode.
fn make_private(path: &Path) -> Result<(), StoreError> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
            Err(StoreError::Create(path.to_owned(), error))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[test]
    fn addresses() {
        assert_eq!("sqlite::memory:".parse::<DatabaseAddress>().unwrap(), DatabaseAddress::Memory);
        assert_eq!("sqlite:a/b.db".parse::<DatabaseAddress>().unwrap(), DatabaseAddress::File("a/b.db".into()));
        assert_eq!("sqlite:///var/x.db".parse::<DatabaseAddress>().unwrap(), DatabaseAddress::File("/var/x.db".into()));
        assert!("postgres://x".parse::<DatabaseAddress>().is_err());
        assert!("sqlite:".parse::<DatabaseAddress>().is_err());
    }

    #[tokio::test]
    async fn whoever_hangs_up_takes_nothing_of_the_memory_along() {
        let store = Store::open(&DatabaseAddress::Memory).await.unwrap();
        for _ in 0..20 {
            while store.pool.num_idle() == 0 {
                tokio::task::yield_now().await;
            }
            // Begun, and given up at once.
            let _ = store.ping().now_or_never();
            assert_eq!(store.sweep(0).await.unwrap(), 0);
        }
    }

    #[tokio::test]
    async fn a_file_is_made_once_and_opened_again() {
        let folder = std::env::temp_dir().join(format!("stagepass-store-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let address = DatabaseAddress::File(folder.join("test.db"));
        for _ in 0..2 {
            let store = Store::open(&address).await.unwrap();
            store.ping().await.unwrap();
            assert_eq!(store.sweep(0).await.unwrap(), 0);
            store.close().await;
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
