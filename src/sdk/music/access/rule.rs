//! Rules of gated tracks, in the form of the access server's JSON.

use serde::{Deserialize, Serialize};

/// A rule: who may hear a track. A fact that cannot be determined never grants access, also under [`Rule::Not`].
///
/// At most 64 conditions, at most 8 levels deep.
///
/// ```
/// use stagepass::Rule;
///
/// // Members hear it everywhere except in the United States. So does a user who has paid.
/// let rule = Rule::All(vec![
///     Rule::not_in_countries(["US"]),
///     Rule::Any(vec![Rule::Group("friends".into()), Rule::Paid("album".into())]),
/// ]);
/// # let _ = rule;
/// ```
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// Every one of these rules must allow access. At least one rule.
    All(Vec<Rule>),
    /// One of these rules must allow access. At least one rule.
    Any(Vec<Rule>),
    /// This rule must not allow access.
    Not(Box<Rule>),
    /// The user's country.
    Geo(Geo),
    /// The user must be a member of this group of the owner, by its ID.
    Group(String),
    /// The site on which the track is played.
    Site(Site),
    /// The user must have paid for this product of the owner, by its ID. Several rules may name one product.
    Paid(String),
    /// The time at which the track is played.
    Schedule(Schedule),
    /// The user must be signed in.
    SignedIn(SignedInCondition),
}

impl Rule {
    /// Returns the rule that this one must not allow access.
    #[expect(clippy::should_implement_trait, reason = "the other rules have no operators either")]
    pub fn not(rule: Self) -> Self {
        Self::Not(Box::new(rule))
    }

    /// Returns the rule that the user must be in one of these countries, by ISO code or English name.
    pub fn in_countries<T: Into<String>>(countries: impl IntoIterator<Item = T>) -> Self {
        Self::Geo(Geo::In(countries.into_iter().map(Into::into).collect()))
    }

    /// Returns the rule that the user must be in a country that is none of these, by ISO code or English name.
    pub fn not_in_countries<T: Into<String>>(countries: impl IntoIterator<Item = T>) -> Self {
        Self::Geo(Geo::NotIn(countries.into_iter().map(Into::into).collect()))
    }

    /// Returns the rule that the user must be signed in.
    pub fn signed_in() -> Self {
        Self::SignedIn(SignedInCondition::default())
    }
}

/// The rule of a track, as its access server has it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[non_exhaustive]
pub struct TrackRule {
    /// The track's own rule. `None` if it has none: then the default of the access server decides.
    #[serde(deserialize_with = "Option::deserialize")]
    pub rule: Option<Rule>,
    /// A sentence of the access server: who may hear the track.
    pub words: String,
}

/// Countries, by ISO code or English name.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Geo {
    /// The user must be in one of these.
    In(Vec<String>),
    /// The user must be in none of these, and the country must be known.
    NotIn(Vec<String>),
}

/// A site on which a track may be played.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Site {
    /// The site's origins.
    From(Vec<String>),
    /// The ID of the site key with which the site's server signs.
    Signed(String),
}

/// A schedule: when a track may be heard. It has a start, an end, weekly hours, or several of them.
///
/// Times are local times without an offset, such as `2026-12-01T20:00`. A date alone means its first moment.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// The start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The end, exclusive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Weekly hours. At most 14. Empty: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weekly: Vec<WeeklyHours>,
    /// The time zone: an IANA name such as `Europe/Stockholm`, or `listener` for the user's own country. In a country
    /// with several zones, the schedule starts when the last zone starts and ends when the first zone ends.
    pub zone: String,
}

/// Hours that repeat each week.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct WeeklyHours {
    /// The days on which these hours start.
    pub days: Vec<Weekday>,
    /// The start, such as `20:00`.
    pub from: String,
    /// The end, such as `02:00` or `24:00`. It is on the next day if it is not later than `from`.
    pub until: String,
}

/// A day of the week.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Weekday {
    /// Monday.
    Mon,
    /// Tuesday.
    Tue,
    /// Wednesday.
    Wed,
    /// Thursday.
    Thu,
    /// Friday.
    Fri,
    /// Saturday.
    Sat,
    /// Sunday.
    Sun,
}

/// The condition that the user is signed in.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SignedInCondition {
    /// Whether the service must also have verified the user.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub verified: bool,
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::sdk::music::json;

    #[test]
    fn conditions_round_trip_as_access_server_json() {
        let weekly =
            vec![WeeklyHours { days: vec![Weekday::Fri, Weekday::Sat], from: "20:00".into(), until: "02:00".into() }];
        let schedule =
            Schedule { from: Some("2026-12-01".into()), weekly, zone: "listener".into(), ..Schedule::default() };
        let cases = [
            (Rule::in_countries(["SE"]), r#"{"geo":{"in":["SE"]}}"#),
            (Rule::not_in_countries(["US"]), r#"{"geo":{"not_in":["US"]}}"#),
            (Rule::Group("friends".into()), r#"{"group":"friends"}"#),
            (Rule::Site(Site::From(vec!["https://a.example".into()])), r#"{"site":{"from":["https://a.example"]}}"#),
            (Rule::Site(Site::Signed("key".into())), r#"{"site":{"signed":"key"}}"#),
            (Rule::Paid("album".into()), r#"{"paid":"album"}"#),
            (
                Rule::Schedule(schedule),
                r#"{"schedule":{"from":"2026-12-01","weekly":[{"days":["fri","sat"],"from":"20:00","until":"02:00"}],"zone":"listener"}}"#,
            ),
            (Rule::signed_in(), r#"{"signed_in":{}}"#),
            (Rule::SignedIn(SignedInCondition { verified: true }), r#"{"signed_in":{"verified":true}}"#),
            (
                Rule::All(vec![Rule::not(Rule::Group("a".into())), Rule::Any(vec![Rule::Paid("b".into())])]),
                r#"{"all":[{"not":{"group":"a"}},{"any":[{"paid":"b"}]}]}"#,
            ),
        ];
        for (rule, text) in cases {
            assert_eq!(json::write(&rule).as_deref(), Some(text));
            assert_eq!(json::parse(text.as_bytes()), Some(rule), "{text}");
        }
    }

    #[test]
    fn a_rule_with_unknown_members_is_not_read() {
        for text in [
            r#"{"unknown":"x"}"#,
            r#"{"group":"a","paid":"b"}"#,
            r#"{"signed_in":{"verify":true}}"#,
            r#"{"schedule":{"form":"2026-12-01","zone":"listener"}}"#,
        ] {
            assert_eq!(json::parse::<Rule>(text.as_bytes()), None, "{text}");
        }
    }
}
