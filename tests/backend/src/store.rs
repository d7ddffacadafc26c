//! The service's state. All SQL is here.
//!
//! Whatever decides something (who redeems a code, who rotates a token) is one UPDATE whose condition is checked by the database and
//! whose row count is the answer: there is no moment between looking and acting, whether it is asked by one service or by several.

mod app_names;
mod app_rates;
mod apps;
mod artwork;
mod backup;
mod connected_apps;
mod consents;
mod contents;
mod database;
mod grants;
mod library;
mod listens;
mod owned_apps;
mod pictures;
mod playable;
mod sessions;
mod sweep;
mod track_changes;
mod tracks;
mod tries;
mod upload_progress;
mod uploads;
mod users;

pub use self::apps::{AppRecord, NewAppRecord, NewSecretHashes};
pub use self::backup::{BackupError, back_up};
pub(crate) use self::connected_apps::{ConnectedApp, NamedApp, Use};
pub use self::contents::Forgotten;
pub use self::database::{CopyError, DatabaseAddress, PostgresUrl, StoreError, Synchronous};
pub(crate) use self::database::{Database, Migration, Migrations, Row, Statement, Written, sql};
pub use self::grants::{Grant, NewGrant};
pub(crate) use self::grants::{Holder, Succession};
pub use self::listens::{ReportKey, TrackListens};
pub use self::owned_apps::OwnedApp;
pub use self::pictures::PictureFile;
pub use self::playable::{PlayableContent, PlayableTrack};
pub use self::sessions::{NewSession, PasswordChange};
pub(crate) use self::sweep::LONGEST_WINDOW;
pub use self::track_changes::TrackChanges;
pub use self::tracks::{NewTrackRecord, TrackRecord};
pub use self::upload_progress::{AbandonedMultipart, Advance, Inspections, PartRecord};
pub use self::uploads::{Allowance, NewUpload, UploadRecord, Usage};
pub use self::users::{NewUserRecord, UserRecord};

use stagepass_kit::metrics::Metrics;

const SCHEMA: Migrations = Migrations {
    part: "service",
    steps: &[
        Migration {
            name: "accounts and grants",
            sql: include_str!("../migrations/service/0001_accounts_and_grants.sql"),
        },
        Migration {
            name: "tracks and consents",
            sql: include_str!("../migrations/service/0002_tracks_and_consents.sql"),
        },
        Migration { name: "people", sql: include_str!("../migrations/service/0003_people.sql") },
        Migration { name: "uploads that last", sql: include_str!("../migrations/service/0004_uploads.sql") },
        Migration { name: "tracks that change", sql: include_str!("../migrations/service/0005_tracks.sql") },
        Migration { name: "uploads of tracks", sql: include_str!("../migrations/service/0006_track_uploads.sql") },
        Migration {
            name: "reports and sign-ins",
            sql: include_str!("../migrations/service/0007_reports_and_sign_ins.sql"),
        },
        Migration { name: "names of apps", sql: include_str!("../migrations/service/0008_app_names.sql") },
        Migration { name: "rate limits of apps", sql: include_str!("../migrations/service/0009_app_rates.sql") },
        Migration { name: "inspections", sql: include_str!("../migrations/service/0010_inspections.sql") },
        Migration {
            name: "unfinished uploads",
            sql: include_str!("../migrations/service/0011_unfinished_uploads.sql"),
        },
    ],
};

/// Copies the state from one database into another, which may not exist yet and must hold nothing: all of it, as it is at one moment, or
/// nothing at all. The tables of an access server that shares the database come along. Returns the tables with their numbers of rows.
///
/// # Errors
/// [`CopyError`].
pub async fn copy(from: &DatabaseAddress, to: &DatabaseAddress) -> Result<Vec<(String, u64)>, CopyError> {
    database::copy(from, to, &[SCHEMA, crate::access::SCHEMA]).await
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
        Ok(Self { database: Database::open(address, &SCHEMA).await? })
    }

    /// Counts what is asked of it, and how long that takes.
    pub(crate) fn measured(self, metrics: &Metrics) -> Self {
        Self { database: self.database.measured(Some(metrics)) }
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
