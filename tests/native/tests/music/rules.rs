//! Rules, as the access server parses them.

use stagepass::{Rule, Schedule, SignedInCondition, Site, Weekday, WeeklyHours};

#[test]
fn every_condition_is_valid_for_the_access_server() {
    let days = vec![Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri, Weekday::Sat, Weekday::Sun];
    let weekly = vec![WeeklyHours { days, from: "20:00".to_owned(), until: "02:00".to_owned() }];
    let zone = "Europe/Stockholm".to_owned();
    let dates = Schedule {
        from: Some("2026-12-01".to_owned()),
        until: Some("2026-12-24T20:00".to_owned()),
        weekly,
        zone: zone.clone(),
    };
    let rules = [
        Rule::in_countries(["SE", "Norway"]),
        Rule::not_in_countries(["US"]),
        Rule::Group("friends".to_owned()),
        Rule::Paid("album".to_owned()),
        Rule::Site(Site::From(vec!["https://app.example".to_owned()])),
        Rule::Site(Site::Signed("key".to_owned())),
        Rule::Schedule(dates),
        Rule::Schedule(Schedule { from: Some("2026-12-01".to_owned()), zone, ..Schedule::default() }),
        Rule::signed_in(),
        Rule::SignedIn(SignedInCondition { verified: true }),
    ];
    for rule in [Rule::All(rules.to_vec()), Rule::Any(rules.to_vec()), Rule::not(Rule::Any(rules.to_vec()))] {
        let text = serde_json::to_string(&rule).unwrap();
        stagepass_rules::Rule::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", error.path));
    }
}
