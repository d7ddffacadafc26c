//! All SQL of the service, the schema of both servers that have a database, and the database itself: SQLite or PostgreSQL.
//! It knows nothing of HTTP.
//!
//! Whatever decides something (who redeems a code, who rotates a token) is one UPDATE whose condition is checked by the database and
//! whose row count is the answer: there is no moment between looking and acting, whether it is asked by one service or by several.

mod apps;
mod backup;
mod database;
mod grants;
mod schema;
mod sweep;
mod tracks;
mod uploads;
mod users;

pub use self::apps::connected::{AppUse, ConnectedApp, NamedApp};
pub use self::apps::owned::OwnedApp;
pub use self::apps::{AppRecord, NewAppRecord, NewSecretHashes};
pub use self::backup::{BackupError, back_up};
pub use self::database::{
    CopyError, Database, DatabaseAddress, Migration, Migrations, PostgresUrl, Row, Statement, StoreError, Synchronous,
    WriteResult, sql,
};
pub use self::grants::{Grant, GrantId, Holder, NewGrant, Succession};
pub use self::schema::ACCESS;
pub use self::sweep::LONGEST_WINDOW;
pub use self::tracks::changes::TrackChanges;
pub use self::tracks::listens::{ReportKey, TrackListens};
pub use self::tracks::playable::{PlayableContent, PlayableTrack};
pub use self::tracks::{NewTrackRecord, TrackRecord};
pub use self::uploads::contents::{AudioContent, UploadRemoval};
pub use self::uploads::progress::{AbandonedMultipart, Advance, Inspections, PartRecord};
pub use self::uploads::{Allowance, NewUpload, UploadRecord, Usage};
pub use self::users::pictures::PictureFile;
pub use self::users::sessions::{NewSession, PasswordChange};
pub use self::users::{NewUserRecord, UserRecord};

use std::sync::Arc;

use stagepass_kit::store_observer::StoreObserver;

use self::schema::SERVICE;

/// Copies the state from one database into another, which may not exist yet and must hold nothing: all of it, as it is at one moment, or
/// nothing at all. The tables of an access server that shares the database come along. Returns the tables with their numbers of rows.
///
/// # Errors
/// [`CopyError`].
pub async fn copy(from: &DatabaseAddress, to: &DatabaseAddress) -> Result<Vec<(String, u64)>, CopyError> {
    database::copy(from, to, &[SERVICE, ACCESS]).await
}

/// The service's database. Clones are handles to the same one.
#[derive(Debug, Clone)]
pub struct Store {
    database: Database,
}

impl Store {
    /// Opens the database and brings its schema up to date.
    ///
    /// # Errors
    /// [`StoreError`] if it can't be opened or migrated.
    pub async fn open(address: &DatabaseAddress) -> Result<Self, StoreError> {
        Ok(Self { database: Database::open(address, &SERVICE).await? })
    }

    /// Tells `observer` what is asked of the database, and how long that takes.
    #[must_use]
    pub fn observed(self, observer: Arc<dyn StoreObserver>) -> Self {
        Self { database: self.database.observed(observer) }
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// [`StoreError`] if it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.database.read(sql("SELECT last FROM counters WHERE counter = 'users'")).await?;
        Ok(())
    }

    /// Whether the database can be written to.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot.
    pub async fn ping_by_writing(&self) -> Result<(), StoreError> {
        // Another number each time: what is there already would not be written.
        let count = sql(
            "INSERT INTO counters (counter, last) VALUES ('pings', 1) ON CONFLICT (counter) DO UPDATE SET last = counters.last + 1",
        );
        self.database.write(count).await?;
        Ok(())
    }

    /// Waits for statements under way and closes the connections.
    pub async fn close(&self) {
        self.database.close().await;
    }

    /// The next number of a table that numbers its rows.
    async fn next_id(&self, counter: &str) -> Result<i64, StoreError> {
        let next = sql("UPDATE counters SET last = last + 1 WHERE counter = $1 RETURNING last");
        self.database.next(next.bind(counter)).await
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn whoever_hangs_up_takes_nothing_along() {
        let store = Store::open(&DatabaseAddress::Memory).await.unwrap();
        for _ in 0..20 {
            // Begun, and given up at once.
            let _ = store.next_id("users").now_or_never();
            store.ping().await.unwrap();
        }
        assert_eq!(store.next_id("users").await.unwrap(), 21, "what was begun was done");
    }

    #[tokio::test]
    async fn a_file_is_made_once_and_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let address = DatabaseAddress::from(folder.path().join("test.db"));
        for id in 1..3 {
            let store = Store::open(&address).await.unwrap();
            store.ping().await.unwrap();
            assert_eq!(store.next_id("users").await.unwrap(), id);
            store.close().await;
            assert!(matches!(store.next_id("users").await, Err(StoreError::Closed)));
        }
    }

    #[tokio::test]
    async fn a_file_of_a_later_version_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        let address = DatabaseAddress::from(path.clone());
        Store::open(&address).await.unwrap().close().await;
        by_hand(&path, "INSERT INTO schema_migrations VALUES ('service', 99, 'of tomorrow')");
        assert!(matches!(Store::open(&address).await, Err(StoreError::Newer { version: 99, .. })));
    }

    #[tokio::test]
    async fn a_file_of_before_the_first_release_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        by_hand(&path, "CREATE TABLE _sqlx_migrations (version BIGINT)");
        assert!(matches!(Store::open(&DatabaseAddress::from(path)).await, Err(StoreError::Older)));
    }

    fn by_hand(path: &Path, statement: &str) {
        rusqlite::Connection::open(path).unwrap().execute_batch(statement).unwrap();
    }
}
