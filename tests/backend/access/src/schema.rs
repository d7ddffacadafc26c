//! The database of an access server.

use std::sync::Arc;

use stagepass_server::metrics::Metrics;
use stagepass_store::{ACCESS, Database, DatabaseAddress, StoreError};

/// Opens the database, which must have been migrated.
pub(super) async fn open(address: &DatabaseAddress, metrics: Option<&Metrics>) -> Result<Database, StoreError> {
    let database = Database::open(address, &ACCESS).await?;
    Ok(match metrics {
        Some(metrics) => database.observed(Arc::new(metrics.clone())),
        None => database,
    })
}
