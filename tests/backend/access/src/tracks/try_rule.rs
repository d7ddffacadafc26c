//! `POST /tracks/{trackId}/try`: evaluates a rule for a hypothetical user. Nothing is stored or signed.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{Path, State};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use stagepass_rules::{Country, Denial, Facts, Id, Place, Progress, Rule, SiteToken, User, Whereabouts};

use super::rule as track_rule;
use super::rule_store::StoredRule;
use super::track_id;
use crate::decision::{self, refusal};
use crate::error_answer::AccessError;
use crate::owner::Owner;
use crate::request::body::{self, NumberOrText};
use crate::request::details;
use crate::state::AccessServer;

/// The hypothetical user. Missing members have the values of an unknown user.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Body {
    /// A rule to use instead of the track's own. `null` means none of its own.
    #[serde(default, deserialize_with = "body::raw_value")]
    rule: Option<Box<RawValue>>,
    country: Option<String>,
    time: Option<String>,
    /// An ID, or a handle like `@ada`.
    user: Option<NumberOrText>,
    came_from: Option<String>,
    site_token: Option<String>,
}

/// The parsed hypothetical user.
struct HypotheticalUser {
    now: i64,
    country: Whereabouts,
    user: Option<User>,
    came_from: Option<String>,
    site_token: Option<Id>,
}

/// Returns `{allowed, words}`, and the body of the refusal if there is one.
pub(crate) async fn simulate(
    State(server): State<Arc<AccessServer>>,
    owner: Owner,
    path: Result<Path<String>, PathRejection>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Map<String, Value>>, AccessError> {
    let body: Body = body::read(body)?;
    let given = body.rule.as_deref().map(track_rule::parse).transpose()?;
    let track = server.own_track(&owner, track_id::of(path)?).await?;
    let stored = match given {
        Some(rule) => rule.map_or(StoredRule::Default, StoredRule::Rule),
        None => server.stored(&track).await?,
    };
    if let (Some(_), StoredRule::Rule(rule)) = (&body.rule, &stored) {
        server.check_references(owner.id, rule).await?;
    }
    let hypothetical_user = server.hypothetical_user(body).await?;
    let words = server.words(&stored);
    let refused = match server.rule_in_force(stored) {
        Some(rule) => denial_of(
            server.evaluator.progress(&rule, &server.facts(owner.id, &rule, &hypothetical_user).await?).await?,
        )?,
        None => Some(Denial::no_rule()),
    };
    let mut answer = refusal::allowed_or_not(refused.as_ref());
    answer.insert("words".to_owned(), words.into());
    Ok(Json(answer))
}

/// Returns the reason for a refusal.
fn denial_of(progress: Progress) -> Result<Option<Denial>, AccessError> {
    match progress {
        Progress::Decided(outcome) => Ok(outcome.err()),
        Progress::Needs(questions) => {
            tracing::error!(?questions, "a rule asks for a fact that it does not name");
            Err(AccessError::Internal)
        }
    }
}

impl AccessServer {
    async fn hypothetical_user(&self, body: Body) -> Result<HypotheticalUser, AccessError> {
        let Body { country, time, user, came_from, site_token, .. } = body;
        let now = time.as_deref().map_or_else(|| Ok(self.clock.now()), moment)?;
        let country = country.as_deref().map_or(Ok(Whereabouts::Unknown), place)?;
        let came_from = came_from.as_deref().map(origin).transpose()?;
        let site_token = site_token.as_deref().map(details::id_of).transpose()?;
        let user = match user {
            None => None,
            Some(NumberOrText::Number(user_id)) => Some(self.find_listener(&user_id.to_string()).await?),
            Some(NumberOrText::Text(text)) => Some(self.find_listener(&text).await?),
        };
        let user = user.map(|user| User { user_id: user.user_id, verified: user.verified });
        Ok(HypotheticalUser { now, country, user, came_from, site_token })
    }

    /// Returns all facts that the rule can need, so that the response lists every condition that is not met.
    async fn facts(&self, owner: i64, rule: &Rule, hypothetical_user: &HypotheticalUser) -> Result<Facts, AccessError> {
        let HypotheticalUser { now, country, user, came_from, site_token } = hypothetical_user;
        let user_id = user.map(|user| user.user_id);
        let mut facts = Facts {
            now: *now,
            user: *user,
            came_from: came_from.clone(),
            country: Some(country.clone()),
            ..Facts::default()
        };
        let references = rule.references();
        for group in references.groups.into_keys() {
            let membership = self.groups.membership(owner, &group, user_id).await?;
            facts.members.insert(group, membership);
        }
        for product in references.products.into_keys() {
            let payment = self.shop.payment(owner, &product, user_id, *now).await?;
            facts.paid.insert(product, payment);
        }
        for site in references.sites.into_keys() {
            let token = if !self.shop.has_site(owner, &site).await? {
                SiteToken::NoSuchSite
            } else if site_token.as_ref() == Some(&site) {
                SiteToken::Good
            } else {
                SiteToken::None
            };
            facts.sites.insert(site, token);
        }
        Ok(facts)
    }
}

fn moment(text: &str) -> Result<i64, AccessError> {
    let read = text.parse::<Timestamp>().map(Timestamp::as_second);
    read.map_err(|_| AccessError::Request("time must be like 2026-12-24T18:00:00Z (RFC 3339)".to_owned()))
}

fn place(text: &str) -> Result<Whereabouts, AccessError> {
    let country: Country = text.parse().map_err(|error| AccessError::Request(format!("country: {error}")))?;
    Ok(Whereabouts::Known(Place { country, city: None }))
}

fn origin(text: &str) -> Result<String, AccessError> {
    let words = "cameFrom must be an origin, like https://radio.example";
    decision::origin_of(text).ok_or_else(|| AccessError::Request(words.to_owned()))
}
