//! Looks at the schema of a database without changing it.

use sqlx::{Connection as _, PgConnection};

use super::address::DatabaseAddress;
use super::error::StoreError;
use super::migration::{self, Migrations};
use super::sqlite::reader;

/// Returns how many migrations of `schema` the database lacks. Changes nothing, and does not create a file.
///
/// # Errors
/// [`StoreError`] if the database cannot be read, has no migrations, or is of a newer program.
pub async fn pending_migrations(address: &DatabaseAddress, schema: &Migrations) -> Result<usize, StoreError> {
    let there = match address {
        DatabaseAddress::Memory => return Ok(0),
        DatabaseAddress::File { path, .. } => {
            reader(path)?.query_row(migration::NEWEST, [schema.part], |row| row.get(0))?
        }
        DatabaseAddress::Postgres(url) => {
            let mut connection = PgConnection::connect_with(&url.options()?).await?;
            let there = sqlx::query_scalar(migration::NEWEST).bind(schema.part).fetch_one(&mut connection).await?;
            connection.close().await?;
            there
        }
    };
    schema.lacking(there)
}
