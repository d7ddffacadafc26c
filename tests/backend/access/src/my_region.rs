//! `GET /my-region`: the caller's location, and the decision of the default rule.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::HeaderMap;
use serde::Serialize;
use stagepass_rules::{Country, Facts, Progress, Rule, Whereabouts};

use crate::state::AccessServer;

/// The caller's location. `null` means unknown.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Region {
    /// The address of the caller.
    ip: Option<IpAddr>,
    /// The ISO 3166-1 code of the country.
    country: Option<Country>,
    /// The English name of the country.
    country_name: Option<&'static str>,
    /// The city.
    city: Option<String>,
    /// Whether the default rule of this server allows the caller.
    allowed: bool,
    /// The countries that the default rule allows, if it is a list of countries.
    allowed_countries: Vec<Country>,
}

pub(crate) async fn show(
    State(server): State<Arc<AccessServer>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Json<Region> {
    let ip = server.caller(peer, &headers);
    let whereabouts = server.geo.whereabouts(ip).await;
    let rule = server.default_rule.as_ref();
    let facts = Facts { now: server.clock.now(), country: Some(whereabouts.clone()), ..Facts::default() };
    let allowed = rule.is_some_and(|rule| rule.decide(&facts) == Progress::Decided(Ok(())));
    let (country, city) = match whereabouts {
        Whereabouts::Known(place) => (Some(place.country), place.city),
        Whereabouts::Unknown | Whereabouts::Unavailable => (None, None),
    };
    let allowed_countries = rule.and_then(Rule::allowed_countries).unwrap_or_default();
    Json(Region { ip, country, country_name: country.map(Country::name), city, allowed, allowed_countries })
}
