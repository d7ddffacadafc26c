//! The texts for users and owners.

use stagepass_rules::{
    Country, Denial, Facts, Membership, Payment, Place, Progress, References, Refusal, Rule, SiteToken, User,
    Whereabouts,
};

fn rule(json: &str) -> Rule {
    Rule::parse(json).unwrap()
}

/// A caller in the United States at noon on 2026-11-22, signed in, and neither a member nor a buyer.
fn facts() -> Facts {
    let name = "Friends".to_owned();
    let join_url = Some("https://radio.example/join".to_owned());
    let buy_url = Some("https://shop.example/album".to_owned());
    let not = Payment::Not { buy_url, name: "Album".to_owned(), ended_at: None, refunded: false };
    Facts {
        now: 1_795_348_800,
        user: Some(User { user_id: 7, verified: false }),
        came_from: Some("https://other.example".to_owned()),
        country: Some(Whereabouts::Known(Place { country: "US".parse().unwrap(), city: None })),
        members: [("friends".parse().unwrap(), Membership::Not { join_url, name })].into(),
        paid: [("album".parse().unwrap(), not)].into(),
        sites: [("radio".parse().unwrap(), SiteToken::None)].into(),
    }
}

fn signed_out_facts() -> Facts {
    let (join_url, buy_url) =
        (Some("https://radio.example/join".to_owned()), Some("https://shop.example/album".to_owned()));
    Facts {
        user: None,
        members: [("friends".parse().unwrap(), Membership::NobodySignedIn { join_url, name: "Friends".to_owned() })]
            .into(),
        paid: [("album".parse().unwrap(), Payment::NobodySignedIn { buy_url, name: "Album".to_owned() })].into(),
        ..facts()
    }
}

fn refused(json: &str, facts: &Facts) -> Denial {
    match rule(json).decide(facts) {
        Progress::Decided(Err(refused)) => refused,
        other => panic!("{json}: {other:?}"),
    }
}

fn refusal(json: &str, facts: &Facts) -> Refusal {
    let refused = refused(json, facts);
    assert_eq!(refused.refusals.len(), 1, "{refused:?}");
    assert_eq!(refused.refusals[0].sentence, refused.to_string());
    refused.refusals[0].clone()
}

const IN: &str = r#"{"geo": {"in": ["DE", "Sweden"]}}"#;
const GROUP: &str = r#"{"group": "friends"}"#;
const PAID: &str = r#"{"paid": "album"}"#;
const LATER: &str = r#"{"schedule": {"from": "2026-12-01T20:00", "zone": "Europe/Stockholm"}}"#;
const OVER: &str = r#"{"schedule": {"until": "2026-11-01", "zone": "UTC"}}"#;
const NIGHTS: &str =
    r#"{"schedule": {"weekly": [{"days": ["sat", "fri"], "from": "20:00", "until": "02:00"}], "zone": "listener"}}"#;

#[test]
fn of_a_country() {
    let in_us = refusal(IN, &facts());
    assert_eq!(in_us.sentence, "This track cannot be played in your country (United States).");
    assert_eq!(in_us.your_country.map(Country::code), Some("US"));
    let allowed: Vec<_> = in_us.allowed_countries.unwrap().into_iter().map(Country::code).collect();
    assert_eq!(allowed, ["DE", "SE"]);
    let unknown = refusal(IN, &Facts { country: Some(Whereabouts::Unknown), ..facts() });
    assert_eq!(
        unknown.sentence,
        "This track can be played in some countries only, and which one you are in cannot be determined."
    );
    assert!(unknown.allowed_countries.is_some() && unknown.your_country.is_none());
    let excluded = refusal(r#"{"not": {"geo": {"in": ["US"]}}}"#, &facts());
    assert_eq!((excluded.code, excluded.allowed_countries), ("excluded", None));
    assert_eq!(excluded.sentence, "This track cannot be played in your country (United States).");
    assert_eq!(refusal(r#"{"geo": {"not_in": ["US"]}}"#, &facts()).allowed_countries, None);
}

#[test]
fn of_a_group_and_a_purchase() {
    let group = refusal(GROUP, &facts());
    assert_eq!((group.rule, group.code, group.sign_in), ("group", "not_a_member", false));
    assert_eq!(group.sentence, "This track is for members of “Friends”.");
    assert_eq!(group.join_url.as_deref(), Some("https://radio.example/join"));
    let group = refusal(GROUP, &signed_out_facts());
    assert_eq!((group.code, group.sign_in), ("not_signed_in", true));
    assert_eq!(group.sentence, "Sign in: this track is for members of “Friends”.");
    assert_eq!(group.join_url.as_deref(), Some("https://radio.example/join"));
    let paid = refusal(PAID, &facts());
    assert_eq!((paid.rule, paid.code, paid.sign_in), ("paid", "not_paid", false));
    assert_eq!(paid.sentence, "This track is for those who have bought “Album”.");
    assert_eq!(paid.buy_url.as_deref(), Some("https://shop.example/album"));
    let paid = refusal(PAID, &signed_out_facts());
    assert_eq!((paid.code, paid.sign_in), ("not_signed_in", true));
    assert_eq!(paid.buy_url.as_deref(), Some("https://shop.example/album"));
}

/// A signed-out user is not sent to join or buy what would keep them out.
#[test]
fn negated_group_or_purchase_offers_only_sign_in() {
    for json in [r#"{"not": {"group": "friends"}}"#, r#"{"not": {"paid": "album"}}"#] {
        let refusal = refusal(json, &signed_out_facts());
        assert_eq!((refusal.code, refusal.sign_in), ("not_signed_in", true));
        assert_eq!((refusal.join_url, refusal.buy_url), (None, None));
    }
}

#[test]
fn of_a_time() {
    let later = refusal(LATER, &facts());
    assert_eq!(later.sentence, "This track can be played from 1 December 2026, 20:00 (Europe/Stockholm).");
    assert_eq!((later.opens_at, later.your_country), (Some(1_796_151_600), None));
    let over = refusal(OVER, &facts());
    assert_eq!(over.sentence, "This track could be played until 1 November 2026, 00:00 (UTC).");
    let nights = refusal(NIGHTS, &facts());
    assert_eq!(
        nights.sentence,
        "This track can be played at certain times only: Fridays and Saturdays 20:00–02:00 (everywhere in your country)."
    );
    assert_eq!(nights.your_country.map(Country::code), Some("US"));
    let daily = r#"{"schedule": {"weekly": [{"days": ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], "from": "06:00", "until": "06:01"}], "zone": "UTC"}}"#;
    let sentence = "This track can be played at certain times only: every day 06:00–06:01 (UTC).";
    assert_eq!(refusal(daily, &facts()).sentence, sentence);
}

#[test]
fn of_an_account_and_a_site() {
    let verified = r#"{"signed_in": {"verified": true}}"#;
    assert_eq!(refusal(verified, &facts()).sentence, "This track is for verified accounts, and yours is not.");
    let excluded = Facts { user: Some(User { user_id: 7, verified: true }), ..facts() };
    let excluded = refusal(&format!(r#"{{"not": {verified}}}"#), &excluded);
    assert_eq!(excluded.sentence, "This track is not for verified accounts.");
    let signed_out = refusal(verified, &signed_out_facts());
    assert_eq!((signed_out.sentence.as_str(), signed_out.sign_in), ("Sign in to play this track.", true));
    let site = refusal(r#"{"site": {"from": ["https://radio.example", "https://a.example"]}}"#, &facts());
    assert_eq!(
        site.sentence,
        "This track cannot be played on https://other.example, but on https://a.example or https://radio.example."
    );
    let token = refusal(r#"{"site": {"signed": "radio"}}"#, &facts());
    assert_eq!(
        token.sentence,
        "Whether this track can be played depends on the site “radio”, which has not signed for you."
    );
}

#[test]
fn failed_all_lists_each_reason_once_in_order() {
    let all = refused(&format!(r#"{{"all": [{GROUP}, {{"signed_in": {{}}}}, {IN}, {GROUP}]}}"#), &facts());
    assert_eq!(
        all.sentence,
        "This track is for members of “Friends”. This track cannot be played in your country (United States)."
    );
    assert_eq!(all.refusals.len(), 2);
}

#[test]
fn of_alternatives_what_would_do() {
    let any = refused(&format!(r#"{{"any": [{GROUP}, {PAID}, {LATER}, {IN}]}}"#), &facts());
    assert_eq!(
        any.sentence,
        "One of these is needed: Become a member of “Friends”. Or: Buy “Album”. Or: Wait until 1 December 2026, 20:00 \
         (Europe/Stockholm). Or: Listen from Germany or Sweden."
    );
    let signed_out = refused(&format!(r#"{{"any": [{GROUP}, {PAID}]}}"#), &signed_out_facts());
    assert_eq!(
        signed_out.sentence,
        "One of these is needed: Sign in as a member of “Friends”. Or: Sign in as a user who has bought “Album”."
    );
}

#[test]
fn a_choice_in_a_choice_is_one() {
    let nested = format!(
        r#"{{"any": [{{"any": [{GROUP}]}}, {{"not": {{"all": [{{"not": {PAID}}}]}}}}, {{"all": [{IN}, {LATER}]}}]}}"#
    );
    assert_eq!(
        refused(&nested, &facts()).sentence,
        "One of these is needed: Become a member of “Friends”. Or: Buy “Album”. Or: Listen from Germany or Sweden. Wait until 1 \
         December 2026, 20:00 (Europe/Stockholm)."
    );
    let within = format!(r#"{{"all": [{IN}, {{"any": [{GROUP}, {PAID}]}}]}}"#);
    assert_eq!(
        refused(&within, &facts()).sentence,
        "This track cannot be played in your country (United States). One of these is needed: Become a member of “Friends”. Or: \
         Buy “Album”."
    );
}

#[test]
fn not_all_offers_alternatives_not_any_lists_reasons() {
    let both = r#"[{"geo": {"in": ["US"]}}, {"signed_in": {}}]"#;
    assert_eq!(
        refused(&format!(r#"{{"not": {{"all": {both}}}}}"#), &facts()).sentence,
        "One of these is needed: Listen from a country other than United States. Or: Listen without signing in."
    );
    assert_eq!(
        refused(&format!(r#"{{"not": {{"any": {both}}}}}"#), &facts()).sentence,
        "This track cannot be played in your country (United States). This track is not for those who are signed in."
    );
}

#[test]
fn unfixable_reason_is_not_offered_as_alternative() {
    let refused_over = refused(&format!(r#"{{"any": [{OVER}, {PAID}]}}"#), &facts());
    assert_eq!(refused_over.sentence, "This track is for those who have bought “Album”.");
    assert_eq!(refused_over.refusals.len(), 2, "it stands in the way all the same");
    let all = refused(&format!(r#"{{"any": [{{"all": [{GROUP}, {OVER}]}}, {OVER}]}}"#), &facts());
    assert_eq!(
        all.sentence,
        "This track is for members of “Friends”. This track could be played until 1 November 2026, 00:00 (UTC). This track could \
         be played until 1 November 2026, 00:00 (UTC)."
    );
}

#[test]
fn of_no_rule() {
    let none = Denial::no_rule();
    assert_eq!((none.code(), none.refusals.len()), ("no_rule", 0));
    assert_eq!(none.to_string(), "This track cannot be played: its owner has not said who may hear it.");
}

#[test]
fn rules_in_words() {
    for (json, words) in [
        (IN, "the listener's country is Germany or Sweden"),
        (r#"{"not": {"geo": {"in": ["DE"]}}}"#, "the listener's country is known and is not Germany"),
        (
            r#"{"geo": {"in": ["AT", "BE", "CH", "DE", "ES", "FR", "GB"]}}"#,
            "the listener's country is Austria, Belgium, Switzerland, Germany, Spain or one of 2 others",
        ),
        (LATER, "it is 1 December 2026, 20:00 (Europe/Stockholm) or later"),
        (NIGHTS, "it is Fridays and Saturdays 20:00–02:00 (everywhere in the listener's country)"),
        (
            r#"{"all": [{"signed_in": {}}, {"any": [{"group": "friends"}, {"paid": "album"}]}]}"#,
            "the listener is signed in, and (the listener is a member of the group “friends”, or the listener has paid for “album”)",
        ),
        (
            r#"{"not": {"any": [{"group": "banned"}, {"site": {"from": ["https://a.example"]}}]}}"#,
            "the listener is signed in and no member of the group “banned”, and it is played on a known site that is not \
             https://a.example",
        ),
    ] {
        assert_eq!(rule(json).words(), format!("It can be played if {words}."));
    }
}

#[test]
fn references_list_each_id_with_first_path() {
    let all = rule(
        r#"{"all": [{"group": "b"}, {"any": [{"group": "a"}, {"not": {"group": "b"}}, {"site": {"signed": "radio"}}]}, {"paid": "album"}]}"#,
    );
    let References { groups, products, sites } = all.references();
    let written = |ids: std::collections::BTreeMap<stagepass_rules::Id, String>| {
        ids.into_iter().map(|(id, path)| format!("{id} {path}")).collect::<Vec<_>>()
    };
    assert_eq!(written(groups), ["a all[1].any[0].group", "b all[0].group"]);
    assert_eq!(written(products), ["album all[2].paid"]);
    assert_eq!(written(sites), ["radio all[1].any[2].site.signed"]);
    assert_eq!(rule(GROUP).references().groups.values().collect::<Vec<_>>(), ["group"]);
}

#[test]
fn which_countries_it_lists() {
    let codes =
        |json: &str| rule(json).allowed_countries().map(|list| list.into_iter().map(Country::code).collect::<Vec<_>>());
    assert_eq!(codes(IN), Some(vec!["DE", "SE"]));
    assert_eq!(codes(&format!(r#"{{"all": [{GROUP}, {IN}]}}"#)), Some(vec!["DE", "SE"]));
    assert_eq!(codes(&format!(r#"{{"all": [{IN}, {IN}]}}"#)), None);
    assert_eq!(codes(&format!(r#"{{"any": [{IN}]}}"#)), None);
    assert_eq!(codes(r#"{"geo": {"not_in": ["DE"]}}"#), None);
    let listed: Vec<Country> = ["SE", "DE"].iter().map(|code| code.parse().unwrap()).collect();
    assert_eq!(Rule::only_in(&listed), Some(rule(IN)));
    assert_eq!(Rule::only_in(&[]), None);
}
