//! The decisions of `tests/vectors/rules.json`, one by one. They were determined without this crate.

use std::collections::BTreeMap;

use serde_json::Value;
use stagepass_rules::{
    Denial, Facts, Id, Membership, Payment, Place, Progress, Question, Rule, SiteToken, User, Whereabouts,
};

const TABLE: &str = include_str!("../../../tests/vectors/rules.json");

fn rows() -> Vec<Value> {
    serde_json::from_str(TABLE).unwrap()
}

fn instant(text: &str) -> i64 {
    text.parse::<jiff::Timestamp>().unwrap().as_second()
}

fn facts(row: &Value) -> Facts {
    let known = ["now", "country", "person", "cameFrom", "members", "paid", "sites"];
    assert!(row.as_object().unwrap().keys().all(|name| known.contains(&name.as_str())), "{row}");
    Facts {
        now: instant(row["now"].as_str().unwrap()),
        user: row["person"].as_str().map(|person| User { user_id: 7, verified: person == "verified" }),
        came_from: row["cameFrom"].as_str().map(str::to_owned),
        country: row["country"].as_str().map(whereabouts),
        members: answers(&row["members"], membership),
        paid: answers(&row["paid"], payment),
        sites: answers(&row["sites"], site_token),
    }
}

fn answers<T>(row: &Value, answer: fn(&str, String) -> T) -> BTreeMap<Id, T> {
    let answers = row.as_object().into_iter().flatten();
    answers.map(|(id, is)| (id.parse().unwrap(), answer(is.as_str().unwrap(), id.to_uppercase()))).collect()
}

fn whereabouts(text: &str) -> Whereabouts {
    match text {
        "unknown" => Whereabouts::Unknown,
        "unavailable" => Whereabouts::Unavailable,
        code => Whereabouts::Known(Place { country: code.parse().unwrap(), city: None }),
    }
}

fn membership(text: &str, name: String) -> Membership {
    match text {
        "member" => Membership::Member,
        "not" => Membership::Not { join_url: None, name },
        "nobody" => Membership::NobodySignedIn { join_url: None, name },
        "no such" => Membership::NoSuchGroup,
        other => panic!("{other}"),
    }
}

fn payment(text: &str, name: String) -> Payment {
    let not = |ended_at, refunded, name| Payment::Not { buy_url: None, name, ended_at, refunded };
    match text {
        "paid" => Payment::Paid,
        "not" => not(None, false, name),
        "ended" => not(Some(1), false, name),
        "refunded" => not(Some(1), true, name),
        "nobody" => Payment::NobodySignedIn { buy_url: None, name },
        "no such" => Payment::NoSuchProduct,
        other => panic!("{other}"),
    }
}

fn site_token(text: &str, _: String) -> SiteToken {
    match text {
        "good" => SiteToken::Good,
        "none" => SiteToken::None,
        "bad" => SiteToken::Bad,
        "no such" => SiteToken::NoSuchSite,
        other => panic!("{other}"),
    }
}

/// Returns a decision in the table's format: `"allowed"`, the refusals, or the questions.
fn table_value(progress: &Progress) -> Value {
    match progress {
        Progress::Decided(Ok(())) => "allowed".into(),
        Progress::Decided(Err(refused)) => {
            refused.refusals.iter().map(|refusal| format!("{} {}", refusal.rule, refusal.code)).collect()
        }
        Progress::Needs(questions) => {
            let questions: Vec<_> = questions.iter().map(question).collect();
            serde_json::json!({ "needs": questions })
        }
    }
}

fn question(question: &Question) -> String {
    match question {
        Question::Country => "country".to_owned(),
        Question::Member(id) => format!("member {id}"),
        Question::Paid(id) => format!("paid {id}"),
        Question::SiteToken(id) => format!("site {id}"),
    }
}

fn opens_at(refused: &Denial) -> Option<i64> {
    refused.refusals.iter().find(|refusal| refusal.rule == "schedule").unwrap().opens_at
}

#[test]
fn every_decision_of_the_table() {
    let rows = rows();
    assert!(rows.len() >= 150);
    let mut wrong = Vec::new();
    for row in &rows {
        let rule = Rule::parse(&row["rule"].to_string()).unwrap_or_else(|error| panic!("{row}: {error}"));
        let progress = rule.decide(&facts(&row["facts"]));
        let says = row["says"].as_str().unwrap();
        if table_value(&progress) != row["expect"] {
            wrong.push(format!("{says}: {}, not {}", table_value(&progress), row["expect"]));
        }
        if let Progress::Decided(Err(refused)) = &progress {
            assert!(!refused.sentence.is_empty() && !refused.sentence.contains("  "), "{says}: {refused}");
            assert!(refused.refusals.iter().all(|refusal| refusal.sentence.ends_with('.')), "{says}");
            if let Some(expected) = row.get("opensAt") {
                let expected = expected.as_str().map(instant);
                let found = opens_at(refused);
                if found != expected {
                    wrong.push(format!("{says}: opens at {found:?}, not {expected:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_two_rows_say_the_same() {
    let rows = rows();
    let says: std::collections::BTreeSet<_> = rows.iter().map(|row| row["says"].as_str().unwrap()).collect();
    assert_eq!(says.len(), rows.len());
}

#[test]
fn rules_of_the_table_round_trip() {
    for row in rows() {
        let rule = Rule::parse(&row["rule"].to_string()).unwrap();
        let written = serde_json::to_string(&rule).unwrap();
        let again = Rule::parse(&written).unwrap();
        assert_eq!(again, rule, "{written}");
        assert_eq!(serde_json::to_string(&again).unwrap(), written);
    }
}
