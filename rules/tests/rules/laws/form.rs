//! The form of a rule: as it is written, as the schema defines it, and almost.

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use stagepass_rules::Rule;

use super::at_random::rules;
use super::schema::is_of_the_form;

#[test]
fn a_rule_is_written_in_its_one_form() {
    for (json, written) in [
        (r#"{"geo": {"in": ["sweden", "DE", "SWE"]}}"#, r#"{"geo":{"in":["DE","SE"]}}"#),
        (r#"{"geo": {"not_in": ["uk"]}}"#, r#"{"geo":{"not_in":["GB"]}}"#),
        (r#"{"signed_in": {}}"#, r#"{"signed_in":{}}"#),
        (r#"{"signed_in": {"verified": true}}"#, r#"{"signed_in":{"verified":true}}"#),
        (
            r#"{"site": {"from": ["https://b.example", "https://a.example"]}}"#,
            r#"{"site":{"from":["https://a.example","https://b.example"]}}"#,
        ),
        (
            r#"{"schedule": {"zone": "europe/stockholm", "from": "2026-12-01", "until": "2026-12-02T00:00:30"}}"#,
            r#"{"schedule":{"from":"2026-12-01T00:00","until":"2026-12-02T00:00:30","zone":"Europe/Stockholm"}}"#,
        ),
        (
            r#"{"schedule": {"weekly": [{"days": ["sun", "fri", "sun"], "until": "00:00:00", "from": "20:00:00"}], "zone": "listener"}}"#,
            r#"{"schedule":{"weekly":[{"days":["fri","sun"],"from":"20:00","until":"24:00"}],"zone":"listener"}}"#,
        ),
        (
            r#"{"all": [{"any": [{"paid": "b"}, {"group": "a"}]}, {"not": {"site": {"signed": "r"}}}]}"#,
            r#"{"all":[{"any":[{"paid":"b"},{"group":"a"}]},{"not":{"site":{"signed":"r"}}}]}"#,
        ),
    ] {
        let rule = Rule::parse(json).unwrap();
        assert_eq!(serde_json::to_string(&rule).unwrap(), written);
        assert_eq!(Rule::parse(written).unwrap(), rule);
    }
}

/// Returns values that are almost rules: its words in places where they may not belong.
fn nearly() -> impl Strategy<Value = Value> {
    let names = select(vec![
        "all",
        "any",
        "not",
        "geo",
        "in",
        "not_in",
        "group",
        "paid",
        "schedule",
        "from",
        "until",
        "weekly",
        "days",
        "zone",
        "site",
        "signed",
        "signed_in",
        "verified",
        "x",
    ]);
    let texts = select(vec![
        "DE",
        "Sweden",
        "Atlantis",
        "friends",
        "-",
        "2026-12-01",
        "2026-12-01T20:00",
        "20:00",
        "24:00",
        "mon",
        "UTC",
        "listener",
        "https://radio.example",
        "https://radio.example/",
        "",
    ]);
    let condition = prop_oneof![
        6 => texts.prop_map(Value::from),
        1 => select(vec![json!(null), json!(true), json!(false), json!(7), json!(0.5), json!({}), json!([])]),
    ];
    condition.prop_recursive(6, 24, 4, move |inner| {
        prop_oneof![
            3 => (names.clone(), inner.clone()).prop_map(|(name, value)| json!({ name: value })),
            1 => prop::collection::btree_map(names.clone().prop_map(str::to_owned), inner.clone(), 0..4).prop_map(|members| json!(members)),
            1 => prop::collection::vec(inner, 0..4).prop_map(Value::from),
        ]
    })
}

/// Returns rules with one value replaced.
fn broken() -> impl Strategy<Value = Value> {
    (rules(), nearly(), any::<prop::sample::Index>()).prop_map(|(mut rule, other, index)| {
        let mut count = index.index(places(&rule));
        replace(&mut rule, &mut count, other);
        rule
    })
}

fn places(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(places).sum(),
        Value::Object(members) => members.values().map(places).sum::<usize>(),
        _ => 0,
    }
}

fn replace(value: &mut Value, place: &mut usize, other: Value) {
    if *place == 0 {
        *place = usize::MAX;
        *value = other;
        return;
    }
    *place -= 1;
    let inside: Vec<&mut Value> = match value {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Object(members) => members.values_mut().collect(),
        _ => vec![],
    };
    for value in inside {
        if *place == usize::MAX {
            return;
        }
        replace(value, place, other.clone());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn no_text_makes_it_panic(text in any::<String>()) {
        prop_assert!(Rule::parse(&text).is_err());
    }

    #[test]
    fn nor_does_what_is_nearly_json(text in r#"[\[\]{}":,0-9a-z\\u -]{0,60}"#) {
        prop_assert!(Rule::parse(&text).is_err());
    }

    /// Tries valid rules, nearly valid ones and broken ones.
    #[test]
    fn accepted_rule_fits_schema_and_round_trips(value in prop_oneof![nearly(), broken(), rules()]) {
            match Rule::parse(&value.to_string()) {
            Ok(rule) => {
                prop_assert!(is_of_the_form(&value), "{}", value);
                let written = serde_json::to_value(&rule).unwrap();
                prop_assert!(is_of_the_form(&written), "{}", written);
                prop_assert_eq!(Rule::parse(&written.to_string()).unwrap(), rule);
            }
            // The schema accepts what the parser rejects only if it names something unknown, is too large or out of
            // order.
            Err(error) if is_of_the_form(&value) => {
                let beyond = ["is no country", "is no time zone", "is no date", "later than from", "an origin is", "deep", "at most"];
                prop_assert!(beyond.iter().any(|words| error.problem.contains(words)), "{}: {}", value, error);
            }
            Err(error) => prop_assert!(!error.problem.is_empty()),
        }
    }
}
