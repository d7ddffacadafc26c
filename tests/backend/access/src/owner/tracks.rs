//! `GET /owner/tracks`: the tracks of an owner that this server signs for, with their rules, a page at a time. Each
//! page is a request to the service with the app's token, so an owner has a limit of them.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use serde::Serialize;
use stagepass_kit::parameters::Parameters;
use stagepass_kit::rate::Rate;
use stagepass_rules::Rule;

use super::Owner;
use crate::error_answer::AccessError;
use crate::service::Track;
use crate::state::AccessServer;
use crate::tracks::rule_store::StoredRule;

/// How many pages an owner can request.
pub(crate) const PAGES: Rate = Rate { per_second: 2, burst: 50 };
/// The longest cursor in characters.
const MAX_CURSOR: usize = 100;
/// How many rules are looked up at once.
const AT_ONCE: usize = 16;

/// The tracks of an owner.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct List {
    /// The tracks. There can be fewer than on other pages, or none, although there is a next page: those that this
    /// server does not sign for are left out.
    tracks: Vec<OwnerTrack>,
    /// The `cursor` of the next page. Missing on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
}

/// A track of an owner.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OwnerTrack {
    /// The ID of the track.
    track_id: u64,
    /// The title.
    title: String,
    /// The track's own rule. `null` if it has none.
    rule: Option<Rule>,
    /// In words, who may hear the track.
    words: String,
}

/// Returns a page of the tracks, newest first.
pub(crate) async fn list(
    State(server): State<Arc<AccessServer>>,
    owner: Owner,
    RawQuery(query): RawQuery,
) -> Result<Json<List>, AccessError> {
    let query = Parameters::from_form(query.unwrap_or_default().as_bytes());
    let cursor = query.optional("cursor").map_err(|error| AccessError::Request(error.to_string()))?;
    if cursor.is_some_and(|cursor| cursor.len() > MAX_CURSOR) {
        return Err(AccessError::Request("cursor is not a nextCursor of a response".to_owned()));
    }
    server.track_pages.take(&owner.id).map_err(AccessError::RateLimited)?;
    let page = server.service.tracks_of(owner.holder.user_id, cursor).await?.unwrap_or_default();
    let is_ours = |track: &Track| track.owner == owner.holder.user_id && server.may_sign_for(track).is_ok();
    let ours = page.tracks.into_iter().filter(is_ours);
    let listed = stream::iter(ours.map(|track| server.owner_track(track))).buffered(AT_ONCE);
    Ok(Json(List { tracks: listed.try_collect().await?, next_cursor: page.next_cursor }))
}

impl AccessServer {
    async fn owner_track(&self, track: Track) -> Result<OwnerTrack, AccessError> {
        let stored = self.stored(&track).await?;
        let words = self.words(&stored);
        let rule = if let StoredRule::Rule(rule) = stored { Some(rule) } else { None };
        Ok(OwnerTrack { track_id: track.id, title: track.title, rule, words })
    }
}
