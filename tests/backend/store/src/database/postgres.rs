//! PostgreSQL, which several services may share. Each write is a transaction, or part of a batch (`batch.rs`).

mod batch;
mod pool;

use std::borrow::Cow;

use sqlx::postgres::{PgArguments, PgConnection, PgRow, Postgres as Driver};
use sqlx::query::Query;
use sqlx::{Arguments as _, AssertSqlSafe, Connection as _, Executor as _, Row as _, TypeInfo as _, ValueRef as _};

use self::batch::Batches;
use self::pool::Pool;
use super::address::PostgresUrl;
use super::error::{RowError, StoreError};
use super::migration::{self, Migrations, Schema};
use super::row::{Row, Value};
use super::statement::{Parameter, Statement, WriteResult};

/// How often a transaction is attempted if PostgreSQL aborts it because of another one (40001, 40P01).
const TRIES: usize = 3;
const TABLES: &str = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()";
/// The advisory lock during migrations. Any number that is not used otherwise.
const MIGRATION_LOCK: i64 = 0x5374_6167_6570_6173;

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
    pub(super) async fn read(&self, statement: &Statement) -> Result<Vec<Row>, StoreError> {
        loop {
            let query = query(statement)?;
            let mut lease = self.pool.acquire().await?;
            let is_reused = lease.is_reused;
            let outcome = query.fetch_all(lease.connection()?).await;
            if !(lease.end(&outcome) && is_reused) {
                return outcome?.iter().map(row).collect();
            }
        }
    }

    pub(super) async fn write(&self, mut statements: Vec<Statement>) -> Result<Vec<WriteResult>, StoreError> {
        if let [Statement { batch: Some(text), .. }] = *statements
            && let Some(statement) = statements.pop()
        {
            return Ok(vec![self.batches.write(text, statement).await?]);
        }
        write(&self.pool, &statements).await
    }

    pub(super) async fn close(&self) {
        self.pool.close().await;
    }
}

async fn write(pool: &Pool, statements: &[Statement]) -> Result<Vec<WriteResult>, StoreError> {
    let mut tries = 1;
    loop {
        let mut lease = pool.acquire().await?;
        let outcome = Box::pin(write_on(lease.connection()?, statements)).await;
        lease.end(&outcome);
        match outcome {
            Err(error) if tries < TRIES && statements.len() > 1 && gave_way(&error) => tries += 1,
            outcome => return outcome?.into_iter().map(written).collect(),
        }
    }
}

/// The number of changed rows, and the returned ones.
type RawResult = (u64, Vec<PgRow>);

/// A single statement is a transaction without `BEGIN` and `COMMIT`.
async fn write_on(connection: &mut PgConnection, statements: &[Statement]) -> Result<Vec<RawResult>, sqlx::Error> {
    if let [statement] = statements {
        return Ok(vec![run(connection, statement).await?]);
    }
    let mut transaction = connection.begin().await?;
    let mut written = Vec::with_capacity(statements.len());
    for statement in statements {
        written.push(run(&mut transaction, statement).await?);
    }
    transaction.commit().await?;
    Ok(written)
}

fn written((changed, rows): RawResult) -> Result<WriteResult, StoreError> {
    Ok(WriteResult { changed, rows: rows.iter().map(row).collect::<Result<_, _>>()? })
}

/// Returns whether PostgreSQL has aborted a transaction that can be repeated.
fn gave_way(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| matches!(&*code, "40001" | "40P01"))
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

/// Migrates the database. Returns the version before.
pub(super) async fn migrate(url: &PostgresUrl, schema: &Migrations) -> Result<i64, StoreError> {
    let mut connection = PgConnection::connect_with(&url.options()?).await?;
    let mut transaction = connection.begin().await?;
    // If replicas start together, one migrates and the others wait for it.
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(MIGRATION_LOCK).execute(&mut *transaction).await?;
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

async fn run(connection: &mut PgConnection, statement: &Statement) -> Result<RawResult, sqlx::Error> {
    if !statement.text.contains("RETURNING") {
        return Ok((query(statement)?.execute(connection).await?.rows_affected(), Vec::new()));
    }
    let rows = query(statement)?.fetch_all(connection).await?;
    Ok((rows.len().try_into().unwrap_or(u64::MAX), rows))
}

pub(super) fn query(statement: &Statement) -> Result<Query<'static, Driver, PgArguments>, sqlx::Error> {
    let mut arguments = PgArguments::default();
    let added = statement.parameters.iter().try_for_each(|parameter| match parameter {
        Parameter::Integer(number) => arguments.add(*number),
        Parameter::Boolean(value) => arguments.add(*value),
        Parameter::Text(text) => arguments.add(text.as_deref()),
        Parameter::Bytes(bytes) => arguments.add(&**bytes),
    });
    added.map_err(sqlx::Error::Encode)?;
    Ok(match &statement.text {
        Cow::Borrowed(text) => sqlx::query_with(*text, arguments),
        Cow::Owned(text) => sqlx::query_with(AssertSqlSafe(text.clone()), arguments),
    })
}

pub(super) fn row(row: &PgRow) -> Result<Row, StoreError> {
    (0..row.len()).map(|index| value(row, index)).collect::<Result<_, _>>().map(Row::new)
}

fn value(row: &PgRow, index: usize) -> Result<Value, StoreError> {
    let found = row.try_get_raw(index)?;
    if found.is_null() {
        return Ok(Value::Null);
    }
    Ok(match found.type_info().name() {
        "INT8" => Value::Integer(row.try_get(index)?),
        "BOOL" => Value::Boolean(row.try_get(index)?),
        "TEXT" => Value::Text(row.try_get(index)?),
        "BYTEA" => Value::Bytes(row.try_get(index)?),
        _ => return Err(RowError::Type.into()),
    })
}
