//! What can fail in a database.

use std::path::PathBuf;

/// How a row differs from what was expected of it.
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

/// The database could not be opened, or failed at a statement. Its text holds no bound value, and nothing of the address.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Not an address of a database that we speak with.
    #[error(
        "the database is given as sqlite:PATH, sqlite:PATH?synchronous=normal, sqlite::memory: or postgresql://USER@HOST/NAME"
    )]
    Address,
    /// The file could not be made.
    #[error("the database file {0:?}: {1}")]
    Create(PathBuf, std::io::Error),
    /// A statement, or the connection, failed.
    #[error("the database failed: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// Likewise.
    #[error("the database failed: {0}")]
    Postgres(#[from] sqlx::Error),
    /// A row is not as the statement says.
    #[error("a row of the database could not be read: {0}")]
    Row(#[from] RowError),
    /// It has been closed.
    #[error("the database is closed")]
    Closed,
    /// A part of the schema could not be made.
    #[error("the database could not be brought up to {part} {version}: {error}")]
    Migration {
        /// Whose tables.
        part: &'static str,
        /// Which step.
        version: i64,
        /// Why not.
        error: Box<StoreError>,
    },
    /// The schema is of a later version of this program.
    #[error("the database has the schema {part} {version}, and this program knows {known}: it was made by a later one")]
    Newer {
        /// Whose tables.
        part: &'static str,
        /// What is there.
        version: i64,
        /// What is known.
        known: i64,
    },
    /// The schema is of a time before the first release.
    #[error("the database was made before the first release: make it anew")]
    Older,
}

impl StoreError {
    /// Whether there is no space left for what was to be written.
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
