//! `GET /owner/rules`: the rules of several tracks of an owner, for a list of them. Each list can be many requests to
//! the service with the app's token, so an owner has a limit of them.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use serde::Serialize;
use stagepass_kit::parameters::Parameters;
use stagepass_kit::rate::Rate;

use super::Owner;
use crate::error_answer::AccessError;
use crate::state::AccessServer;
use crate::tracks::rule::TrackRule;
use crate::tracks::track_id;

/// How many lists an owner can request. The service counts their lookups for all listeners of this server together.
pub(crate) const LISTS: Rate = Rate { per_second: 2, burst: 20 };
/// The most tracks in a list.
const MAX_TRACKS: usize = 50;
/// How many rules are looked up at once.
const AT_ONCE: usize = 16;

/// The rules of tracks.
#[derive(Serialize)]
pub(crate) struct List {
    /// The rules, in the order of the request.
    rules: Vec<TrackRule>,
}

/// Returns the rules of the tracks in `ids`.
pub(crate) async fn list(
    State(server): State<Arc<AccessServer>>,
    owner: Owner,
    RawQuery(query): RawQuery,
) -> Result<Json<List>, AccessError> {
    let query = Parameters::from_form(query.unwrap_or_default().as_bytes());
    let ids = query.required("ids").map_err(|error| AccessError::Request(error.to_string()))?;
    let ids: Option<Vec<u64>> = ids.split(',').map(track_id::number).collect();
    let Some(ids) = ids.filter(|ids| ids.len() <= MAX_TRACKS) else {
        return Err(AccessError::Request(format!("ids must be 1 to {MAX_TRACKS} track IDs, with commas between them")));
    };
    server.rule_lists.take(&owner.id).map_err(AccessError::RateLimited)?;
    let rules = stream::iter(ids.into_iter().map(|id| server.rule_of(&owner, id))).buffered(AT_ONCE);
    Ok(Json(List { rules: rules.try_collect().await? }))
}
