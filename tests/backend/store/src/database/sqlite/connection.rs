//! A connection to SQLite, and executing a statement.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql};

use crate::database::error::StoreError;
use crate::database::row::{Row, Value};
use crate::database::statement::{Parameter, Statement, WriteResult};

/// How long to wait for another process that writes.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// The most prepared statements of a connection: more than there are.
const STATEMENTS: usize = 128;
/// The names of all parameters that a statement can have.
pub(in crate::database) const NAMES: [&str; 20] = [
    "$1", "$2", "$3", "$4", "$5", "$6", "$7", "$8", "$9", "$10", "$11", "$12", "$13", "$14", "$15", "$16", "$17",
    "$18", "$19", "$20",
];

/// Ignores poisoning: no holder of these locks panics in the middle of a change.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Configures a connection.
pub(crate) fn prepared(connection: Connection) -> Result<Connection, StoreError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Otherwise this build of SQLite may plan a statement again for other bound values, for a join at each use.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

/// Executes a statement.
pub(crate) fn run(connection: &Connection, statement: &Statement) -> Result<WriteResult, rusqlite::Error> {
    let mut prepared = connection.prepare_cached(&statement.text)?;
    for (name, parameter) in NAMES.iter().zip(&statement.parameters) {
        let index = prepared.parameter_index(name)?;
        let index = index.ok_or_else(|| rusqlite::Error::InvalidParameterName((*name).to_owned()))?;
        prepared.raw_bind_parameter(index, parameter)?;
    }
    let columns = prepared.column_count();
    if columns == 0 {
        let changed = prepared.raw_execute()?;
        return Ok(WriteResult { changed: changed.try_into().unwrap_or(u64::MAX), rows: Vec::new() });
    }
    let mut found = prepared.raw_query();
    let mut rows = Vec::new();
    while let Some(row) = found.next()? {
        let values = (0..columns).map(|column| Ok(read(row.get_ref(column)?)));
        rows.push(Row::new(values.collect::<Result<_, rusqlite::Error>>()?));
    }
    drop(found);
    Ok(WriteResult { changed: connection.changes(), rows })
}

fn read(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_owned()),
        // No column has a floating-point number.
        ValueRef::Null | ValueRef::Real(_) => Value::Null,
    }
}

impl ToSql for Parameter {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Integer(Some(number)) => ValueRef::Integer(*number),
            Self::Boolean(value) => ValueRef::Integer(i64::from(*value)),
            Self::Text(Some(text)) => ValueRef::Text(text.as_bytes()),
            Self::Bytes(Some(bytes)) => ValueRef::Blob(bytes),
            Self::Integer(None) | Self::Text(None) | Self::Bytes(None) => ValueRef::Null,
        }))
    }
}
