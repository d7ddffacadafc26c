//! `GET|PUT /tracks/{trackId}/rule`: the rule of a track, for its owner.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use stagepass_rules::{Rule, RuleError};

use super::rule_store::StoredRule;
use super::track_id;
use crate::error_answer::AccessError;
use crate::owner::Owner;
use crate::request::body;
use crate::service::Track;
use crate::state::AccessServer;
use crate::ticket;

/// The rule of a track.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TrackRule {
    /// The ID of the track.
    track_id: u64,
    /// The track's own rule. `null` if it has none.
    rule: Option<Rule>,
    /// The rule in words.
    words: String,
}

/// The new rule. `null` removes the track's own rule.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    rule: Box<RawValue>,
}

pub(crate) async fn show(
    State(server): State<Arc<AccessServer>>,
    owner: Owner,
    path: Result<Path<String>, PathRejection>,
) -> Result<Json<TrackRule>, AccessError> {
    Ok(Json(server.rule_of(&owner, track_id::of(path)?).await?))
}

/// Takes effect at the next request for the track. Addresses that were signed before stay valid.
pub(crate) async fn put(
    State(server): State<Arc<AccessServer>>,
    owner: Owner,
    path: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<TrackRule>, AccessError> {
    let Body { rule } = body::read(body)?;
    let rule = parse(&rule)?;
    let track = server.own_track(&owner, track_id::of(path)?).await?;
    if let Some(rule) = &rule {
        server.check_references(owner.id, rule).await?;
    }
    // Before the rule is stored: otherwise a failure would leave a rule with the sites of the one before.
    let ticket = ticket::shown(&headers)?.ok_or(AccessError::NoTicket)?;
    let sites = server.sites(rule.clone().map_or(StoredRule::Default, StoredRule::Rule));
    server.service.set_sites(ticket, track.id, &sites).await?;
    if !server.rules.replace(track.id, owner.id, rule.as_ref(), server.clock.now()).await? {
        return Err(AccessError::TooMany("rules"));
    }
    Ok(Json(server.track_rule(&track, rule.map_or(StoredRule::Default, StoredRule::Rule))))
}

/// Parses the rule in a member of a body. `None` for `null`.
pub(crate) fn parse(json: &RawValue) -> Result<Option<Rule>, RuleError> {
    if json.get() == "null" { Ok(None) } else { Rule::parse(json.get()).map(Some) }
}

impl AccessServer {
    /// Returns the rule of a track of this owner.
    ///
    /// # Errors
    /// [`AccessError::AnotherUser`] if it belongs to another user.
    pub(crate) async fn rule_of(&self, owner: &Owner, track_id: u64) -> Result<TrackRule, AccessError> {
        let track = self.own_track(owner, track_id).await?;
        let stored = self.stored(&track).await?;
        Ok(self.track_rule(&track, stored))
    }

    fn track_rule(&self, track: &Track, stored: StoredRule) -> TrackRule {
        let words = self.words(&stored);
        let rule = if let StoredRule::Rule(rule) = stored { Some(rule) } else { None };
        TrackRule { track_id: track.id, rule, words }
    }

    /// Returns in words who may hear a track.
    pub(crate) fn words(&self, stored: &StoredRule) -> String {
        match (stored, &self.default_rule) {
            (StoredRule::Rule(rule), _) => rule.words(),
            (StoredRule::Default, Some(rule)) => {
                format!("No rule of its own. The default of this server applies: {}", rule.words())
            }
            (StoredRule::Default, None) => {
                "Nobody may hear it: it has no rule of its own, and this server has no default.".to_owned()
            }
            (StoredRule::Unfinished, _) => {
                "Nobody may hear it: it was created, but its rule could not be stored.".to_owned()
            }
        }
    }

    /// Checks that everything that the rule names exists and belongs to the owner. Otherwise no user could hear the
    /// track, and the owner would only learn this from users.
    ///
    /// # Errors
    /// [`AccessError::Rule`] with the position in the rule.
    pub(crate) async fn check_references(&self, owner: i64, rule: &Rule) -> Result<(), AccessError> {
        let references = rule.references();
        let missing = |kind: &str, id: &str, path: &str| {
            let problem = format!("you have no {kind} \"{id}\" here: create it first");
            Err(AccessError::Rule(RuleError { path: path.to_owned(), problem }))
        };
        for (group, path) in &references.groups {
            if !self.groups.has(owner, group).await? {
                return missing("group", group.as_str(), path);
            }
        }
        for (product, path) in &references.products {
            if !self.shop.has_product(owner, product).await? {
                return missing("product", product.as_str(), path);
            }
        }
        for (site, path) in &references.sites {
            if !self.shop.has_site(owner, site).await? {
                return missing("site key", site.as_str(), path);
            }
        }
        Ok(())
    }
}
