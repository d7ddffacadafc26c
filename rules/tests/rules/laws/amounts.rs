//! The limits of a rule.

use serde_json::{Value, json};
use stagepass_rules::Rule;
use stagepass_rules::limits::{
    MAX_CONDITIONS, MAX_COUNTRIES, MAX_DEPTH, MAX_ORIGINS, MAX_TEXT, MAX_WINDOWS, MAX_WINDOWS_IN_ALL,
};

use super::errors::error;

fn nested(depth: usize) -> String {
    format!("{}{}{}", r#"{"not": "#.repeat(depth - 1), r#"{"group": "a"}"#, "}".repeat(depth - 1))
}

fn listed(start: &str, item: &str, count: usize, end: &str) -> String {
    format!("{start}{}{end}", vec![item; count].join(","))
}

#[test]
fn as_much_as_fits_and_no_more() {
    let group = r#"{"group": "a"}"#;
    let (evening, zone) = (r#"{"days": ["mon"], "from": "20:00", "until": "22:00"}"#, r#"], "zone": "UTC"}}"#);
    let fits = |json: &str| assert!(Rule::parse(json).is_ok(), "{json}");
    fits(&nested(MAX_DEPTH));
    let path = ["not"; MAX_DEPTH].join(".");
    assert_eq!(error(&nested(MAX_DEPTH + 1)), format!("{path}: rules stand in each other at most 8 deep"));
    let windows = listed(r#"{"schedule": {"weekly": ["#, evening, 1, zone);
    let in_lists = |depth: usize| format!("{}{windows}{}", r#"{"all": ["#.repeat(depth - 1), "]}".repeat(depth - 1));
    fits(&in_lists(MAX_DEPTH));
    assert!(error(&in_lists(MAX_DEPTH + 1)).ends_with("rules stand in each other at most 8 deep"));
    let half = listed(r#"{"any": ["#, group, MAX_CONDITIONS / 2, "]}");
    fits(&format!(r#"{{"all": [{half}, {half}]}}"#));
    assert_eq!(
        error(&format!(r#"{{"all": [{half}, {half}, {group}]}}"#)),
        "all[2].group: a rule has at most 64 parts that are no all, any or not"
    );
    for (start, item, most, end, expected) in [
        (r#"{"all": ["#, group, MAX_CONDITIONS, "]}", "all: a list of at most 64 rules, not 65"),
        (r#"{"geo": {"in": ["#, "\"DE\"", MAX_COUNTRIES, "]}}", "geo.in: a list of at most 250 countries, not 251"),
        (
            r#"{"site": {"from": ["#,
            "\"https://a.example\"",
            MAX_ORIGINS,
            "]}}",
            "site.from: a list of at most 50 origins, not 51",
        ),
        (
            r#"{"schedule": {"weekly": ["#,
            evening,
            MAX_WINDOWS,
            zone,
            "schedule.weekly: a list of at most 14 windows, not 15",
        ),
    ] {
        fits(&listed(start, item, most, end));
        assert_eq!(error(&listed(start, item, most + 1, end)), expected);
    }
    let spaces = |count| format!("{group}{}", " ".repeat(count - group.len()));
    fits(&spaces(MAX_TEXT));
    assert_eq!(error(&spaces(MAX_TEXT + 1)), "a rule has at most 16384 bytes, not 16385");
}

#[test]
fn windows_of_all_schedules_together_are_bounded() {
    let schedule = |windows: usize| {
        let window = json!({ "days": ["mon"], "from": "20:00", "until": "22:00" });
        json!({ "schedule": { "weekly": vec![window; windows], "zone": "listener" } })
    };
    let rule = |last: usize| json!({ "all": [schedule(MAX_WINDOWS), { "not": schedule(MAX_WINDOWS_IN_ALL - MAX_WINDOWS - 1) }, schedule(last)] });
    assert!(Rule::parse(&rule(1).to_string()).is_ok());
    let too_many = rule(2).to_string();
    assert_eq!(error(&too_many), "all[2].schedule: a rule has at most 28 weekly windows in all");
}

#[test]
fn rule_of_many_schedules_or_windows_is_slow() {
    let window = json!({ "days": ["mon"], "from": "20:00", "until": "22:00" });
    let windows = |count: usize| json!({ "schedule": { "weekly": vec![window.clone(); count], "zone": "listener" } });
    let schedules = |count: usize| json!({ "all": vec![json!({ "schedule": { "from": "2026-01-01", "zone": "listener" } }); count] });
    let is_slow = |rule: Value| Rule::parse(&rule.to_string()).unwrap().is_slow();
    assert_eq!([1, 8, 9, 14].map(|count| is_slow(windows(count))), [false, false, true, true]);
    assert_eq!([1, 8, 9, 20].map(|count| is_slow(schedules(count))), [false, false, true, true]);
}

#[test]
fn country_list_limit_is_number_of_countries() {
    let codes: Vec<_> = stagepass_rules::Country::all().map(stagepass_rules::Country::code).collect();
    assert_eq!(codes.len(), MAX_COUNTRIES);
    let rule = Rule::parse(&json!({ "geo": { "in": codes } }).to_string()).unwrap();
    assert_eq!(rule.allowed_countries().unwrap().len(), MAX_COUNTRIES);
}

#[test]
fn no_depth_and_no_length_is_too_much() {
    for depth in [20, 127, 128, 1_000, 100_000] {
        for (open, close) in
            [(r#"{"not":"#, "}"), (r#"{"all":["#, "]}"), ("[", "]"), (r#"{"geo":{"in":["#, "]}}"), (r#"{"x":"#, "}")]
        {
            for json in [format!("{}1{}", open.repeat(depth), close.repeat(depth)), open.repeat(depth)] {
                assert!(Rule::parse(&json).is_err(), "{open} {depth}");
            }
        }
    }
    for (json, path) in [
        (nested(1_000), ["not"; MAX_DEPTH].join(".")),
        (format!(r#"{{"all":{}{}}}"#, "[".repeat(1_000), "]".repeat(1_000)), "all[0]".to_owned()),
        (format!(r#"{{"geo":{{"in":{}{}}}}}"#, "[".repeat(1_000), "]".repeat(1_000)), "geo.in[0]".to_owned()),
    ] {
        assert_eq!(Rule::parse(&json).unwrap_err().path, path);
    }
    let megabyte = listed(r#"{"all": ["#, r#"{"group": "a"}"#, 70_000, "]}");
    assert!(megabyte.len() > 1_000_000);
    assert!(error(&megabyte).starts_with("a rule has at most 16384 bytes"));
}

#[test]
fn an_error_repeats_little() {
    let long = "x".repeat(10_000);
    for json in [
        json!({ "geo": { "in": [long] } }),
        json!({ "group": long }),
        json!({ long.as_str(): 1 }),
        json!({ "site": { "from": [long] } }),
    ] {
        assert!(error(&json.to_string()).len() < 400, "{json}");
    }
}
