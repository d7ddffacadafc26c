//! The database: SQLite or PostgreSQL, by one text of SQL.
//!
//! What both read alike is all that is written: `$N` for parameters, BIGINT, BOOLEAN, TEXT, BYTEA, `ON CONFLICT`, `RETURNING`, ids out of
//! tables of counters. A read is one statement. A write is one statement, or several that succeed or fail together and none of which
//! needs the result of another: so a whole write can be handed over, tried again, and committed beside others.

mod address;
mod migration;
mod postgres;
mod row;
mod sqlite;
mod statement;

use std::path::PathBuf;
use std::sync::Arc;

pub use self::address::{DatabaseAddress, PostgresUrl, Synchronous};
pub(crate) use self::migration::{Migration, Migrations};
pub(crate) use self::row::Row;
pub(crate) use self::statement::{Statement, sql};

use self::postgres::Postgres;
use self::row::Shape;
use self::sqlite::Sqlite;

/// A database that is open. Clones are handles to the same one.
#[derive(Debug, Clone)]
pub(crate) enum Database {
    Sqlite(Arc<Sqlite>),
    Postgres(Postgres),
}

/// What a statement that writes has done.
#[derive(Debug)]
pub(crate) struct Written {
    /// How many rows it has inserted, updated or deleted.
    pub(crate) changed: u64,
    /// What it returns.
    pub(crate) rows: Vec<Row>,
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
    /// What others have written in the same commit could not be kept, and this went with it.
    #[error("the database failed to commit: {0}")]
    NotCommitted(String),
    /// A row is not as the statement says.
    #[error("a row of the database could not be read: {0}")]
    Shape(#[from] Shape),
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

impl Database {
    /// Opens the database and brings the schema up to date.
    pub(crate) async fn open(address: &DatabaseAddress, schema: &Migrations) -> Result<Self, StoreError> {
        match address {
            DatabaseAddress::Memory => Ok(Self::Sqlite(Arc::new(Sqlite::in_memory(schema)?))),
            DatabaseAddress::File { path, synchronous } => {
                let (path, synchronous, schema) = (path.clone(), *synchronous, *schema);
                // Another process may be at it, and is waited for.
                let opening = tokio::task::spawn_blocking(move || Sqlite::in_file(&path, synchronous, &schema));
                Ok(Self::Sqlite(Arc::new(opening.await.map_err(|_| StoreError::Closed)??)))
            }
            DatabaseAddress::Postgres(url) => Ok(Self::Postgres(Postgres::connect(url, schema).await?)),
        }
    }

    /// The rows of a statement that writes nothing.
    pub(crate) async fn read(&self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        match self {
            Self::Sqlite(sqlite) => sqlite.read(&statement),
            Self::Postgres(postgres) => postgres.read(&statement).await,
        }
    }

    /// The one row, or the first, of a statement that writes nothing.
    pub(crate) async fn read_one(&self, statement: Statement) -> Result<Option<Row>, StoreError> {
        Ok(self.read(statement).await?.into_iter().next())
    }

    /// Carries out a statement that writes. It is on the disk when this returns.
    pub(crate) async fn write(&self, statement: Statement) -> Result<Written, StoreError> {
        let written = self.transaction(vec![statement]).await?.into_iter().next();
        written.ok_or(StoreError::Closed)
    }

    /// Carries out statements of which either all take effect or none.
    pub(crate) async fn transaction(&self, statements: Vec<Statement>) -> Result<Vec<Written>, StoreError> {
        match self {
            Self::Sqlite(sqlite) => sqlite.write(statements).await,
            Self::Postgres(postgres) => postgres.write(&statements).await,
        }
    }

    /// The next number of a counter, which is given to nobody else, and never again: a row that was deleted has no namesake.
    pub(crate) async fn next(&self, statement: Statement) -> Result<i64, StoreError> {
        let mut rows = self.write(statement).await?.rows.into_iter();
        rows.next().ok_or(Shape::NoRow)?.take()
    }

    /// Waits for statements under way and closes the connections.
    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite(sqlite) => sqlite.close().await,
            Self::Postgres(postgres) => postgres.close().await,
        }
    }
}
