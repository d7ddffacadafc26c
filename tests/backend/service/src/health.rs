//! `GET {base}/readyz`: whether the service should be sent requests.

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

/// A database whose disk is nearly full is asked to write as well: there is no need to go elsewhere before that fails.
async fn database(backend: &Backend) -> Result<(), StoreError> {
    backend.store.ping().await?;
    let is_low = backend.media.disks().ask(Disks::is_database_low).await.unwrap_or(false);
    if is_low { Box::pin(backend.store.ping_by_writing()).await } else { Ok(()) }
}

/// That uploads find space. All replicas may have the same disk, and whatever else users do goes on without.
async fn room(backend: &Backend) -> Result<(), std::io::Error> {
    if backend.media.disks().ask(Disks::room).await? > 0 { Ok(()) } else { Err(std::io::ErrorKind::StorageFull.into()) }
}
