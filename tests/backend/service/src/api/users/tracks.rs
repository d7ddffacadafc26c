//! `GET {base}/users/{id}/tracks`: newest first.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, RawQuery, State};

use crate::api::caller::Viewer;
use crate::api::paging::Page;
use crate::api::tracks::refusal::TrackError;
use crate::api::tracks::response::{TrackPage, number, several};
use crate::state::Backend;

pub(crate) async fn list(
    State(backend): State<Arc<Backend>>,
    Viewer(viewer): Viewer,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Json<TrackPage>, TrackError> {
    let page = Page::read(&query.unwrap_or_default())?;
    let user_id = number(&id).ok_or(TrackError::NoUser)?;
    let user = backend.store.user(user_id).await?.ok_or(TrackError::NoUser)?;
    let viewer = viewer.map(|viewer| viewer.user_id);
    let found = backend.store.tracks_of(user.user_id, viewer, page.after, page.wanted()).await?;
    Ok(several(&backend, page, found))
}
