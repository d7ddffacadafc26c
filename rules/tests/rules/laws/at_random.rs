//! Random rules and facts, from few names, so that they match often.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use stagepass_rules::{Facts, Id, Membership, Payment, Place, Rule, SiteToken, User, Whereabouts};

const IDS: [&str; 3] = ["friends", "album", "radio"];
const COUNTRIES: [&str; 7] = ["SE", "DE", "US", "AU", "KI", "WS", "BV"];
const ZONES: [&str; 5] = ["Europe/Stockholm", "America/New_York", "Pacific/Apia", "Australia/Lord_Howe", "listener"];
const ORIGINS: [&str; 2] = ["https://radio.example", "http://localhost:8080"];
const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
/// From 2026-01-01 for two years, with clock changes in both.
const NOW: std::ops::Range<i64> = 1_767_225_600..1_830_297_600;

/// Parses the rule.
pub(crate) fn parse(rule: &Value) -> Rule {
    Rule::parse(&rule.to_string()).unwrap_or_else(|error| panic!("{rule}: {error}"))
}

/// Returns rules, at most 4 deep.
pub(crate) fn rules() -> impl Strategy<Value = Value> {
    conditions().prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(|rules| json!({ "all": rules })),
            prop::collection::vec(inner.clone(), 1..4).prop_map(|rules| json!({ "any": rules })),
            inner.prop_map(|rule| json!({ "not": rule })),
        ]
    })
}

fn conditions() -> impl Strategy<Value = Value> {
    let countries = || prop::collection::vec(select(&COUNTRIES[..]), 1..4);
    prop_oneof![
        countries().prop_map(|list| json!({ "geo": { "in": list } })),
        countries().prop_map(|list| json!({ "geo": { "not_in": list } })),
        select(&IDS[..]).prop_map(|id| json!({ "group": id })),
        select(&IDS[..]).prop_map(|id| json!({ "paid": id })),
        select(&IDS[..]).prop_map(|id| json!({ "site": { "signed": id } })),
        prop::collection::vec(select(&ORIGINS[..]), 1..3).prop_map(|list| json!({ "site": { "from": list } })),
        Just(json!({ "signed_in": {} })),
        Just(json!({ "signed_in": { "verified": true } })),
        schedules(),
    ]
}

/// Returns rules that are a single schedule.
pub(crate) fn schedules() -> impl Strategy<Value = Value> {
    let windows = prop::collection::vec(windows(), 0..4);
    let parts = (prop::option::of(moments()), prop::option::of(moments()), windows, select(&ZONES[..]));
    parts.prop_filter_map("says no time", |(from, until, weekly, zone)| {
        let mut schedule = json!({ "zone": zone });
        let until = until.filter(|until| from.as_ref().is_none_or(|from| from < until));
        if from.is_none() && until.is_none() && weekly.is_empty() {
            return None;
        }
        if let Some(from) = from {
            schedule["from"] = from.into();
        }
        if let Some(until) = until {
            schedule["until"] = until.into();
        }
        if !weekly.is_empty() {
            schedule["weekly"] = weekly.into();
        }
        Some(json!({ "schedule": schedule }))
    })
}

fn moments() -> impl Strategy<Value = String> {
    (2026..2028, 1..13, 1..29, times())
        .prop_map(|(year, month, day, time)| format!("{year}-{month:02}-{day:02}T{time}"))
}

fn windows() -> impl Strategy<Value = Value> {
    let days = prop::collection::vec(select(&DAYS[..]), 1..8);
    let until = prop_oneof![9 => times(), 1 => Just("24:00".to_owned())];
    (days, times(), until).prop_map(|(days, from, until)| json!({ "days": days, "from": from, "until": until }))
}

fn times() -> impl Strategy<Value = String> {
    (0..24, select(&[0, 15, 30, 59][..])).prop_map(|(hour, minute)| format!("{hour:02}:{minute:02}"))
}

/// Returns facts, all that [`rules`] need.
pub(crate) fn all_facts() -> impl Strategy<Value = Facts> {
    let user = prop::option::of(any::<bool>().prop_map(|verified| User { user_id: 7, verified }));
    let came_from = prop::option::of(select(&["https://radio.example", "https://other.example", "null"][..]));
    let answers =
        (prop::array::uniform3(membership()), prop::array::uniform3(payment()), prop::array::uniform3(site_token()));
    (NOW, user, came_from, whereabouts(), answers).prop_map(|(now, user, came_from, country, answers)| Facts {
        now,
        user,
        came_from: came_from.map(str::to_owned),
        country: Some(country),
        members: by_id(answers.0),
        paid: by_id(answers.1),
        sites: by_id(answers.2),
    })
}

fn by_id<T>(answers: [T; 3]) -> BTreeMap<Id, T> {
    IDS.iter().map(|id| id.parse().unwrap()).zip(answers).collect()
}

fn whereabouts() -> impl Strategy<Value = Whereabouts> {
    let place = |code: &str| Whereabouts::Known(Place { country: code.parse().unwrap(), city: None });
    prop_oneof![
        5 => select(&COUNTRIES[..]).prop_map(place),
        1 => Just(Whereabouts::Unknown),
        1 => Just(Whereabouts::Unavailable),
    ]
}

fn membership() -> impl Strategy<Value = Membership> {
    let name = || "Friends".to_owned();
    let join_url = Some("https://radio.example/join".to_owned());
    select(vec![
        Membership::Member,
        Membership::Not { join_url: join_url.clone(), name: name() },
        Membership::NobodySignedIn { join_url, name: name() },
        Membership::NoSuchGroup,
    ])
}

fn payment() -> impl Strategy<Value = Payment> {
    let not = |ended_at, refunded| Payment::Not { buy_url: None, name: "Album".to_owned(), ended_at, refunded };
    select(vec![
        Payment::Paid,
        not(None, false),
        not(Some(1), false),
        not(None, true),
        Payment::NobodySignedIn { buy_url: None, name: "Album".to_owned() },
        Payment::NoSuchProduct,
    ])
}

fn site_token() -> impl Strategy<Value = SiteToken> {
    select(vec![SiteToken::Good, SiteToken::None, SiteToken::Bad, SiteToken::NoSuchSite])
}

/// Returns the facts of `all` whose bit is set.
pub(crate) fn partial(all: &Facts, mask: u32) -> Facts {
    let mut bit = 0;
    let mut is_known = || {
        bit += 1;
        mask >> bit & 1 == 1
    };
    let mut facts = all.clone();
    facts.country = facts.country.filter(|_| is_known());
    facts.members.retain(|_, _| is_known());
    facts.paid.retain(|_, _| is_known());
    facts.sites.retain(|_, _| is_known());
    facts
}
