//! The database of an access server.

use stagepass_server::recorders::Recorders;
use stagepass_store::{ACCESS, Database, DatabaseAddress, StoreError};

/// Opens the database, which must have been migrated.
pub(super) async fn open(address: &DatabaseAddress, recorders: &Recorders) -> Result<Database, StoreError> {
    let database = Database::open(address, &ACCESS).await?;
    Ok(match recorders.of_store(address.system()) {
        Some(observer) => database.observed(observer),
        None => database,
    })
}
