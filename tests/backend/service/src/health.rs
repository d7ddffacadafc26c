//! `GET {base}/readyz`: readiness of the service.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;

use crate::state::Backend;
use stagepass_kit::disk::Disks;
use stagepass_server::health::{Health, Part};
use stagepass_server::serve::DrainMarker;
use stagepass_store::StoreError;

pub(crate) async fn ready(State(backend): State<Arc<Backend>>, draining: Option<Extension<DrainMarker>>) -> Health {
    let media = async || {
        let check = backend.media.check();
        if backend.media.is_in_bucket() {
            Part::useful("media", check).await
        } else {
            Part::needed("media", check).await
        }
    };
    let ask = async || {
        let uploads = Part::useful("uploads", room(&backend));
        let (database, media, uploads) = tokio::join!(Part::needed("database", database(&backend)), media(), uploads);
        vec![database, media, uploads]
    };
    backend.readiness.answer(draining.map(|Extension(draining)| draining), ask).await
}

/// Also writes, unless the disk is nearly full: that alone is no reason to send requests elsewhere.
async fn database(backend: &Backend) -> Result<(), StoreError> {
    backend.store.ping().await?;
    let is_low = backend.media.disks().ask(Disks::is_database_low).await.unwrap_or(false);
    if is_low { Box::pin(backend.store.ping_by_writing()).await } else { Ok(()) }
}

/// Checks that there is space for uploads. The service is ready without it: all replicas may share the disk, and
/// everything but uploads works.
async fn room(backend: &Backend) -> Result<(), std::io::Error> {
    if backend.media.disks().ask(Disks::room).await? > 0 { Ok(()) } else { Err(std::io::ErrorKind::StorageFull.into()) }
}
