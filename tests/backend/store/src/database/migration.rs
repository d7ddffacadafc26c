//! The schema as a series of migrations. Each is applied once, in order, in the transaction that records it.

use super::error::StoreError;

/// The migrations of one part of the backend. Parts may share a database.
#[derive(Debug, Clone, Copy)]
pub struct Migrations {
    /// The name of the part.
    pub part: &'static str,
    /// Numbered from 1, without gaps.
    pub steps: &'static [Migration],
}

/// A migration.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// A name for humans.
    pub name: &'static str,
    /// Statements that end with a semicolon.
    pub sql: &'static str,
}

pub(super) const MAKE_TABLE: &str = "CREATE TABLE IF NOT EXISTS schema_migrations (
    part    TEXT   NOT NULL,
    version BIGINT NOT NULL,
    name    TEXT   NOT NULL,
    PRIMARY KEY (part, version)
)";
pub(super) const NEWEST: &str = "SELECT COALESCE(MAX(version), 0) FROM schema_migrations WHERE part = $1";
pub(super) const NOTE: &str = "INSERT INTO schema_migrations (part, version, name) VALUES ($1, $2, $3)";

impl Migrations {
    /// The version after the last migration.
    pub(super) fn newest(&self) -> i64 {
        i64::try_from(self.steps.len()).unwrap_or(i64::MAX)
    }

    /// Returns the migrations that a database of version `there` lacks, with their versions.
    pub(super) fn after(&self, there: i64) -> impl Iterator<Item = (i64, &'static Migration)> {
        (1..).zip(self.steps).filter(move |(version, _)| *version > there)
    }

    /// Returns how many migrations a database of version `there` lacks.
    pub(super) fn lacking(&self, there: i64) -> Result<usize, StoreError> {
        self.check(there)?;
        Ok(self.after(there).count())
    }

    /// Refuses a database that a newer program has migrated.
    pub(super) fn check(&self, there: i64) -> Result<(), StoreError> {
        let (part, known) = (self.part, self.newest());
        if there > known { Err(StoreError::Newer { part, version: there, known }) } else { Ok(()) }
    }

    pub(super) fn failed(&self, version: i64, error: StoreError) -> StoreError {
        StoreError::Migration { part: self.part, version, error: Box::new(error) }
    }
}
