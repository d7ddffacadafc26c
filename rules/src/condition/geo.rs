//! The `geo` condition, on the caller's country: `{"in": ["DE", "Sweden"]}` or `{"not_in": […]}`.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::condition::name_list::one_of;
use crate::countries::Country;
use crate::decision::Refusal;
use crate::denial_reason::DenialReason;
use crate::error::RuleError;
use crate::facts::{Facts, Place, Whereabouts};
use crate::json::cursor::Cursor;
use crate::limits::MAX_COUNTRIES;
use crate::verdict::Verdict;

pub(super) const KIND: &str = "geo";

const UNKNOWN: &str = "This track can be played in some countries only, and which one you are in cannot be determined.";
const UNAVAILABLE: &str =
    "This track can be played in some countries only, and which one you are in cannot be looked up at the moment.";

/// The allowed or the excluded countries. Neither allows a caller in an unknown country.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Geo {
    /// The country is one of these.
    In(BTreeSet<Country>),
    /// The country is known and none of these.
    NotIn(BTreeSet<Country>),
}

impl Geo {
    pub(super) fn read(at: &Cursor<'_>) -> Result<Self, RuleError> {
        let (kind, list) = at.only_member(&["in", "not_in"])?;
        let country = |at: &Cursor<'_>| at.text()?.parse::<Country>().map_err(|error| at.error(error));
        let countries = list.list("countries", MAX_COUNTRIES)?.iter().map(country).collect::<Result<_, _>>()?;
        Ok(if kind == "in" { Self::In(countries) } else { Self::NotIn(countries) })
    }

    pub(super) fn verdict(&self, facts: &Facts) -> Option<Verdict> {
        Some(match facts.country.as_ref()? {
            Whereabouts::Known(place) => Verdict::of(self.lets_in(place.country)),
            Whereabouts::Unknown | Whereabouts::Unavailable => Verdict::Unknown,
        })
    }

    fn lets_in(&self, country: Country) -> bool {
        match self {
            Self::In(countries) => countries.contains(&country),
            Self::NotIn(countries) => !countries.contains(&country),
        }
    }

    pub(super) fn denial_reason(&self, facts: &Facts, wanted: Verdict) -> Option<DenialReason> {
        let is_excluded = wanted == Verdict::Deny;
        let refusal = match facts.country.as_ref()? {
            Whereabouts::Known(Place { country, .. }) => {
                let code = if is_excluded { "excluded" } else { "country_not_allowed" };
                let sentence = format!("This track cannot be played in your country ({}).", country.name());
                Refusal { your_country: Some(*country), ..Refusal::new(KIND, code, sentence) }
            }
            Whereabouts::Unknown => Refusal::new(KIND, "country_unknown", UNKNOWN),
            Whereabouts::Unavailable => Refusal::new(KIND, "country_lookup_failed", UNAVAILABLE),
        };
        let allowed_countries = match self {
            Self::In(countries) if !is_excluded => Some(countries.iter().copied().collect()),
            Self::In(_) | Self::NotIn(_) => None,
        };
        let remedy = Some(self.remedy(is_excluded));
        Some(DenialReason { refusal: Refusal { allowed_countries, ..refusal }, remedy })
    }

    fn remedy(&self, is_excluded: bool) -> String {
        match self {
            Self::In(countries) | Self::NotIn(countries) => {
                let is_list_of_allowed = matches!(self, Self::In(_)) != is_excluded;
                let from = if is_list_of_allowed { "Listen from" } else { "Listen from a country other than" };
                format!("{from} {}.", names(countries))
            }
        }
    }

    pub(super) fn words(&self, wanted: Verdict) -> String {
        match self {
            Self::In(countries) | Self::NotIn(countries) => {
                let is_list_of_allowed = matches!(self, Self::In(_)) == (wanted == Verdict::Allow);
                let is = if is_list_of_allowed { "is" } else { "is known and is not" };
                format!("the listener's country {is} {}", names(countries))
            }
        }
    }
}

fn names(countries: &BTreeSet<Country>) -> String {
    one_of(countries.iter().map(|country| country.name()))
}
