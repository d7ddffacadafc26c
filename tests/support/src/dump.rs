//! The content of a database, for tests that read it as a thief would.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use sqlx::{AssertSqlSafe, PgConnection, Row as _};

use crate::postgres;

/// A row of any table.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its table.
    pub table: String,
    /// Its cells, by column.
    pub cells: Vec<(String, Cell)>,
}

/// The value in one column of a row.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell {
    /// Nothing.
    Null,
    /// A text, or a number as text.
    Text(String),
    /// Octets.
    Octets(Vec<u8>),
}

impl Row {
    /// The value in the column of this name.
    pub fn cell(&self, column: &str) -> &Cell {
        self.cells.iter().find(|(name, _)| name == column).map_or(&Cell::Null, |(_, cell)| cell)
    }

    /// The number in the column of this name.
    pub fn number(&self, column: &str) -> Option<i64> {
        match self.cell(column) {
            Cell::Text(text) => text.parse().ok(),
            Cell::Null | Cell::Octets(_) => None,
        }
    }
}

/// Asserts that no secret is in these rows: as it is, decoded, backwards, in hexadecimal or in Base64.
pub fn assert_no_secret(rows: &[Row], secrets: &[&str]) {
    for form in secrets.iter().flat_map(|secret| forms(secret)) {
        for Row { table, cells } in rows {
            for (column, cell) in cells {
                let bytes: &[u8] = match cell {
                    Cell::Null => &[],
                    Cell::Text(text) => text.as_bytes(),
                    Cell::Octets(octets) => octets,
                };
                assert!(!bytes.windows(form.len()).any(|part| part == form), "a secret is in {table}.{column}");
            }
        }
    }
}

fn forms(secret: &str) -> Vec<Vec<u8>> {
    let hexadecimal = |octets: &[u8]| octets.iter().fold(String::new(), |text, octet| text + &format!("{octet:02x}"));
    let mut forms = vec![
        secret.as_bytes().to_vec(),
        secret.bytes().rev().collect(),
        hexadecimal(secret.as_bytes()).into_bytes(),
        STANDARD.encode(secret).into_bytes(),
    ];
    if let Ok(octets) = URL_SAFE_NO_PAD.decode(secret) {
        forms.extend([hexadecimal(&octets).into_bytes(), STANDARD.encode(&octets).into_bytes(), octets]);
    }
    forms
}

/// Every row of every table in a file of SQLite's.
pub(crate) fn of_sqlite(file: &Path) -> Vec<Row> {
    let connection = Connection::open(file).expect("the database opens");
    let names = read(&connection, "SELECT name FROM sqlite_schema WHERE type = 'table'", "sqlite_schema");
    let names = names.iter().map(|row| row.cell("name"));
    let read = |name: &Cell| match name {
        Cell::Text(name) => read(&connection, &format!("SELECT * FROM \"{name}\""), name),
        Cell::Null | Cell::Octets(_) => vec![],
    };
    names.flat_map(read).collect()
}

fn read(connection: &Connection, query: &str, table: &str) -> Vec<Row> {
    let mut statement = connection.prepare(query).expect("a query");
    let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let mut rows = statement.query([]).expect("rows");
    let mut read = Vec::new();
    while let Some(row) = rows.next().expect("a row") {
        let cell = |(index, column): (usize, &String)| {
            let cell = match row.get_ref(index).expect("a cell") {
                ValueRef::Null => Cell::Null,
                ValueRef::Integer(number) => Cell::Text(number.to_string()),
                ValueRef::Real(number) => Cell::Text(number.to_string()),
                ValueRef::Text(text) => Cell::Text(String::from_utf8_lossy(text).into_owned()),
                ValueRef::Blob(octets) => Cell::Octets(octets.to_vec()),
            };
            (column.clone(), cell)
        };
        read.push(Row { table: table.to_owned(), cells: columns.iter().enumerate().map(cell).collect() });
    }
    read
}

const COLUMNS: &str = "SELECT table_name::text, column_name::text, data_type::text FROM information_schema.columns \
                       WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position";

/// Every row of every table in a schema of PostgreSQL's.
pub(crate) fn of_postgres(url: &str) -> Vec<Row> {
    postgres::run(url, async |connection| {
        let columns = sqlx::query_as::<_, (String, String, String)>(COLUMNS).fetch_all(&mut *connection).await;
        let columns = columns.expect("the columns");
        let mut rows = Vec::new();
        for table in columns.chunk_by(|(one, ..), (other, ..)| one == other) {
            rows.extend(read_table(connection, table).await);
        }
        rows
    })
}

async fn read_table(connection: &mut PgConnection, columns: &[(String, String, String)]) -> Vec<Row> {
    let Some((table, ..)) = columns.first() else { return vec![] };
    // Everything as text; octets in hexadecimal.
    let written = |(_, column, kind): &(String, String, String)| match kind.as_str() {
        "bytea" => format!("encode(\"{column}\", 'hex')"),
        _ => format!("\"{column}\"::text"),
    };
    let selected: Vec<_> = columns.iter().map(written).collect();
    let query = format!("SELECT {} FROM \"{table}\"", selected.join(", "));
    let rows = sqlx::query(AssertSqlSafe(query)).fetch_all(connection).await.expect("the rows of a table");
    let cell = |row: &sqlx::postgres::PgRow, index: usize, kind: &str| match row.get::<Option<String>, _>(index) {
        None => Cell::Null,
        Some(text) if kind == "bytea" => Cell::Octets(octets(&text)),
        Some(text) => Cell::Text(text),
    };
    let read = |row: &sqlx::postgres::PgRow| {
        let cells = columns.iter().enumerate();
        let cells = cells.map(|(index, (_, column, kind))| (column.clone(), cell(row, index, kind)));
        Row { table: table.clone(), cells: cells.collect() }
    };
    rows.iter().map(read).collect()
}

fn octets(hexadecimal: &str) -> Vec<u8> {
    let octet = |at| hexadecimal.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
    (0..hexadecimal.len()).step_by(2).map(|at| octet(at).expect("hexadecimal digits")).collect()
}
