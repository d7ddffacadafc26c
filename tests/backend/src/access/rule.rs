//! Who may hear a track, and the decision. Pure: what is known of the caller goes in, the answer comes out.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::countries::{Country, UnknownCountry};

/// What a track's owner demands of a caller.
///
/// As JSON `{"geo": {"in": ["DE", "Sweden"]}}` or `{"geo": {"not_in": […]}}`: one member, named after the kind of rule. What has another member, or
/// names what there isn't, is no rule, so that a misspelt one can't let anybody in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// Where the caller has to be.
    Geo(GeoRule),
}

/// A rule about countries. Neither kind lets in a caller whose country nobody knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GeoRule {
    /// In one of these.
    In(BTreeSet<Country>),
    /// In a known country that is none of these.
    NotIn(BTreeSet<Country>),
}

/// A text that is no rule.
#[derive(Debug, thiserror::Error)]
pub enum RuleError {
    /// Not JSON of a rule's form.
    #[error("a rule is like {{\"geo\": {{\"in\": [\"DE\", \"Sweden\"]}}}}: {0}")]
    Form(serde_json::Error),
    /// It names what is no country.
    #[error("geo: {0}")]
    Country(#[from] UnknownCountry),
    /// It names no country at all.
    #[error("geo: the list of countries is empty")]
    NoCountry,
}

/// All that is known of a caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Where the caller is.
    pub whereabouts: Whereabouts,
}

/// Where a caller is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whereabouts {
    /// There.
    Known(Place),
    /// Nobody knows: a private address, one that no database has, or none that can be believed.
    Unknown,
    /// It could not be asked.
    Unavailable,
}

/// A place on Earth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its country.
    pub country: Country,
    /// Its city, in English.
    pub city: Option<String>,
}

/// Why a caller may not hear a track.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct Refused {
    /// The rule that says no; `None` if there is no rule.
    pub rule: Option<&'static str>,
    /// A stable name of the reason.
    pub code: &'static str,
    /// For the listener.
    pub sentence: String,
    /// Where the caller is, if the rule asked for that and it is known.
    pub your_country: Option<Country>,
    /// Where callers may be, if the rule lists that.
    pub allowed_countries: Option<Vec<Country>>,
}

impl Rule {
    /// Reads a rule as JSON.
    ///
    /// # Errors
    /// [`RuleError`], which names what is wrong.
    pub fn parse(json: &str) -> Result<Self, RuleError> {
        #[derive(Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum Written {
            Geo(Countries),
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum Countries {
            In(Vec<String>),
            NotIn(Vec<String>),
        }
        let Written::Geo(countries) = serde_json::from_str(json).map_err(RuleError::Form)?;
        Ok(Self::Geo(match countries {
            Countries::In(names) => GeoRule::In(set(&names)?),
            Countries::NotIn(names) => GeoRule::NotIn(set(&names)?),
        }))
    }

    /// That callers have to be in one of `countries`; `None` if there are none.
    pub fn only_in(countries: &[Country]) -> Option<Self> {
        (!countries.is_empty()).then(|| Self::Geo(GeoRule::In(countries.iter().copied().collect())))
    }

    /// Whether a caller of whom these are the facts may hear the track.
    ///
    /// # Errors
    /// [`Refused`]: not.
    pub fn decide(&self, facts: &Facts) -> Result<(), Refused> {
        match self {
            Self::Geo(rule) => rule.decide(&facts.whereabouts),
        }
    }

    /// The countries that it lists as allowed.
    pub fn allowed_countries(&self) -> Option<Vec<Country>> {
        match self {
            Self::Geo(GeoRule::In(countries)) => Some(countries.iter().copied().collect()),
            Self::Geo(GeoRule::NotIn(_)) => None,
        }
    }
}

impl GeoRule {
    fn decide(&self, whereabouts: &Whereabouts) -> Result<(), Refused> {
        let (code, sentence, your_country) = match whereabouts {
            Whereabouts::Known(place) if self.lets_in(place.country) => return Ok(()),
            Whereabouts::Known(Place { country, .. }) => {
                let sentence = format!("This track can't be played in your country ({}).", country.name());
                ("country_not_allowed", sentence, Some(*country))
            }
            Whereabouts::Unknown => (
                "country_unknown",
                "This track can be played in some countries only, and which one you are in could not be told.".to_owned(),
                None,
            ),
            Whereabouts::Unavailable => (
                "country_lookup_failed",
                "This track can be played in some countries only, and which one you are in can't be looked up at the moment."
                    .to_owned(),
                None,
            ),
        };
        let allowed_countries = match self {
            Self::In(countries) => Some(countries.iter().copied().collect()),
            Self::NotIn(_) => None,
        };
        Err(Refused { rule: Some("geo"), code, sentence, your_country, allowed_countries })
    }

    fn lets_in(&self, country: Country) -> bool {
        match self {
            Self::In(countries) => countries.contains(&country),
            Self::NotIn(countries) => !countries.contains(&country),
        }
    }
}

impl Refused {
    /// Nobody has said who may hear the track: so nobody may.
    pub(super) fn no_rule() -> Self {
        Self {
            rule: None,
            code: "no_rule",
            sentence: "This track can't be played: its owner has not said who may hear it.".to_owned(),
            your_country: None,
            allowed_countries: None,
        }
    }
}

fn set(names: &[String]) -> Result<BTreeSet<Country>, RuleError> {
    let countries = names.iter().map(|name| name.parse()).collect::<Result<BTreeSet<_>, _>>()?;
    if countries.is_empty() { Err(RuleError::NoCountry) } else { Ok(countries) }
}

#[cfg(test)]
mod tests;
