//! `GET {base}/readyz`: whether the service should be sent requests.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;

use crate::health::{Health, Part};
use crate::serve::Draining;
use crate::service::Backend;

pub(crate) async fn ready(State(backend): State<Arc<Backend>>, draining: Option<Extension<Draining>>) -> Health {
    let media = async || {
        let check = backend.media.check();
        if backend.media.is_in_bucket() {
            Part::useful("media", check).await
        } else {
            Part::needed("media", check).await
        }
    };
    let ask = async || {
        let (database, media) = tokio::join!(Part::needed("database", backend.store.ping()), media());
        vec![database, media]
    };
    backend.readiness.answer(draining.map(|Extension(draining)| draining), ask).await
}
