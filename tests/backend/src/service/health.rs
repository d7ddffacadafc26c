//! `GET {base}/readyz`: whether the service should be sent requests.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;

use crate::health::{Health, is_usable};
use crate::serve::Draining;
use crate::service::Backend;

pub(crate) async fn ready(State(backend): State<Arc<Backend>>, draining: Option<Extension<Draining>>) -> Health {
    let ask = async || {
        let (database, media) =
            tokio::join!(is_usable("database", backend.store.ping()), is_usable("media", backend.media.check()),);
        vec![database, media]
    };
    backend.readiness.answer(draining.map(|Extension(draining)| draining), ask).await
}
