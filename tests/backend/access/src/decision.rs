//! Decides who may hear a track. All facts that a rule needs are requested at once, and only until the rule can be
//! decided.
//!
//! Claims of the request itself are not trusted. The time is this server's. The address is the connection's, or from a
//! trusted proxy. The service says who the user is. Only the origin of the request (`Origin`, `Referer`) is its own
//! claim. A rule about it keeps out pages of other sites, whose browsers send the truth, but not other programs.

pub(crate) mod refusal;
pub(crate) mod rule_evaluator;

use std::collections::HashSet;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName, header};
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt as _, StreamExt as _};
use stagepass_rules::{
    Denial, Facts, Id, Membership, Payment, Progress, Question, Rule, SiteToken, Sites, User, Whereabouts,
};
use url::Url;

use self::rule_evaluator::RuleEvaluator;
use super::error_answer::AccessError;
use super::service::{TicketHolder, Track};
use super::shop::Visit;
use super::ticket;
use crate::state::AccessServer;
use crate::tracks::rule_store::StoredRule;

/// The header with a token that a site's server signed.
pub(super) const SITE_TOKEN: HeaderName = HeaderName::from_static("stagepass-site-token");

/// The header in which the service's player names the origin of the page that shows it in a frame.
pub(super) const EMBEDDER: HeaderName = HeaderName::from_static("stagepass-embedder");

/// The decision about a request for a track.
pub(super) struct Decision {
    pub(super) track: Track,
    /// The user, if there was a valid ticket.
    pub(super) holder: Option<TicketHolder>,
    /// Whether the user may hear the track.
    pub(super) outcome: Result<(), Denial>,
}

/// A fact that was requested.
enum Fact {
    Country(Whereabouts),
    Member(Id, Membership),
    Paid(Id, Payment),
    SiteToken(Id, SiteToken),
}

/// What a fact can depend on.
struct FactQuery<'a> {
    owner: i64,
    track_id: u64,
    address: Option<IpAddr>,
    user_id: Option<u64>,
    site_token: Option<&'a str>,
    now: i64,
}

impl AccessServer {
    /// Returns whether the caller may hear the track.
    ///
    /// A ticket that is not valid, or cannot be verified, is treated like none: what needs no user must not be closed
    /// to users of an app that this server cannot verify. But a denial is then the error of the ticket, because the
    /// SDK gets a new ticket only after a 401.
    ///
    /// # Errors
    /// If there is no such track, this server does not sign for it, or a required fact is not available. The error of
    /// the ticket, if it cannot be used and the rule denies access without a user.
    pub(super) async fn decision(
        self: &Arc<Self>,
        track_id: u64,
        peer: SocketAddr,
        headers: &HeaderMap,
    ) -> Result<Decision, AccessError> {
        let (holder, unusable) = match self.optional_holder(peer, headers).await {
            Ok(holder) => (holder, None),
            Err(error) => (None, Some(error)),
        };
        let track = self.service.track(track_id).await?;
        self.check_owner(track.owner).await?;
        let outcome =
            if track.is_public() { Ok(()) } else { self.outcome(&track, holder.as_ref(), peer, headers).await? };
        match unusable {
            Some(error) if outcome.is_err() => Err(error),
            _ => Ok(Decision { track, holder, outcome }),
        }
    }

    /// Returns the user of the ticket. `None` if there is no ticket.
    async fn optional_holder(
        self: &Arc<Self>,
        peer: SocketAddr,
        headers: &HeaderMap,
    ) -> Result<Option<TicketHolder>, AccessError> {
        let Some(ticket) = ticket::shown(headers)? else { return Ok(None) };
        self.ticket_holder(ticket, peer, headers).await.map(Some)
    }

    async fn outcome(
        &self,
        track: &Track,
        holder: Option<&TicketHolder>,
        peer: SocketAddr,
        headers: &HeaderMap,
    ) -> Result<Result<(), Denial>, AccessError> {
        self.may_sign_for(track)?;
        let Some(rule) = self.rule_in_force(self.stored(track).await?) else { return Ok(Err(Denial::no_rule())) };
        let now = self.clock.now();
        let query = FactQuery {
            owner: track.owner_id()?,
            track_id: track.id,
            address: self.caller(peer, headers),
            user_id: holder.map(|holder| holder.user_id),
            site_token: one(headers, &SITE_TOKEN),
            now,
        };
        let facts = Facts {
            now,
            user: holder.map(|holder| User { user_id: holder.user_id, verified: holder.verified }),
            came_from: self.came_from(headers),
            ..Facts::default()
        };
        decide(&self.evaluator, &rule, facts, |question| self.fact(question, &query)).await
    }

    /// Returns the stored rule of the track.
    pub(super) async fn stored(&self, track: &Track) -> Result<StoredRule, AccessError> {
        Ok(self.rules.rule(track.id, track.owner_id()?, &track.cid).await?)
    }

    /// Returns the track's own rule, or the server's default for tracks without one.
    pub(super) fn rule_in_force(&self, stored: StoredRule) -> Option<Rule> {
        match stored {
            StoredRule::Rule(rule) => Some(rule),
            StoredRule::Default => self.default_rule.clone(),
            StoredRule::Unfinished => None,
        }
    }

    /// Returns the sites on which a track can be played.
    pub(super) fn sites(&self, stored: StoredRule) -> Sites {
        self.rule_in_force(stored).map_or(Sites::Only(vec![]), |rule| rule.sites())
    }

    /// Returns the site on which the caller is. The service's player names the page that shows it in a frame. No other
    /// page can: browsers send `Origin` truthfully.
    fn came_from(&self, headers: &HeaderMap) -> Option<String> {
        let origin = came_from(headers);
        let is_player = origin.is_some() && origin == origin_of(self.service.base_url().as_str());
        if is_player && headers.contains_key(EMBEDDER) { one(headers, &EMBEDDER).and_then(origin_of) } else { origin }
    }

    async fn fact(&self, question: Question, query: &FactQuery<'_>) -> Result<Fact, AccessError> {
        let FactQuery { owner, track_id, address, user_id, site_token, now } = *query;
        Ok(match question {
            Question::Country => Fact::Country(self.geo.whereabouts(address).await),
            Question::Member(group) => {
                let membership = self.groups.membership(owner, &group, user_id).await?;
                Fact::Member(group, membership)
            }
            Question::Paid(product) => {
                let payment = self.shop.payment(owner, &product, user_id, now).await?;
                Fact::Paid(product, payment)
            }
            Question::SiteToken(site) => {
                let token = self.shop.site_token(owner, &site, Visit { track_id, token: site_token, now }).await?;
                Fact::SiteToken(site, token)
            }
        })
    }
}

/// Decides as soon as possible: requests all facts that can still change the outcome at once, and does not wait for
/// others.
async fn decide<F: Future<Output = Result<Fact, AccessError>>>(
    evaluator: &RuleEvaluator,
    rule: &Rule,
    mut facts: Facts,
    ask: impl Fn(Question) -> F,
) -> Result<Result<(), Denial>, AccessError> {
    let mut requested = HashSet::new();
    let mut answers = FuturesUnordered::new();
    loop {
        let questions = match evaluator.progress(rule, &facts).await? {
            Progress::Decided(outcome) => return Ok(outcome),
            Progress::Needs(questions) => questions,
        };
        for question in questions {
            if requested.insert(question.clone()) {
                answers.push(ask(question));
            }
        }
        let Some(answer) = answers.next().await else {
            tracing::error!("a rule asks for a fact that it already has");
            return Err(AccessError::Internal);
        };
        record(&mut facts, answer?);
        // Also takes the facts that have arrived meanwhile, so that the rule is evaluated once for all of them.
        while let Some(Some(answer)) = answers.next().now_or_never() {
            record(&mut facts, answer?);
        }
    }
}

fn record(facts: &mut Facts, answer: Fact) {
    match answer {
        Fact::Country(whereabouts) => facts.country = Some(whereabouts),
        Fact::Member(group, membership) => drop(facts.members.insert(group, membership)),
        Fact::Paid(product, payment) => drop(facts.paid.insert(product, payment)),
        Fact::SiteToken(site, token) => drop(facts.sites.insert(site, token)),
    }
}

/// Returns the origin of a request: `Origin`, or `Referer` if that is missing or `null`. A repeated header is ignored,
/// because a proxy may have used the other value.
fn came_from(headers: &HeaderMap) -> Option<String> {
    match one(headers, &header::ORIGIN) {
        Some("null") => {}
        Some(origin) => return origin_of(origin),
        None if headers.contains_key(header::ORIGIN) => return None,
        None => {}
    }
    one(headers, &header::REFERER).and_then(origin_of)
}

/// Returns the origin of a web address, in the form of the URL standard.
pub(super) fn origin_of(address: &str) -> Option<String> {
    let url = Url::parse(address).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    Some(url.origin().ascii_serialization())
}

/// Returns the value of a header that occurs once and is text.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).into_iter();
    let value = values.next().filter(|_| values.next().is_none())?;
    value.to_str().ok()
}

#[cfg(test)]
mod tests;
