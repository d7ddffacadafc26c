//! Decisions with all facts known: what an access server does between the last response that it waits for and its own.
//! For a rule of ten conditions, and for the slowest rule.

use std::collections::BTreeMap;
use std::hint::black_box;

use anyhow::{Context as _, Result, bail};
use stagepass_rules::{Facts, Id, Membership, Payment, User, Place, Progress, Rule, SiteToken, Whereabouts};

/// None of the ten decides by itself: each is looked at.
const RULE: &str = r#"{"all": [
    {"geo": {"not_in": ["US", "JP", "BR"]}},
    {"signed_in": {"verified": true}},
    {"site": {"from": ["https://radio.example", "https://band.example"]}},
    {"site": {"signed": "radio"}},
    {"schedule": {"from": "2026-12-01T20:00", "until": "2030-01-01", "zone": "Europe/Stockholm"}},
    {"schedule": {"from": "2026-12-01", "zone": "listener"}},
    {"schedule": {"weekly": [{"days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "from": "00:00", "until": "24:00"}], "zone": "America/New_York"}},
    {"any": [{"group": "friends"}, {"paid": "album"}]},
    {"not": {"group": "banned"}}
]}"#;

/// The slowest rule that is allowed: 64 schedules in the listener's time zone, none of which has begun, and 28 weekly
/// windows.
const WORST: &str = include_str!("../../../vectors/worst-rule.json");

/// A moment in 2027, in Unix seconds.
const NOW: i64 = 1_815_000_000;

/// The rule, and what is known.
pub(crate) struct Decisions {
    rule: Rule,
    facts: Facts,
}

impl Decisions {
    pub(crate) fn new() -> Result<Self> {
        let rule = Rule::parse(RULE).context("the rule of the bench")?;
        let id = |name: &str| name.parse::<Id>().context("an id");
        let stranger = || Membership::Not { join_url: None, name: "Friends".to_owned() };
        let country = "SE".parse().context("a country")?;
        let facts = Facts {
            now: NOW,
            user: Some(User { user_id: 7, verified: true }),
            came_from: Some("https://band.example".to_owned()),
            country: Some(Whereabouts::Known(Place { country, city: None })),
            members: BTreeMap::from([(id("friends")?, stranger()), (id("banned")?, stranger())]),
            paid: BTreeMap::from([(id("album")?, Payment::Paid)]),
            sites: BTreeMap::from([(id("radio")?, SiteToken::Good)]),
        };
        Ok(Self { rule, facts })
    }

    /// # Errors
    /// If the listener is not let in.
    pub(crate) fn decide(&self) -> Result<()> {
        match black_box(&self.rule).decide(black_box(&self.facts)) {
            Progress::Decided(Ok(())) => Ok(()),
            other => bail!("they would be let in, and not: {other:?}"),
        }
    }
}

/// The rule that takes longest, and a caller who is refused by it, in the country with most time zones.
pub(crate) struct Refusals {
    rule: Rule,
    facts: Facts,
}

impl Refusals {
    pub(crate) fn new() -> Result<Self> {
        let rule = Rule::parse(WORST).context("the worst rule of the bench")?;
        let country = "US".parse().context("a country")?;
        let country = Some(Whereabouts::Known(Place { country, city: None }));
        Ok(Self { rule, facts: Facts { now: NOW, country, ..Facts::default() } })
    }

    /// # Errors
    /// If the listener is let in, or a reason is missing.
    pub(crate) fn refuse(&self) -> Result<()> {
        match black_box(&self.rule).decide(black_box(&self.facts)) {
            Progress::Decided(Err(refused)) if refused.refusals.len() == 64 => Ok(()),
            other => bail!("they would be refused for 64 reasons, and not: {other:?}"),
        }
    }
}
