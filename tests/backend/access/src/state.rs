//! The state that all request handlers share.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::http::HeaderMap;
use ipnet::IpNet;
use stagepass_gate::Signer;
use stagepass_kit::clock::Clock;
use stagepass_kit::rate::RateLimiter;
use stagepass_rules::Rule;
use stagepass_server::client_address::client_address;
use stagepass_server::health::Readiness;

use crate::decision::rule_evaluator::RuleEvaluator;
use crate::geo::Geo;
use crate::owner::groups::group_store::Groups;
use crate::owner::owners::Owners;
use crate::service::Service;
use crate::service::ticket_limits::TicketLimits;
use crate::shop::Shop;
use crate::tracks::rule_store::RuleStore;

/// The state of an access server.
#[derive(Debug)]
pub(crate) struct AccessServer {
    pub(crate) service: Service,
    /// The app of the owner's page, in lower case.
    pub(crate) api_key: String,
    pub(crate) tickets: TicketLimits,
    /// Counts the pages of tracks of each owner.
    pub(crate) rule_lists: RateLimiter<i64>,
    pub(crate) signer: Arc<Signer>,
    pub(crate) owners: Owners,
    pub(crate) rules: RuleStore,
    pub(crate) groups: Groups,
    pub(crate) shop: Shop,
    pub(crate) default_rule: Option<Rule>,
    pub(crate) evaluator: RuleEvaluator,
    pub(crate) geo: Geo,
    pub(crate) trusted_proxies: Vec<IpNet>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) readiness: Readiness,
}

impl AccessServer {
    /// Returns the caller's address, if it is known.
    pub(crate) fn caller(&self, peer: SocketAddr, headers: &HeaderMap) -> Option<IpAddr> {
        client_address(peer.ip(), headers, &self.trusted_proxies)
    }
}
