//! SQLite. A read of one row runs on the calling thread: finding a row by its key takes microseconds, which is less
//! than switching threads. Other reads run on a thread that may block. All writes go through one thread, which commits
//! everything in its queue at once (`writer.rs`).

mod checkpoint;
pub(super) mod connection;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use self::connection::{lock, prepared, run};
use self::writer::Writer;
use super::address::Synchronous;
use super::error::StoreError;
use super::migration::{self, Migrations, Schema};
use super::row::Row;
use super::statement::{Statement, WriteResult};
use stagepass_kit::private;

/// How often opening a file is retried while another process creates it. Together the attempts take as long as
/// [`BUSY_TIMEOUT`](connection::BUSY_TIMEOUT).
const TRIES: u32 = 500;
const BETWEEN_TRIES: Duration = Duration::from_millis(10);
/// The page cache of the writer in KiB. It stays valid, because nothing else writes to the file. What it lacks is in
/// the system's page cache: with 64 MiB, a rotation takes 1 to 2 µs less.
const CACHED: i64 = 8 << 10;
/// The page cache of each reader in KiB, which is valid until the next commit. More makes no read faster.
const READ_CACHED: i64 = 2 << 10;

const TABLE_EXISTS: &str = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = $1)";

/// An SQLite database.
#[derive(Debug)]
pub(crate) struct Sqlite {
    writer: Writer,
    readers: Readers,
}

/// The connections for reading. None once the database is closed.
#[derive(Debug)]
enum Readers {
    /// The writer's connection: a second one would open another database in memory.
    Shared(Mutex<Option<Arc<Mutex<Connection>>>>),
    /// One read-only connection for each concurrent reader.
    Pool { path: PathBuf, idle: Mutex<Option<Vec<Connection>>> },
}

impl Sqlite {
    pub(super) fn in_memory(schema: &Migrations) -> Result<Self, StoreError> {
        let connection = prepared(Connection::open_in_memory()?)?;
        take_steps(&connection, schema)?;
        let connection = Arc::new(Mutex::new(connection));
        let writer = Writer::start(Arc::clone(&connection), None);
        Ok(Self { writer, readers: Readers::Shared(Mutex::new(Some(connection))) })
    }

    pub(super) fn in_file(path: &Path, synchronous: Synchronous, schema: &Migrations) -> Result<Self, StoreError> {
        let connection = existing(path)?;
        schema.check(connection.as_ref().map_or(Ok(Schema::default()), |connection| schema_of(connection, schema))?)?;
        let connection = connection.ok_or(StoreError::Closed)?;
        write_ahead(&connection)?;
        // FULL: an exchanged code or a revoked token must survive a power failure.
        connection.pragma_update(
            None,
            "synchronous",
            match synchronous {
                Synchronous::Full => "FULL",
                Synchronous::Normal => "NORMAL",
            },
        )?;
        connection.pragma_update(None, "cache_size", -CACHED)?;
        connection.pragma_update(None, "wal_autocheckpoint", 0)?;
        let checkpoints = checkpoint::Checkpoints::start(prepared(Connection::open(path)?)?, path);
        let writer = Writer::start(Arc::new(Mutex::new(connection)), Some(checkpoints));
        Ok(Self { writer, readers: Readers::Pool { path: path.to_owned(), idle: Mutex::new(Some(Vec::new())) } })
    }

    pub(super) fn read(&self, statement: &Statement) -> Result<Vec<Row>, StoreError> {
        match &self.readers {
            Readers::Shared(connection) => {
                let connection = lock(connection).clone().ok_or(StoreError::Closed)?;
                Ok(run(&lock(&connection), statement)?.rows)
            }
            Readers::Pool { path, idle } => {
                let taken = lock(idle).as_mut().ok_or(StoreError::Closed)?.pop();
                let connection = taken.map_or_else(|| reader(path), Ok)?;
                let rows = run(&connection, statement)?.rows;
                if let Some(idle) = lock(idle).as_mut() {
                    idle.push(connection);
                }
                Ok(rows)
            }
        }
    }

    pub(super) async fn write(&self, statements: Vec<Statement>) -> Result<Vec<WriteResult>, StoreError> {
        self.writer.write(statements).await
    }

    /// The readers are closed first: the last connection moves the log into the file, and readers cannot do that.
    pub(super) async fn close(&self) {
        match &self.readers {
            Readers::Shared(connection) => drop(lock(connection).take()),
            Readers::Pool { idle, .. } => drop(lock(idle).take()),
        }
        self.writer.close().await;
    }
}

/// Opens a file, unless there is none.
fn existing(path: &Path) -> Result<Option<Connection>, StoreError> {
    if path.exists() { Ok(Some(prepared(Connection::open(path)?)?)) } else { Ok(None) }
}

fn reader(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = prepared(Connection::open_with_flags(path, flags)?)?;
    connection.pragma_update(None, "cache_size", -READ_CACHED)?;
    Ok(connection)
}

/// Makes a new database readable by its owner only, because it has password hashes. SQLite uses the same mode for the
/// files beside it.
fn make_private(path: &Path) -> Result<(), StoreError> {
    match private::options().create_new(true).open(path) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
            Err(StoreError::Create(path.to_owned(), error))
        }
        _ => Ok(()),
    }
}

/// Enables write-ahead logging. If two processes do so at the same time, they could deadlock. SQLite then returns
/// "busy" at once instead of waiting.
fn write_ahead(connection: &Connection) -> Result<(), StoreError> {
    let mut tries = 0..TRIES;
    loop {
        match connection.pragma_update(None, "journal_mode", "WAL") {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && tries.next().is_some() => {
                std::thread::sleep(BETWEEN_TRIES);
            }
            done => return Ok(done?),
        }
    }
}

/// Migrates a file, which is created if it is missing. Returns the version before.
pub(super) fn migrate(path: &Path, schema: &Migrations) -> Result<i64, StoreError> {
    make_private(path)?;
    let connection = prepared(Connection::open(path)?)?;
    write_ahead(&connection)?;
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let taken = take_steps(&connection, schema);
    connection.execute_batch(if taken.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
    taken
}

/// Returns the schema of this part in a file, which may be missing.
pub(super) fn schema_in_file(path: &Path, schema: &Migrations) -> Result<Schema, StoreError> {
    existing(path)?.map_or(Ok(Schema::default()), |connection| schema_of(&connection, schema))
}

fn schema_of(connection: &Connection, schema: &Migrations) -> Result<Schema, StoreError> {
    // Not by `table_exists`, which may answer from before the transaction.
    let exists = |table| connection.query_row(TABLE_EXISTS, [table], |row| row.get::<_, bool>(0));
    let number = |table, query| {
        if exists(table)? { connection.query_row(query, [schema.part], |row| row.get(0)) } else { Ok(0) }
    };
    let [versions, compatibility] = migration::TABLES;
    Ok(Schema { version: number(versions, migration::NEWEST)?, oldest: number(compatibility, migration::OLDEST)? })
}

fn take_steps(connection: &Connection, schema: &Migrations) -> Result<i64, StoreError> {
    let there = schema_of(connection, schema)?;
    schema.check_newer(there)?;
    connection.execute_batch(migration::MAKE_TABLES)?;
    for (version, step) in schema.after(there.version) {
        let taken = connection
            .execute_batch(step.sql)
            .and_then(|()| connection.execute(migration::NOTE, (schema.part, version, step.name)));
        taken.map_err(|error| schema.failed(version, error.into()))?;
    }
    if there.version <= schema.newest() {
        connection.execute(migration::NOTE_OLDEST, (schema.part, schema.oldest()))?;
    }
    Ok(there.version)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::SERVICE;

    #[test]
    fn concurrent_migrations_of_new_file_succeed() {
        for _ in 0..20 {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("new.db");
            let start = std::sync::Barrier::new(8);
            std::thread::scope(|scope| {
                let opening = [(); 8].map(|()| {
                    scope.spawn(|| {
                        start.wait();
                        migrate(&path, &SERVICE)
                    })
                });
                for opened in opening {
                    opened.join().unwrap().unwrap();
                }
            });
        }
    }
}
