//! PostgreSQL, which several services may share. Each write is a transaction, or part of a batch
//! (`batch.rs`), and so are the reads that most requests need.

mod batch;
mod execute;
mod pool;

use std::time::Duration;

use sqlx::postgres::PgConnection;
use sqlx::{Connection as _, Executor as _};
use tokio::time::sleep;

use self::batch::Batches;
use self::execute::write;
pub(super) use self::execute::{query, row};
use self::pool::{Pool, answer, is_broken};
use super::address::PostgresUrl;
use super::error::StoreError;
use super::migration::{self, Migrations, Schema};
use super::row::Row;
use super::statement::{Statement, WriteResult};

const TABLES: &str = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()";
/// The advisory lock during migrations. Any number that is not used otherwise.
const MIGRATION_LOCK: i64 = 0x5374_6167_6570_6173;
/// How long a statement of a migration waits for a table. All later queries of the table wait behind it, so this is
/// shorter than they can wait. Set after the advisory lock, because it would limit that as well.
const LOCK_TIMEOUT: &str = "SET LOCAL lock_timeout = '3s'";
/// How often a migration is tried if a table is in use.
const ATTEMPTS: u32 = 4;
/// The time between attempts, in which the queries that have waited are answered.
const PAUSE: Duration = Duration::from_secs(2);

/// A PostgreSQL database. Clones share its connections.
#[derive(Debug, Clone)]
pub(crate) struct Postgres {
    pool: Pool,
    batches: Batches,
}

impl Postgres {
    pub(super) async fn connect(url: &PostgresUrl, schema: &Migrations) -> Result<Self, StoreError> {
        let pool = Pool::new(url.options()?);
        let mut lease = pool.acquire().await?;
        schema.check(schema_of(lease.connection()?, schema).await?)?;
        lease.end(&Ok(()));
        Ok(Self { batches: Batches::new(pool.clone()), pool })
    }

    /// Reads on another connection if the server has closed the first one.
    pub(super) async fn read(&self, statement: Statement) -> Result<Vec<Row>, StoreError> {
        if let Some(text) = statement.batch {
            match self.batches.execute(text, statement.clone()).await {
                Err(StoreError::Postgres(error)) if is_broken(&error) => {}
                outcome => return Ok(outcome?.rows),
            }
        }
        loop {
            let query = query(&statement)?;
            let mut lease = self.pool.acquire().await?;
            let is_reused = lease.is_reused;
            let outcome = answer(query.fetch_all(lease.connection()?)).await;
            if !(lease.end(&outcome) && is_reused) {
                return outcome?.iter().map(row).collect();
            }
        }
    }

    pub(super) async fn write(&self, mut statements: Vec<Statement>) -> Result<Vec<WriteResult>, StoreError> {
        if let [Statement { batch: Some(text), .. }] = *statements
            && let Some(statement) = statements.pop()
        {
            return Ok(vec![self.batches.execute(text, statement).await?]);
        }
        write(&self.pool, &statements).await
    }

    pub(super) async fn close(&self) {
        self.pool.close().await;
    }
}

/// Returns the schema of this part at an address.
pub(super) async fn schema_at(url: &PostgresUrl, schema: &Migrations) -> Result<Schema, StoreError> {
    schema_of(&mut PgConnection::connect_with(&url.options()?).await?, schema).await
}

async fn schema_of(connection: &mut PgConnection, schema: &Migrations) -> Result<Schema, StoreError> {
    let tables: Vec<String> = sqlx::query_scalar(TABLES).fetch_all(&mut *connection).await?;
    let mut numbers = [0; 2];
    for ((number, table), query) in
        numbers.iter_mut().zip(migration::TABLES).zip([migration::NEWEST, migration::OLDEST])
    {
        if tables.iter().any(|other| other == table) {
            *number = sqlx::query_scalar(query).bind(schema.part).fetch_one(&mut *connection).await?;
        }
    }
    let [version, oldest] = numbers;
    Ok(Schema { version, oldest })
}

/// Migrates the database. Returns the version before. Gives up if a table stays in use: a transaction that only reads
/// is enough for that, and may take hours.
pub(super) async fn migrate(url: &PostgresUrl, schema: &Migrations) -> Result<i64, StoreError> {
    for _ in 1..ATTEMPTS {
        match migrate_once(url, schema).await {
            Err(error) if is_held_up(&error) => sleep(PAUSE).await,
            outcome => return outcome,
        }
    }
    match migrate_once(url, schema).await {
        Err(error) if is_held_up(&error) => Err(StoreError::InUse { part: schema.part }),
        outcome => outcome,
    }
}

/// Returns whether a migration failed because another transaction uses a table: `lock_not_available`, or
/// `deadlock_detected`.
fn is_held_up(error: &StoreError) -> bool {
    match error {
        StoreError::Migration { error, .. } => is_held_up(error),
        StoreError::Postgres(error) => {
            let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
            code.is_some_and(|code| matches!(&*code, "55P03" | "40P01"))
        }
        _ => false,
    }
}

async fn migrate_once(url: &PostgresUrl, schema: &Migrations) -> Result<i64, StoreError> {
    let mut connection = PgConnection::connect_with(&url.options()?).await?;
    let mut transaction = connection.begin().await?;
    // If replicas start together, one migrates and the others wait for it.
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(MIGRATION_LOCK).execute(&mut *transaction).await?;
    transaction.execute(LOCK_TIMEOUT).await?;
    let there = schema_of(&mut transaction, schema).await?;
    schema.check_newer(there)?;
    transaction.execute(migration::MAKE_TABLES).await?;
    for (version, step) in schema.after(there.version) {
        let taken = sqlx::raw_sql(step.sql).execute(&mut *transaction).await;
        taken.map_err(|error| schema.failed(version, error.into()))?;
        let note = sqlx::query(migration::NOTE).bind(schema.part).bind(version).bind(step.name);
        note.execute(&mut *transaction).await?;
    }
    if there.version <= schema.newest() {
        let note = sqlx::query(migration::NOTE_OLDEST).bind(schema.part).bind(schema.oldest());
        note.execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(there.version)
}
