//! The schema as a series of migrations. Each is applied once, in order, in the transaction that records it.

use super::error::StoreError;

/// The migrations of one part of the backend. Parts may share a database.
#[derive(Debug, Clone, Copy)]
pub struct Migrations {
    /// The name of the part.
    pub part: &'static str,
    /// Numbered from 1, without gaps.
    pub steps: &'static [Migration],
    /// A schema version, and the oldest version whose programs can use it. Applies if the first is that of the last
    /// migration. Otherwise only programs of that version can.
    pub compatible: (i64, i64),
}

/// A migration.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// A name for humans.
    pub name: &'static str,
    /// Statements that end with a semicolon.
    pub sql: &'static str,
}

pub(super) const MAKE_TABLES: &str = "CREATE TABLE IF NOT EXISTS schema_migrations (
    part    TEXT   NOT NULL,
    version BIGINT NOT NULL,
    name    TEXT   NOT NULL,
    PRIMARY KEY (part, version)
);
-- The oldest version whose programs can use the schema.
CREATE TABLE IF NOT EXISTS schema_compatibility (
    part   TEXT   PRIMARY KEY,
    oldest BIGINT NOT NULL
);";
/// The tables above.
pub(super) const TABLES: [&str; 2] = ["schema_migrations", "schema_compatibility"];
pub(super) const NEWEST: &str = "SELECT COALESCE(MAX(version), 0) FROM schema_migrations WHERE part = $1";
pub(super) const OLDEST: &str = "SELECT COALESCE(MAX(oldest), 0) FROM schema_compatibility WHERE part = $1";
pub(super) const NOTE_OLDEST: &str = "INSERT INTO schema_compatibility (part, oldest) VALUES ($1, $2)
    ON CONFLICT (part) DO UPDATE SET oldest = excluded.oldest";
pub(super) const NOTE: &str = "INSERT INTO schema_migrations (part, version, name) VALUES ($1, $2, $3)";

/// The schema of a part in a database.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Schema {
    /// 0 if there is none.
    pub(super) version: i64,
    /// The oldest version whose programs can use it. 0 if that is not recorded.
    pub(super) oldest: i64,
}

impl Migrations {
    /// The version after the last migration.
    pub fn newest(&self) -> i64 {
        i64::try_from(self.steps.len()).unwrap_or(i64::MAX)
    }

    /// Returns the migrations that a database of version `there` lacks, with their versions.
    pub(super) fn after(&self, there: i64) -> impl Iterator<Item = (i64, &'static Migration)> {
        (1..).zip(self.steps).filter(move |(version, _)| *version > there)
    }

    /// The oldest version whose programs can use the schema after the last migration.
    pub(super) fn oldest(&self) -> i64 {
        let (version, oldest) = self.compatible;
        if version == self.newest() { oldest } else { self.newest() }
    }

    /// Refuses a database with an older schema, and one that a newer program has migrated, unless that has recorded
    /// that this program can use it.
    pub(super) fn check(&self, there: Schema) -> Result<(), StoreError> {
        let (part, known) = (self.part, self.newest());
        if there.version < known {
            return Err(StoreError::NotMigrated { part, version: there.version, known });
        }
        self.check_newer(there)?;
        if there.version > known {
            tracing::info!(
                part,
                version = there.version,
                known,
                "the database has a newer schema that this program can use"
            );
        }
        Ok(())
    }

    /// Refuses a newer schema, unless this program can use it.
    pub(super) fn check_newer(&self, there: Schema) -> Result<(), StoreError> {
        let (part, version, known) = (self.part, there.version, self.newest());
        let is_compatible = (1..=known).contains(&there.oldest);
        if version > known && !is_compatible { Err(StoreError::Newer { part, version, known }) } else { Ok(()) }
    }

    pub(super) fn failed(&self, version: i64, error: StoreError) -> StoreError {
        StoreError::Migration { part: self.part, version, error: Box::new(error) }
    }
}
