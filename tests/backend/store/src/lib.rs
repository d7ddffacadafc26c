//! All SQL of the service, the schemas of the service and the access server, and the database itself: SQLite or
//! PostgreSQL. This crate knows no HTTP.
//!
//! Every decision (who exchanges a code, who rotates a token) is one UPDATE. The database checks its condition, and the
//! number of changed rows is the answer. So there is no race between check and action, even with several services.

mod access_servers;
mod apps;
mod database;
mod grants;
mod schema;
mod sweep;
mod tracks;
mod uploads;
mod users;
mod waveform;

pub use self::access_servers::{AccessServerRecord, AdmittedAccessServer, NewAccessServer};
pub use self::apps::connected::{AppUse, ConnectedApp, NamedApp};
pub use self::apps::owned::OwnedApp;
pub use self::apps::session_limits::SessionLimits;
pub use self::apps::{AppRecord, MAX_REDIRECT_URIS_LENGTH, NewAppRecord, NewSecretHashes};
pub use self::database::{
    CopyError, Database, DatabaseAddress, Migration, Migrations, PostgresUrl, Row, Statement, StoreError, Synchronous,
    WriteResult, sql,
};
pub use self::grants::caps::{MAX_CODES, MAX_CONSENT_REDIRECT_URIS, MAX_CONSENTS, MAX_GRANTS, MAX_SESSIONS};
pub use self::grants::consents::RememberedConsent;
pub use self::grants::proofs::{NewProof, ProofUse};
pub use self::grants::rotation::{Holder, Succession};
pub use self::grants::{Grant, GrantId, NewGrant};
pub use self::schema::{ACCESS, SERVICE};
pub use self::sweep::{CONSENT_REMEMBERED, LONGEST_WINDOW};
pub use self::tracks::changes::TrackChanges;
pub use self::tracks::limits::{TRACKS_OF_AUDIO, TRACKS_OF_USER, TRACKS_OF_USER_AND_AUDIO, TrackLimit};
pub use self::tracks::listens::{ReportKey, TrackListens};
pub use self::tracks::playable::{PlayableContent, PlayableStore, PlayableTrack};
pub use self::tracks::sites::TrackSites;
pub use self::tracks::{Maker, NewTrackRecord, TrackRecord};
pub use self::uploads::contents::{AudioContent, UploadRemoval};
pub use self::uploads::progress::{AbandonedMultipart, Advance, Inspections, PartRecord};
pub use self::uploads::{Allowance, NewUpload, UploadRecord, Usage};
pub use self::users::deletion::DeletionRequest;
pub use self::users::pictures::PictureFile;
pub use self::users::sessions::{AppsOfBrowser, MAX_BROWSERS, NewSession, PasswordChange, SessionRecord};
pub use self::users::{NewUserRecord, UserRecord};
pub use self::waveform::Waveform;

use std::sync::Arc;

use stagepass_kit::store_observer::StoreObserver;

/// Copies all data of one database, as a snapshot, to another one, which may not exist yet and must be empty. It also
/// copies the tables of an access server that shares the database. Returns the tables with their numbers of rows.
///
/// # Errors
/// [`CopyError`].
pub async fn copy(from: &DatabaseAddress, to: &DatabaseAddress) -> Result<Vec<(String, u64)>, CopyError> {
    database::copy(from, to, &[SERVICE, ACCESS]).await
}

/// The service's database. Clones share it.
#[derive(Debug, Clone)]
pub struct Store {
    database: Database,
}

impl Store {
    /// Migrates the service's part of the schema: see [`Database::migrate`].
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be migrated.
    pub async fn migrate(address: &DatabaseAddress) -> Result<(i64, i64), StoreError> {
        Database::migrate(address, &SERVICE).await
    }

    /// Opens the database, which must have been migrated: see [`Database::open`].
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be opened, or has another schema.
    pub async fn open(address: &DatabaseAddress) -> Result<Self, StoreError> {
        Ok(Self { database: Database::open(address, &SERVICE).await? })
    }

    /// Reports statements and their durations to `observer`.
    #[must_use]
    pub fn observed(self, observer: Arc<dyn StoreObserver>) -> Self {
        Self { database: self.database.observed(observer) }
    }

    /// Checks that the database responds.
    ///
    /// # Errors
    /// [`StoreError`] if it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.database.read(sql("SELECT last FROM counters WHERE counter = 'users'")).await?;
        Ok(())
    }

    /// Checks that the database can be written.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot.
    pub async fn ping_by_writing(&self) -> Result<(), StoreError> {
        // A different number each time, because an unchanged page would not be written.
        let count = sql(
            "INSERT INTO counters (counter, last) VALUES ('pings', 1) ON CONFLICT (counter) DO UPDATE SET last = counters.last + 1",
        );
        self.database.write(count).await?;
        Ok(())
    }

    /// Waits for running statements and closes the connections.
    pub async fn close(&self) {
        self.database.close().await;
    }

    /// Returns the next ID for a table.
    async fn next_id(&self, counter: &str) -> Result<i64, StoreError> {
        let next = sql("UPDATE counters SET last = last + 1 WHERE counter = $1 RETURNING last");
        self.database.next(next.bind(counter)).await
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::path::Path;

    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn write_dropped_by_caller_still_completes() {
        let store = Store::open(&DatabaseAddress::Memory).await.unwrap();
        for _ in 0..20 {
            // Started, and dropped at once.
            let _ = store.next_id("users").now_or_never();
            store.ping().await.unwrap();
        }
        assert_eq!(store.next_id("users").await.unwrap(), 21, "what was begun was done");
    }

    #[tokio::test]
    async fn a_file_is_made_once_and_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let address = DatabaseAddress::from(folder.path().join("test.db"));
        assert!(matches!(Store::open(&address).await, Err(StoreError::NotMigrated { version: 0, .. })));
        assert!(!address.file().unwrap().exists());
        Store::migrate(&address).await.unwrap();
        for id in 1..3 {
            let store = Store::open(&address).await.unwrap();
            store.ping().await.unwrap();
            assert_eq!(store.next_id("users").await.unwrap(), id);
            store.close().await;
            assert!(matches!(store.next_id("users").await, Err(StoreError::Closed)));
        }
    }

    #[tokio::test]
    async fn newer_schema_is_used_if_it_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        let address = DatabaseAddress::from(path.clone());
        let (_, known) = Store::migrate(&address).await.unwrap();
        by_hand(&path, "INSERT INTO schema_migrations VALUES ('service', 99, 'of tomorrow')");
        for (oldest, is_compatible) in [(99, false), (known + 1, false), (known, true), (1, true)] {
            by_hand(&path, &format!("UPDATE schema_compatibility SET oldest = {oldest}"));
            let opened = Store::open(&address).await;
            assert_eq!(opened.is_ok(), is_compatible, "{oldest}");
            assert!(is_compatible || matches!(opened, Err(StoreError::Newer { version: 99, .. })));
            assert_eq!(Store::migrate(&address).await.is_ok(), is_compatible);
        }
        by_hand(&path, "DROP TABLE schema_compatibility");
        assert!(matches!(Store::open(&address).await, Err(StoreError::Newer { .. })));
    }

    #[test]
    fn newest_schema_is_named_in_the_changelog() {
        let changelog = include_str!("../../../../CHANGELOG.md");
        let newest = changelog.split("\n## ").nth(1).unwrap();
        for part in [SERVICE, ACCESS] {
            let line = format!("schema `{}` {}", part.part, part.newest());
            assert!(newest.contains(&line), "the newest version in CHANGELOG.md does not name the {line}");
        }
    }

    /// A store in memory with the user `demo`.
    pub(crate) async fn with_demo() -> (Store, i64) {
        let store = Store::open(&DatabaseAddress::Memory).await.unwrap();
        let (handle, name, password_hash) = ("demo", "Demo", "old");
        let user = NewUserRecord { handle, name, password_hash, verified: false, picture_id: None, created_at: 0 };
        let user_id = store.insert_user(&user).await.unwrap().unwrap().user_id;
        (store, user_id)
    }

    fn by_hand(path: &Path, statement: &str) {
        rusqlite::Connection::open(path).unwrap().execute_batch(statement).unwrap();
    }
}
