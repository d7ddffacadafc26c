//! The database: SQLite or PostgreSQL, with the same SQL.
//!
//! Only SQL that both understand is used: `$N` for parameters, BIGINT, BOOLEAN, TEXT, BYTEA, `ON CONFLICT`,
//! `RETURNING`, and IDs from counter tables. A read is one statement. A write is one statement, or several that succeed
//! or fail together. None of these depends on the result of another, so a write can be retried as a whole, and
//! committed together with others.

mod address;
mod copy;
mod error;
mod migration;
mod postgres;
mod row;
mod sqlite;
mod statement;

use std::sync::Arc;

pub use self::address::{DatabaseAddress, PostgresUrl, Synchronous};
pub use self::copy::CopyError;
pub(crate) use self::copy::copy;
pub use self::error::StoreError;
use self::migration::Schema;
pub use self::migration::{Migration, Migrations};
pub use self::row::Row;
pub use self::statement::{Statement, WriteResult, sql};

use stagepass_kit::store_observer::{StoreObserver, StoreWork};
use tokio::time::Instant;

use self::error::RowError;
use self::postgres::Postgres;
use self::sqlite::Sqlite;

/// An open database. Clones share it.
#[derive(Debug, Clone)]
pub struct Database {
    engine: Engine,
    observer: Option<Arc<dyn StoreObserver>>,
}

#[derive(Debug, Clone)]
enum Engine {
    Sqlite(Arc<Sqlite>),
    Postgres(Postgres),
}

impl Database {
    /// Migrates the schema. An SQLite file is created if it is missing. Returns the version before and the version
    /// after; they are equal if there was nothing to do.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn migrate(address: &DatabaseAddress, schema: &Migrations) -> Result<(i64, i64), StoreError> {
        let before = match address {
            DatabaseAddress::Memory => 0,
            DatabaseAddress::File { path, .. } => {
                let (path, schema) = (path.clone(), *schema);
                // Another process may be migrating it, so this can take a while.
                let migrating = tokio::task::spawn_blocking(move || sqlite::migrate(&path, &schema));
                migrating.await.map_err(|_| StoreError::Closed)??
            }
            DatabaseAddress::Postgres(url) => postgres::migrate(url, schema).await?,
        };
        Ok((before, before.max(schema.newest())))
    }

    /// Returns the schema version of the database, 0 if there is none, and the migrations that it lacks. Changes
    /// nothing.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails, or has a newer schema that this program cannot use.
    pub async fn pending(
        address: &DatabaseAddress,
        schema: &Migrations,
    ) -> Result<(i64, Vec<(i64, &'static str)>), StoreError> {
        let there = match address {
            DatabaseAddress::Memory => Schema::default(),
            DatabaseAddress::File { path, .. } => sqlite::schema_in_file(path, schema)?,
            DatabaseAddress::Postgres(url) => postgres::schema_at(url, schema).await?,
        };
        schema.check_newer(there)?;
        Ok((there.version, schema.after(there.version).map(|(version, step)| (version, step.name)).collect()))
    }

    /// Opens the database. Its schema must be that of this program, or a newer one that this program can use. A
    /// database in memory is migrated.
    ///
    /// # Errors
    /// [`StoreError::NotMigrated`] or [`StoreError::Newer`] if it has another schema, others if it fails.
    pub async fn open(address: &DatabaseAddress, schema: &Migrations) -> Result<Self, StoreError> {
        let engine = match address {
            DatabaseAddress::Memory => Engine::Sqlite(Arc::new(Sqlite::in_memory(schema)?)),
            DatabaseAddress::File { path, synchronous } => {
                let (path, synchronous, schema) = (path.clone(), *synchronous, *schema);
                let opening = tokio::task::spawn_blocking(move || Sqlite::in_file(&path, synchronous, &schema));
                Engine::Sqlite(Arc::new(opening.await.map_err(|_| StoreError::Closed)??))
            }
            DatabaseAddress::Postgres(url) => Engine::Postgres(Postgres::connect(url, schema).await?),
        };
        Ok(Self { engine, observer: None })
    }

    /// Reports statements and their durations to `observer`.
    #[must_use]
    pub fn observed(self, observer: Arc<dyn StoreObserver>) -> Self {
        Self { observer: Some(observer), ..self }
    }

    async fn timed<T>(
        &self,
        work: StoreWork,
        outcome: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let Some(observer) = &self.observer else { return outcome.await };
        let began = Instant::now();
        let outcome = outcome.await;
        observer.observe(work, began.elapsed(), outcome.is_err());
        outcome
    }

    /// Returns the rows of a statement that reads. It may take long, so SQLite runs it on a thread that may block.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn read(&self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        let reading = async {
            match &self.engine {
                Engine::Sqlite(sqlite) => {
                    let sqlite = Arc::clone(sqlite);
                    let reading = tokio::task::spawn_blocking(move || sqlite.read(&statement));
                    reading.await.map_err(|_| StoreError::Closed)?
                }
                Engine::Postgres(postgres) => postgres.read(statement).await,
            }
        };
        self.timed(StoreWork::Read, reading).await
    }

    /// Returns the first row of a statement that finds it by its key. SQLite does so on the calling thread, which takes
    /// less than switching threads.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn read_one(&self, statement: Statement) -> Result<Option<Row>, StoreError> {
        let reading = async {
            match &self.engine {
                Engine::Sqlite(sqlite) => sqlite.read(&statement),
                Engine::Postgres(postgres) => postgres.read(statement).await,
            }
        };
        Ok(self.timed(StoreWork::Read, reading).await?.into_iter().next())
    }

    /// Executes a statement that writes. The result is durable when this returns.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn write(&self, statement: Statement) -> Result<WriteResult, StoreError> {
        let written = self.transaction(vec![statement]).await?.into_iter().next();
        written.ok_or(StoreError::Closed)
    }

    /// Executes a statement that writes and always returns a row. The result is durable when this returns.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn write_one(&self, statement: Statement) -> Result<Row, StoreError> {
        Ok(self.write(statement).await?.rows.into_iter().next().ok_or(RowError::NoRow)?)
    }

    /// Executes statements as one transaction.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn transaction(&self, statements: Vec<Statement>) -> Result<Vec<WriteResult>, StoreError> {
        let writing = self.engine.write(statements);
        self.timed(StoreWork::Write, writing).await
    }

    /// Returns the next number of a counter. It is never used twice, so an ID never refers to another row later.
    ///
    /// # Errors
    /// [`StoreError`] if the database fails.
    pub async fn next(&self, statement: Statement) -> Result<i64, StoreError> {
        self.write_one(statement).await?.take()
    }

    /// Waits for running statements and closes the connections.
    pub async fn close(&self) {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.close().await,
            Engine::Postgres(postgres) => postgres.close().await,
        }
    }
}

impl Engine {
    async fn write(&self, statements: Vec<Statement>) -> Result<Vec<WriteResult>, StoreError> {
        match self {
            Self::Sqlite(sqlite) => sqlite.write(statements).await,
            Self::Postgres(postgres) => postgres.write(statements).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMA: Migrations = Migrations {
        part: "test",
        steps: &[Migration {
            name: "numbers",
            sql: "CREATE TABLE numbers (number BIGINT PRIMARY KEY, word TEXT, octets BYTEA);",
        }],
        compatible: (1, 1),
    };

    async fn open_new(address: &DatabaseAddress) -> Database {
        Database::migrate(address, &SCHEMA).await.unwrap();
        Database::open(address, &SCHEMA).await.unwrap()
    }

    /// One database in memory and one in a file, which is deleted with the folder.
    async fn databases() -> (tempfile::TempDir, [Database; 2]) {
        let folder = tempfile::tempdir().unwrap();
        let file = DatabaseAddress::from(folder.path().join("test.db"));
        let databases = [open_new(&DatabaseAddress::Memory).await, open_new(&file).await];
        (folder, databases)
    }

    fn insert(number: i64) -> Statement {
        sql("INSERT INTO numbers (number) VALUES ($1)").bind(number)
    }

    async fn all(database: &Database) -> Vec<i64> {
        let rows = database.read(sql("SELECT number FROM numbers ORDER BY number")).await.unwrap();
        rows.into_iter().map(|mut row| row.take().unwrap()).collect()
    }

    #[tokio::test]
    async fn written_row_is_read_until_database_closes() {
        let (_folder, databases) = databases().await;
        for database in databases {
            let insert = sql("INSERT INTO numbers (word, number, octets) VALUES ($2, $1, $3)");
            let insert = insert.bind(i64::MAX).bind("wörd").bind(&[0_u8, 255][..]);
            assert_eq!(database.write(insert).await.unwrap().changed, 1);
            let mut row = database.read_one(sql("SELECT number, word, octets FROM numbers")).await.unwrap().unwrap();
            assert_eq!(row.take::<i64>().unwrap(), i64::MAX);
            assert_eq!(row.take::<Option<String>>().unwrap().as_deref(), Some("wörd"));
            assert_eq!(row.take::<Vec<u8>>().unwrap(), [0, 255]);
            database.close().await;
            assert!(matches!(database.read(sql("SELECT 1")).await, Err(StoreError::Closed)));
            assert!(matches!(database.write(super::tests::insert(1)).await, Err(StoreError::Closed)));
        }
    }

    #[tokio::test]
    async fn failed_transaction_does_not_affect_batched_ones() {
        let (_folder, databases) = databases().await;
        for database in databases {
            // Queued together, and so committed together. Every third one fails.
            let jobs = (0..300_i64).map(|n| {
                let database = database.clone();
                tokio::spawn(async move {
                    let second = if n % 3 == 0 { insert(n) } else { insert(n + 1000) };
                    database.transaction(vec![insert(n), second]).await.is_ok()
                })
            });
            let mut answers = Vec::new();
            for job in jobs.collect::<Vec<_>>() {
                answers.push(job.await.unwrap());
            }
            let good = |n: &i64| n % 3 != 0;
            assert!((0..).zip(&answers).all(|(n, answer)| good(&n) == *answer));
            let expected: Vec<i64> = (0..300).filter(good).chain((1000..1300).filter(|n| good(&(n - 1000)))).collect();
            assert_eq!(all(&database).await, expected);
            database.close().await;
        }
    }

    #[tokio::test]
    async fn full_disk_fails_writes_and_keeps_successful_ones() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        let database = open_new(&DatabaseAddress::from(path.clone())).await;
        database.write(sql("PRAGMA max_page_count = 40")).await.unwrap();
        let big = |number: i64| {
            sql("INSERT INTO numbers (number, octets) VALUES ($1, $2)").bind(number).bind(&vec![7; 30_000][..])
        };
        let mut kept = Vec::new();
        let jobs = (0..20).map(|n| {
            let (database, job) = (database.clone(), big(n));
            tokio::spawn(async move { (n, database.write(job).await.is_ok()) })
        });
        for job in jobs.collect::<Vec<_>>() {
            if let (n, true) = job.await.unwrap() {
                kept.push(n);
            }
        }
        kept.sort_unstable();
        assert!(!kept.is_empty() && kept.len() < 20, "{kept:?}");
        assert_eq!(all(&database).await, kept);
        database.write(insert(100)).await.unwrap();
        database.close().await;
        let again = Database::open(&DatabaseAddress::from(path), &SCHEMA).await.unwrap();
        assert_eq!(all(&again).await, [kept, vec![100]].concat());
    }

    #[tokio::test]
    async fn wal_restarts_under_write_load() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        let address = DatabaseAddress::File { path: path.clone(), synchronous: Synchronous::Normal };
        let database = open_new(&address).await;
        let log = path.with_extension("db-wal");
        // The salt of the log, which changes whenever the log is restarted.
        let salt = || std::fs::read(&log).unwrap()[16..24].to_vec();
        database.write(insert(0)).await.unwrap();
        let (first, mut written) = (salt(), 1);
        while salt() == first {
            assert!(written < 200_000, "it only ever grows");
            for _ in 0..1000 {
                database.write(insert(written)).await.unwrap();
                written += 1;
            }
        }
        assert_eq!(all(&database).await.len(), usize::try_from(written).unwrap());
        database.close().await;
        assert!(!log.exists(), "all of it is in the file");
    }

    #[tokio::test]
    async fn long_read_does_not_block_writes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.db");
        let address = DatabaseAddress::File { path: path.clone(), synchronous: Synchronous::Normal };
        let database = open_new(&address).await;
        let copying = rusqlite::Connection::open(&path).unwrap();
        copying.execute_batch("BEGIN").unwrap();
        let count = || copying.query_row("SELECT COUNT(*) FROM numbers", [], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!(count(), 0);
        // If restarting the log waited for the reader, each attempt would take 5 s.
        let written = tokio::time::timeout(std::time::Duration::from_mins(1), async {
            for n in 0..10_000 {
                database.write(insert(n)).await.unwrap();
            }
        });
        written.await.unwrap();
        assert_eq!(count(), 0, "it still reads what was there when it began");
        drop(copying);
        database.close().await;
    }
}
