//! The tables of an access server, and the database that they are in.

use crate::store::{Database, DatabaseAddress, Migration, Migrations, StoreError};
use stagepass_kit::metrics::Metrics;

pub(crate) const SCHEMA: Migrations = Migrations {
    part: "access",
    steps: &[
        Migration { name: "rules", sql: include_str!("../../migrations/access/0001_rules.sql") },
        Migration { name: "groups", sql: include_str!("../../migrations/access/0002_groups.sql") },
        Migration { name: "shop", sql: include_str!("../../migrations/access/0003_shop.sql") },
        Migration { name: "rules of owners", sql: include_str!("../../migrations/access/0004_rules_of_owners.sql") },
    ],
};

/// Opens the database and brings its schema up to date.
pub(super) async fn open(address: &DatabaseAddress, metrics: Option<&Metrics>) -> Result<Database, StoreError> {
    Ok(Database::open(address, &SCHEMA).await?.measured(metrics))
}
