//! `GET /owner/tracks`: the tracks of an owner that this server signs for, with their rules.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use schemars::JsonSchema;
use serde::Serialize;
use stagepass_rules::Rule;

use super::Owner;
use crate::error_answer::AccessError;
use crate::openapi::rule_schema::RuleSchema;
use crate::service::Track;
use crate::state::AccessServer;
use crate::tracks::rule_store::StoredRule;

/// The most tracks in a response.
const MAX_TRACKS: usize = 1_000;
/// How many rules are looked up at once.
const AT_ONCE: usize = 16;

/// The tracks of an owner.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OwnerTracks")]
pub(crate) struct List {
    /// The tracks.
    tracks: Vec<OwnerTrack>,
}

/// A track of an owner.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OwnerTrack {
    /// The ID of the track.
    track_id: u64,
    /// The title.
    title: String,
    /// The track's own rule. `null` if it has none.
    #[schemars(with = "Option<RuleSchema>")]
    rule: Option<Rule>,
    /// In words, who may hear the track.
    words: String,
}

/// Returns the tracks, newest first.
pub(crate) async fn list(State(server): State<Arc<AccessServer>>, owner: Owner) -> Result<Json<List>, AccessError> {
    let tracks = server.service.tracks_of(owner.holder.user_id).await?.unwrap_or_default();
    let is_ours = |track: &Track| track.owner == owner.holder.user_id && server.may_sign_for(track).is_ok();
    let ours = tracks.into_iter().filter(is_ours).take(MAX_TRACKS);
    let listed = stream::iter(ours.map(|track| server.owner_track(track))).buffered(AT_ONCE);
    Ok(Json(List { tracks: listed.try_collect().await? }))
}

impl AccessServer {
    async fn owner_track(&self, track: Track) -> Result<OwnerTrack, AccessError> {
        let stored = self.stored(&track).await?;
        let words = self.words(&stored);
        let rule = if let StoredRule::Rule(rule) = stored { Some(rule) } else { None };
        Ok(OwnerTrack { track_id: track.id, title: track.title, rule, words })
    }
}
