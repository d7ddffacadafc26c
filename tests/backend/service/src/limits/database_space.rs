//! Admits new rows by the free space of the database's disk. At the reserve, no accounts and apps are added. At a
//! quarter of it, no sign-ins. Refreshing tokens, signing out and deleting always work.

use crate::state::Backend;
use stagepass_kit::disk::Disks;

/// The database has no space for this.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the service has no space left for this: try again later")]
pub(crate) struct NoSpace;

/// Admits a new account or app.
pub(crate) async fn check_for_account(backend: &Backend) -> Result<(), NoSpace> {
    refuse_if(backend, Disks::is_database_low).await
}

/// Admits a sign-in.
pub(crate) async fn check_for_sign_in(backend: &Backend) -> Result<(), NoSpace> {
    refuse_if(backend, Disks::is_database_almost_full).await
}

/// If the space is unknown, the database itself fails when it is full.
async fn refuse_if(backend: &Backend, is_low: fn(&Disks) -> std::io::Result<bool>) -> Result<(), NoSpace> {
    match backend.media.disks().ask(is_low).await {
        Ok(true) => Err(NoSpace),
        Ok(false) => Ok(()),
        Err(error) => {
            tracing::warn!(%error, "the free space of the database is unknown");
            Ok(())
        }
    }
}
