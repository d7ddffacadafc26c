//! PostgreSQL, which several services may share. Each write is a transaction.

use std::borrow::Cow;
use std::time::Duration;

use sqlx::postgres::{PgArguments, PgConnection, PgPool, PgPoolOptions, PgRow, Postgres as Driver};
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, Row as _, TypeInfo as _, ValueRef as _};

use super::address::PostgresUrl;
use super::error::{RowError, StoreError};
use super::migration::{self, Migrations, Schema};
use super::row::{Row, Value};
use super::statement::{Parameter, Statement, WriteResult};

/// The most connections.
const CONNECTIONS: u32 = 16;
/// How long to wait for a connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// No statement should take long. One that does waits for a lock, and is aborted.
const LIMITS: &str = "SET statement_timeout = '20s'; SET idle_in_transaction_session_timeout = '60s'";
/// How often a transaction is attempted if PostgreSQL aborts it because of another one (40001, 40P01).
const TRIES: usize = 3;
const TABLES: &str = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()";
/// The advisory lock during migrations. Any number that is not used otherwise.
const MIGRATION_LOCK: i64 = 0x5374_6167_6570_6173;

/// A connection pool for PostgreSQL.
#[derive(Debug, Clone)]
pub(crate) struct Postgres {
    pool: PgPool,
}

impl Postgres {
    pub(super) async fn connect(url: &PostgresUrl, schema: &Migrations) -> Result<Self, StoreError> {
        let pool = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(ACQUIRE_TIMEOUT);
        let pool = pool.after_connect(|connection, _| {
            Box::pin(async move {
                connection.execute(LIMITS).await?;
                Ok(())
            })
        });
        let pool = pool.connect_with(url.options()?).await?;
        schema.check(schema_of(&mut *pool.acquire().await?, schema).await?)?;
        Ok(Self { pool })
    }

    pub(super) async fn read(&self, statement: &Statement) -> Result<Vec<Row>, StoreError> {
        query(statement).fetch_all(&self.pool).await?.iter().map(row).collect()
    }

    pub(super) async fn write(&self, statements: &[Statement]) -> Result<Vec<WriteResult>, StoreError> {
        if let [statement] = statements {
            let mut connection = self.pool.acquire().await?;
            return Ok(vec![run(&mut connection, statement).await?]);
        }
        let mut tries = 1;
        loop {
            match self.write_together(statements).await {
                Err(StoreError::Postgres(error)) if tries < TRIES && gave_way(&error) => tries += 1,
                outcome => return outcome,
            }
        }
    }

    async fn write_together(&self, statements: &[Statement]) -> Result<Vec<WriteResult>, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let mut written = Vec::with_capacity(statements.len());
        for statement in statements {
            written.push(run(&mut transaction, statement).await?);
        }
        transaction.commit().await?;
        Ok(written)
    }

    pub(super) async fn close(&self) {
        self.pool.close().await;
    }
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

async fn run(connection: &mut PgConnection, statement: &Statement) -> Result<WriteResult, StoreError> {
    if !statement.text.contains("RETURNING") {
        let changed = query(statement).execute(connection).await?.rows_affected();
        return Ok(WriteResult { changed, rows: Vec::new() });
    }
    let rows: Vec<Row> = query(statement).fetch_all(connection).await?.iter().map(row).collect::<Result<_, _>>()?;
    Ok(WriteResult { changed: rows.len().try_into().unwrap_or(u64::MAX), rows })
}

pub(super) fn query(statement: &Statement) -> Query<'static, Driver, PgArguments> {
    let bound = |query: Query<'static, Driver, PgArguments>, parameter: &Parameter| match parameter {
        Parameter::Integer(number) => query.bind(*number),
        Parameter::Boolean(value) => query.bind(*value),
        Parameter::Text(text) => query.bind(text.clone()),
        Parameter::Bytes(bytes) => query.bind(bytes.clone()),
    };
    let text = match &statement.text {
        Cow::Borrowed(text) => sqlx::query(*text),
        Cow::Owned(text) => sqlx::query(AssertSqlSafe(text.clone())),
    };
    statement.parameters.iter().fold(text, bound)
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
