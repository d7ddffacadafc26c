//! Copying all data of one database to another.
//!
//! The tables, their columns, and an order without references to later tables are read from a database in memory with
//! the same migrations. So tables of later migrations are copied, too.

use rusqlite::Connection;
use sqlx::{Connection as _, Executor as _, PgConnection};

use super::migration::Migrations;
use super::row::Value;
use super::sqlite::connection::{prepared, run};
use super::statement::{Parameter, Statement, built};
use super::{Database, DatabaseAddress, Row, StoreError, postgres, sql};

/// How many rows are read at once. Some contain a picture.
const PAGE: usize = 100;
/// In the order of their creation, so that none refers to a later one.
const TABLES: &str = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY rowid";
const COLUMNS: &str = "SELECT name, type, pk FROM pragma_table_info($1) ORDER BY cid";
const PARTS: &str = "SELECT part, MAX(version) FROM schema_migrations GROUP BY part ORDER BY part";
/// The table of applied migrations, which the other database has already.
const NOTES: &str = "schema_migrations";

/// Why copying failed. The databases are unchanged, but the target may have a new schema.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// A database in memory belongs to its process.
    #[error("a database in memory cannot be shared: use a file or PostgreSQL")]
    InMemory,
    /// The two addresses are the same.
    #[error("the two addresses are the same")]
    Same,
    /// There is no database at the source.
    #[error("there is no database to copy from at that address")]
    Nothing,
    /// The schema is of another version.
    #[error(
        "the database to copy from has the schema {part} {version}, and this program's is {known}: run `migrate` on it first"
    )]
    Version {
        /// The part of the schema.
        part: String,
        /// Its version.
        version: i64,
        /// The required version.
        known: i64,
    },
    /// The target has data that would be overwritten.
    #[error("the database to copy to is not empty: {0} has rows")]
    NotEmpty(String),
    /// A row has an unexpected value.
    #[error("a row of {table} has something in {column} that does not belong there")]
    Value {
        /// Its table.
        table: String,
        /// Its column.
        column: String,
    },
    /// A table could not be copied.
    #[error("copying {table}: {error}")]
    Table {
        /// Its name.
        table: String,
        /// The error.
        error: StoreError,
    },
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<rusqlite::Error> for CopyError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Store(error.into())
    }
}

impl From<sqlx::Error> for CopyError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// Copies these parts of the database `from`. Returns the tables with their numbers of rows.
pub(crate) async fn copy(
    from: &DatabaseAddress,
    to: &DatabaseAddress,
    known: &[Migrations],
) -> Result<Vec<(String, u64)>, CopyError> {
    if from == to {
        return Err(CopyError::Same);
    }
    if !from.is_lasting() || !to.is_lasting() {
        return Err(CopyError::InMemory);
    }
    if from.file().is_some_and(|file| !file.exists()) {
        return Err(CopyError::Nothing);
    }
    let mut source = Side::open(from).await?;
    source.begin_reading().await?;
    let parts = source.parts(known).await?;
    for part in &parts {
        Database::migrate(to, part).await?;
    }
    let model = Model::of(&parts)?;
    let mut target = Side::open(to).await?;
    target.begin_writing().await?;
    for (table, rows) in model.tables.iter().zip(&model.rows) {
        target.make_room(table, rows).await?;
    }
    let mut copied = Vec::new();
    for table in &model.tables {
        let rows = copy_table(table, &mut source, &mut target).await?;
        copied.push((table.name.clone(), rows));
    }
    target.execute("COMMIT").await?;
    Ok(copied)
}

async fn copy_table(table: &Table, source: &mut Side, target: &mut Side) -> Result<u64, CopyError> {
    let failed = |error| CopyError::Table { table: table.name.clone(), error };
    let (mut after, mut copied) = (None, 0);
    loop {
        let rows = source.read(&table.page(after.as_deref())?).await.map_err(failed)?;
        let Some(last) = rows.last() else { return Ok(copied) };
        after = Some(last.clone());
        for together in rows.chunks(target.rows_together()) {
            target.write(&table.insert(together)?).await.map_err(failed)?;
        }
        copied += u64::try_from(rows.len()).unwrap_or_default();
    }
}

/// The tables of the parts, with the rows that migrations insert.
struct Model {
    tables: Vec<Table>,
    rows: Vec<Vec<Vec<Value>>>,
}

impl Model {
    fn of(parts: &[Migrations]) -> Result<Self, CopyError> {
        let connection = Connection::open_in_memory()?;
        for (_, step) in parts.iter().flat_map(|part| part.after(0)) {
            connection.execute_batch(step.sql)?;
        }
        let names: Vec<String> =
            connection.prepare(TABLES)?.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        let tables = names.into_iter().filter(|name| name != NOTES).map(|name| Table::read(&connection, name));
        let tables: Vec<Table> = tables.collect::<Result<_, _>>()?;
        let rows = tables.iter().map(|table| Ok(rows_of(&connection, &table.page(None)?)?));
        let rows = rows.collect::<Result<_, CopyError>>()?;
        Ok(Self { tables, rows })
    }
}

struct Table {
    name: String,
    columns: Vec<Column>,
    /// The indexes of the primary key in `columns`, in its order.
    key: Vec<usize>,
}

struct Column {
    name: String,
    kind: Kind,
}

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Integer,
    Boolean,
    Text,
    Bytes,
}

impl Table {
    fn read(connection: &Connection, name: String) -> Result<Self, rusqlite::Error> {
        let (mut columns, mut key) = (Vec::new(), Vec::new());
        let mut statement = connection.prepare(COLUMNS)?;
        let mut rows = statement.query([&name])?;
        while let Some(row) = rows.next()? {
            let (word, place): (String, i64) = (row.get(1)?, row.get(2)?);
            let kind = match word.as_str() {
                "BIGINT" => Kind::Integer,
                "BOOLEAN" => Kind::Boolean,
                "BYTEA" => Kind::Bytes,
                _ => Kind::Text,
            };
            if place > 0 {
                key.push((place, columns.len()));
            }
            columns.push(Column { name: row.get(0)?, kind });
        }
        key.sort_unstable();
        Ok(Self { name, columns, key: key.into_iter().map(|(_, index)| index).collect() })
    }

    /// Selects the page of rows after this one, by the primary key.
    fn page(&self, after: Option<&[Value]>) -> Result<Statement, CopyError> {
        let columns = names(self.columns.iter());
        let key = names(self.key.iter().filter_map(|index| self.columns.get(*index)));
        let table = &self.name;
        let Some(after) = after else {
            return Ok(built(format!("SELECT {columns} FROM {table} ORDER BY {key} LIMIT {PAGE}")));
        };
        let from = markers(1, self.key.len());
        let text = format!("SELECT {columns} FROM {table} WHERE ({key}) > {from} ORDER BY {key} LIMIT {PAGE}");
        let mut page = built(text);
        for index in &self.key {
            page = page.bind(self.parameter(*index, after)?);
        }
        Ok(page)
    }

    fn insert(&self, rows: &[Vec<Value>]) -> Result<Statement, CopyError> {
        let width = self.columns.len();
        let places: Vec<String> = (0..rows.len()).map(|row| markers(row * width + 1, width)).collect();
        let text = format!("INSERT INTO {} ({}) VALUES {}", self.name, names(self.columns.iter()), places.join(", "));
        let mut insert = built(text);
        for row in rows {
            for index in 0..width {
                insert = insert.bind(self.parameter(index, row)?);
            }
        }
        Ok(insert)
    }

    fn parameter(&self, index: usize, row: &[Value]) -> Result<Parameter, CopyError> {
        let (column, value) = (self.columns.get(index), row.get(index));
        let parameter = column.zip(value).and_then(|(column, value)| column.kind.parameter(value));
        parameter.ok_or_else(|| CopyError::Value {
            table: self.name.clone(),
            column: column.map(|column| column.name.clone()).unwrap_or_default(),
        })
    }
}

impl Kind {
    /// SQLite stores booleans as numbers, but PostgreSQL does not convert them.
    fn parameter(self, value: &Value) -> Option<Parameter> {
        Some(match (self, value) {
            (Self::Integer, Value::Null) => Parameter::Integer(None),
            (Self::Integer, Value::Integer(number)) => Parameter::Integer(Some(*number)),
            (Self::Boolean, Value::Boolean(value)) => Parameter::Boolean(*value),
            (Self::Boolean, Value::Integer(number @ (0 | 1))) => Parameter::Boolean(*number == 1),
            (Self::Text, Value::Null) => Parameter::Text(None),
            (Self::Text, Value::Text(text)) => Parameter::Text(Some(text.clone())),
            (Self::Bytes, Value::Null) => Parameter::Bytes(None),
            (Self::Bytes, Value::Bytes(bytes)) => Parameter::Bytes(Some(bytes.clone())),
            _ => return None,
        })
    }
}

fn rows_of(connection: &Connection, statement: &Statement) -> Result<Vec<Vec<Value>>, StoreError> {
    Ok(run(connection, statement)?.rows.into_iter().map(Row::into_values).collect())
}

fn names<'a>(columns: impl Iterator<Item = &'a Column>) -> String {
    columns.map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// `($3, $4)`
fn markers(first: usize, count: usize) -> String {
    let markers: Vec<String> = (first..first + count).map(|number| format!("${number}")).collect();
    format!("({})", markers.join(", "))
}

/// A connection to one of the two databases. SQLite blocks the thread, which is fine for a command.
enum Side {
    Sqlite(Connection),
    Postgres(Box<PgConnection>),
}

impl Side {
    async fn open(address: &DatabaseAddress) -> Result<Self, CopyError> {
        Ok(match address {
            DatabaseAddress::Memory => return Err(CopyError::InMemory),
            DatabaseAddress::File { path, .. } => Self::Sqlite(prepared(Connection::open(path)?)?),
            DatabaseAddress::Postgres(url) => {
                Self::Postgres(Box::new(PgConnection::connect_with(&url.options()?).await?))
            }
        })
    }

    /// Begins a snapshot for all following reads.
    async fn begin_reading(&mut self) -> Result<(), CopyError> {
        self.execute(match self {
            Self::Sqlite(_) => "BEGIN",
            Self::Postgres(_) => "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        })
        .await
    }

    async fn begin_writing(&mut self) -> Result<(), CopyError> {
        self.execute(match self {
            Self::Sqlite(_) => "BEGIN IMMEDIATE",
            Self::Postgres(_) => "BEGIN",
        })
        .await
    }

    async fn execute(&mut self, text: &'static str) -> Result<(), CopyError> {
        match self {
            Self::Sqlite(connection) => Ok(connection.execute_batch(text)?),
            Self::Postgres(connection) => Ok(connection.execute(text).await.map(|_| ())?),
        }
    }

    /// Returns the known parts that exist. All of them must have this version.
    async fn parts(&mut self, known: &[Migrations]) -> Result<Vec<Migrations>, CopyError> {
        let there = self.read(&sql(PARTS)).await.map_err(|_| CopyError::Nothing)?;
        let mut parts = Vec::new();
        for row in there {
            let (Some(Value::Text(name)), Some(Value::Integer(version))) = (row.first(), row.get(1)) else { continue };
            let Some(part) = known.iter().find(|part| part.part == name) else { continue };
            if *version != part.newest() {
                return Err(CopyError::Version { part: name.clone(), version: *version, known: part.newest() });
            }
            parts.push(*part);
        }
        if parts.is_empty() { Err(CopyError::Nothing) } else { Ok(parts) }
    }

    /// Deletes the rows that migrations inserted. Refuses a table with other rows.
    async fn make_room(&mut self, table: &Table, made: &[Vec<Value>]) -> Result<(), CopyError> {
        if self.read(&table.page(None)?).await? != made {
            return Err(CopyError::NotEmpty(table.name.clone()));
        }
        if !made.is_empty() {
            self.write(&built(format!("DELETE FROM {}", table.name))).await?;
        }
        Ok(())
    }

    /// How many rows a statement inserts: for PostgreSQL each statement is a round trip, and SQLite's have few
    /// parameters here.
    fn rows_together(&self) -> usize {
        match self {
            Self::Sqlite(_) => 1,
            Self::Postgres(_) => PAGE,
        }
    }

    async fn read(&mut self, statement: &Statement) -> Result<Vec<Vec<Value>>, StoreError> {
        match self {
            Self::Sqlite(connection) => rows_of(connection, statement),
            Self::Postgres(connection) => {
                let rows = postgres::query(statement)?.fetch_all(&mut **connection).await?;
                rows.iter().map(|row| Ok(postgres::row(row)?.into_values())).collect()
            }
        }
    }

    async fn write(&mut self, statement: &Statement) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(connection) => Ok(run(connection, statement).map(|_| ())?),
            Self::Postgres(connection) => {
                Ok(postgres::query(statement)?.execute(&mut **connection).await.map(|_| ())?)
            }
        }
    }
}

#[cfg(test)]
mod tests;
