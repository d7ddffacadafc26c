//! `GET {base}/users/{id}/tracks`: newest first. With `?query=`, the user's own tracks with this text in their titles.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, RawQuery, State};

use crate::api::caller::Viewer;
use crate::api::paging::{Page, PageError};
use crate::api::tracks::refusal::TrackError;
use crate::api::tracks::response::{TrackPage, number, several};
use crate::state::Backend;
use crate::tracks::MAX_TITLE;
use stagepass_kit::parameters::Parameters;

pub(crate) async fn list(
    State(backend): State<Arc<Backend>>,
    Viewer(viewer): Viewer,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Json<TrackPage>, TrackError> {
    let query = query.unwrap_or_default();
    let page = Page::read(&query)?;
    let parameters = Parameters::from_form(query.as_bytes());
    let part_of_title = parameters.optional("query").map_err(PageError::from)?;
    if part_of_title.is_some_and(|part| part.chars().count() > MAX_TITLE) {
        return Err(TrackError::Query);
    }
    let user_id = number(&id).ok_or(TrackError::NoUser)?;
    let user = backend.store.user(user_id).await?.ok_or(TrackError::NoUser)?;
    let viewer = viewer.map(|viewer| viewer.user_id);
    let found = match part_of_title {
        None => backend.store.tracks_of(user.user_id, viewer, page.after, page.wanted()).await?,
        Some(part) if viewer == Some(user.user_id) => {
            backend.store.search_own_tracks(user.user_id, part, page.after, page.wanted()).await?
        }
        // It reads all titles of the user, and finds delisted tracks.
        Some(_) => return Err(TrackError::QueryOfOthers),
    };
    Ok(several(&backend, page, found))
}
