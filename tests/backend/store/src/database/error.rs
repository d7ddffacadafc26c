//! Errors of a database.

use std::path::PathBuf;
use std::sync::Arc;

/// How a row differs from what was expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// There is none.
    #[error("there is none")]
    NoRow,
    /// It has fewer columns.
    #[error("it has too few columns")]
    TooFewColumns,
    /// A column is of another type, or out of range.
    #[error("a column is of another type, or out of range")]
    Type,
}

/// The database could not be opened, or a statement failed. The message has no bound values, and nothing of the
/// address.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Not the address of a supported database.
    #[error(
        "the database is given as sqlite:PATH, sqlite:PATH?synchronous=normal, sqlite::memory: or postgresql://USER@HOST/NAME"
    )]
    Address,
    /// The file could not be created.
    #[error("the database file {0:?}: {1}")]
    Create(PathBuf, std::io::Error),
    /// A statement, or the connection, failed.
    #[error("the database failed: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The same, for PostgreSQL. All writes of a batch share it.
    #[error("the database failed: {0}")]
    Postgres(Arc<sqlx::Error>),
    /// A row does not match the statement.
    #[error("a row of the database could not be read: {0}")]
    Row(#[from] RowError),
    /// The database has been closed.
    #[error("the database is closed")]
    Closed,
    /// A migration failed.
    #[error("the database could not be migrated to {part} {version}: {error}")]
    Migration {
        /// The part of the schema.
        part: &'static str,
        /// The version of the migration.
        version: i64,
        /// The error.
        error: Box<StoreError>,
    },
    /// A migration could not lock a table, because another transaction has used it for longer than the migration waits.
    #[error(
        "the database could not be migrated to the newest schema of {part}, and is unchanged: another transaction uses a table, such as `pg_dump` or an open `psql`. Wait until it has ended, and run `stagepass-backend migrate` again"
    )]
    InUse {
        /// The part of the schema.
        part: &'static str,
    },
    /// The schema is older than this program.
    #[error(
        "the database has the schema {part} {version} (0: none), and this program needs {known}: make a backup, and run `stagepass-backend migrate` with {}",
        if *part == "access" { "--access-database" } else { "--database" }
    )]
    NotMigrated {
        /// The part of the schema.
        part: &'static str,
        /// Its version.
        version: i64,
        /// The version that this program needs.
        known: i64,
    },
    /// The schema is newer than this program, and not compatible with it.
    #[error("the database has the schema {part} {version}, but this program only knows {known}: use a newer program")]
    Newer {
        /// The part of the schema.
        part: &'static str,
        /// Its version.
        version: i64,
        /// The version that this program supports.
        known: i64,
    },
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Postgres(Arc::new(error))
    }
}

impl StoreError {
    /// Returns whether the disk is full.
    pub fn is_full(&self) -> bool {
        match self {
            Self::Sqlite(error) => error.sqlite_error_code() == Some(rusqlite::ErrorCode::DiskFull),
            // disk_full
            Self::Postgres(error) => {
                error.as_database_error().and_then(sqlx::error::DatabaseError::code).is_some_and(|code| code == "53100")
            }
            _ => false,
        }
    }
}
