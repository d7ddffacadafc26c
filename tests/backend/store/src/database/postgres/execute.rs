//! Executing statements on a connection.

use std::borrow::Cow;

use sqlx::postgres::{PgArguments, PgConnection, PgRow, Postgres as Driver};
use sqlx::query::Query;
use sqlx::{Arguments as _, AssertSqlSafe, Connection as _, Row as _, TypeInfo as _, ValueRef as _};

use super::pool::{Pool, answer};
use crate::database::error::{RowError, StoreError};
use crate::database::row::{Row, Value};
use crate::database::statement::{Parameter, Statement, WriteResult};

/// How often a transaction is attempted if PostgreSQL aborts it because of another one (40001, 40P01). A single
/// statement is one as well, and may lock several rows.
const TRIES: usize = 3;

pub(super) async fn write(pool: &Pool, statements: &[Statement]) -> Result<Vec<WriteResult>, StoreError> {
    let mut tries = 1;
    loop {
        let mut lease = pool.acquire().await?;
        let outcome = Box::pin(write_on(lease.connection()?, statements)).await;
        lease.end(&outcome);
        match outcome {
            Err(error) if tries < TRIES && is_retryable(&error) => tries += 1,
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
    let mut transaction = answer(connection.begin()).await?;
    let mut written = Vec::with_capacity(statements.len());
    for statement in statements {
        written.push(run(&mut transaction, statement).await?);
    }
    answer(transaction.commit()).await?;
    Ok(written)
}

fn written((changed, rows): RawResult) -> Result<WriteResult, StoreError> {
    Ok(WriteResult { changed, rows: rows.iter().map(row).collect::<Result<_, _>>()? })
}

/// Returns whether PostgreSQL has aborted a transaction that can be repeated.
fn is_retryable(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| matches!(&*code, "40001" | "40P01"))
}

async fn run(connection: &mut PgConnection, statement: &Statement) -> Result<RawResult, sqlx::Error> {
    if !statement.text.starts_with("SELECT") && !statement.text.contains("RETURNING") {
        return Ok((answer(query(statement)?.execute(connection)).await?.rows_affected(), Vec::new()));
    }
    let rows = answer(query(statement)?.fetch_all(connection)).await?;
    Ok((rows.len().try_into().unwrap_or(u64::MAX), rows))
}

pub(in crate::database) fn query(statement: &Statement) -> Result<Query<'static, Driver, PgArguments>, sqlx::Error> {
    let mut arguments = PgArguments::default();
    let added = statement.parameters.iter().try_for_each(|parameter| match parameter {
        Parameter::Integer(number) => arguments.add(*number),
        Parameter::Boolean(value) => arguments.add(*value),
        Parameter::Text(text) => arguments.add(text.as_deref()),
        Parameter::Bytes(bytes) => arguments.add(bytes.as_deref()),
    });
    added.map_err(sqlx::Error::Encode)?;
    Ok(match &statement.text {
        Cow::Borrowed(text) => sqlx::query_with(*text, arguments),
        Cow::Owned(text) => sqlx::query_with(AssertSqlSafe(text.clone()), arguments),
    })
}

pub(in crate::database) fn row(row: &PgRow) -> Result<Row, StoreError> {
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
