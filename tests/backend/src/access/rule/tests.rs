use proptest::prelude::*;

use super::*;

fn rule(json: &str) -> Rule {
    Rule::parse(json).unwrap()
}

fn at(country: &str) -> Facts {
    Facts { whereabouts: Whereabouts::Known(Place { country: country.parse().unwrap(), city: None }) }
}

fn code(json: &str, facts: &Facts) -> Option<&'static str> {
    rule(json).decide(facts).err().map(|refused| refused.code)
}

const IN: &str = r#"{"geo": {"in": ["DE", "Sweden"]}}"#;
const NOT_IN: &str = r#"{"geo": {"not_in": ["DE", "Sweden"]}}"#;

#[test]
fn in_a_country_or_not() {
    for (country, decided_in, decided_not_in) in
        [("SE", None, Some("country_not_allowed")), ("US", Some("country_not_allowed"), None)]
    {
        assert_eq!(code(IN, &at(country)), decided_in);
        assert_eq!(code(NOT_IN, &at(country)), decided_not_in);
    }
}

#[test]
fn whom_nobody_can_place_neither_rule_lets_in() {
    for json in [IN, NOT_IN] {
        assert_eq!(code(json, &Facts { whereabouts: Whereabouts::Unknown }), Some("country_unknown"));
        assert_eq!(code(json, &Facts { whereabouts: Whereabouts::Unavailable }), Some("country_lookup_failed"));
    }
}

#[test]
fn the_refusal_says_why() {
    let refused = rule(IN).decide(&at("US")).unwrap_err();
    assert_eq!(refused.sentence, "This track can't be played in your country (United States).");
    assert_eq!(refused.rule, Some("geo"));
    assert_eq!(refused.your_country.map(Country::code), Some("US"));
    let allowed: Vec<_> = refused.allowed_countries.unwrap().into_iter().map(Country::code).collect();
    assert_eq!(allowed, ["DE", "SE"]);
    assert_eq!(rule(NOT_IN).decide(&at("DE")).unwrap_err().allowed_countries, None);
}

#[test]
fn is_written_with_codes_and_read_back() {
    let written = serde_json::to_string(&rule(r#"{"geo": {"in": ["sweden", "DE", "SWE"]}}"#)).unwrap();
    assert_eq!(written, r#"{"geo":{"in":["DE","SE"]}}"#);
    assert_eq!(rule(&written), rule(IN));
    assert_eq!(serde_json::to_string(&rule(NOT_IN)).unwrap(), r#"{"geo":{"not_in":["DE","SE"]}}"#);
}

#[test]
fn what_is_no_rule() {
    for (json, words) in [
        ("", "EOF"),
        ("null", "expected"),
        ("{}", "expected"),
        (r#""geo""#, "expected"),
        (r#"{"geo": {}}"#, "expected"),
        (r#"{"geo": []}"#, "expected"),
        (r#"{"geo": {"in": "DE"}}"#, "expected a sequence"),
        (r#"{"geo": {"in": [1]}}"#, "expected a string"),
        (r#"{"geo": {"in": null}}"#, "expected a sequence"),
        (r#"{"geo": {"notin": ["DE"]}}"#, "unknown variant `notin`"),
        (r#"{"geo": {"in": ["DE"], "not_in": ["SE"]}}"#, "expected"),
        (r#"{"geo": {"in": ["DE"], "in": ["SE"]}}"#, "expected"),
        (r#"{"geo": {"in": ["DE"]}, "geo": {"in": ["SE"]}}"#, "expected"),
        (r#"{"geo": {"in": ["DE"]}, "paid": {}}"#, "expected"),
        (r#"{"paid": {}}"#, "unknown variant `paid`"),
        (r#"{"geo": {"in": ["DE"]}} x"#, "trailing"),
        (r#"{"geo": {"in": []}}"#, "the list of countries is empty"),
        (r#"{"geo": {"in": ["DE", "Atlantis"]}}"#, "geo: \"Atlantis\" is no country"),
        (r#"{"geo": {"in": [""]}}"#, "geo: \"\" is no country"),
    ] {
        let error = Rule::parse(json).unwrap_err().to_string();
        assert!(error.contains(words), "{json}: {error}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in any::<String>()) {
        prop_assert!(Rule::parse(&text).is_err());
    }

    #[test]
    fn nor_does_nearly_a_rule(
        kind in "geo|in|not_in|[a-z_]{0,6}", list in "in|not_in|[a-z]{0,4}", names in proptest::collection::vec("[A-Z]{2}|.{0,8}", 0..4),
    ) {
        let json = serde_json::json!({ kind: { list: names } }).to_string();
        if let Ok(rule) = Rule::parse(&json) {
            let written = serde_json::to_string(&rule).unwrap();
            prop_assert_eq!(Rule::parse(&written).unwrap(), rule);
        }
    }
}
