//! The database of an access server.

use stagepass_kit::metrics::Metrics;
use stagepass_store::{ACCESS, Database, DatabaseAddress, StoreError};

/// Opens the database and brings its schema up to date.
pub(super) async fn open(address: &DatabaseAddress, metrics: Option<&Metrics>) -> Result<Database, StoreError> {
    Ok(Database::open(address, &ACCESS).await?.measured(metrics))
}
