//! Texts that are not rules, the paths of their errors, and whether the schema also rejects them.

use serde_json::Value;
use stagepass_rules::Rule;

use super::schema::is_of_the_form;

pub(crate) fn error(json: &str) -> String {
    match Rule::parse(json) {
        Ok(rule) => panic!("{json} is {rule:?}"),
        Err(error) => error.to_string(),
    }
}

/// Compares errors with their beginnings, and returns whether the schema rejects any of them.
fn assert_errors(cases: &[(&str, &str)], seen_by_schema: bool) {
    for (json, expected) in cases {
        let error = error(json);
        assert!(error.starts_with(expected), "{json}\n{error}");
        let value: Value = serde_json::from_str(json).unwrap();
        assert_eq!(!is_of_the_form(&value), seen_by_schema, "{json}");
    }
}

#[test]
fn malformed_rule_names_its_path_and_problem() {
    let members = "all, any, not, geo, group, paid, schedule, signed_in or site";
    let one = |what: &str| format!("has to be an object with exactly one of {members}, not {what}");
    let unknown = |name: &str| format!("\"{name}\" is not known here, {members} is");
    assert_errors(
        &[
            ("null", &one("null")),
            ("true", &one("true or false")),
            ("7", &one("a number")),
            ("-7", &one("a number")),
            ("0.7e3", &one("a number")),
            (r#""geo""#, &one("a text")),
            ("[]", &one("a list")),
            ("{}", &one("with 0 members")),
            (r#"{"group": "a", "paid": "b"}"#, &one("with 2 members")),
            (r#"{"Geo": {}}"#, &unknown("Geo")),
            (r#"{"": {}}"#, &unknown("")),
            (r#"{"all": {}}"#, "all: has to be a list of rules, not an object"),
            (r#"{"all": []}"#, "all: the list of rules is empty"),
            (r#"{"any": []}"#, "any: the list of rules is empty"),
            (r#"{"any": [{"group": "a"}, null]}"#, &format!("any[1]: {}", one("null"))),
            (r#"{"not": []}"#, &format!("not: {}", one("a list"))),
            (r#"{"not": {"all": [{"geoo": {}}]}}"#, &format!("not.all[0]: {}", unknown("geoo"))),
            (r#"{"group": 7}"#, "group: has to be a text, not a number"),
            (r#"{"group": ""}"#, "group: \"\": an id is 1 to 63 characters"),
            (r#"{"paid": "Album"}"#, "paid: \"Album\": an id is"),
            (r#"{"paid": ["album"]}"#, "paid: has to be a text, not a list"),
            (r#"{"signed_in": null}"#, "signed_in: has to be an object with verified, not null"),
            (r#"{"signed_in": true}"#, "signed_in: has to be an object with verified, not true or false"),
            (r#"{"signed_in": {"verified": false}}"#, "signed_in.verified: has to be true, or left out"),
            (r#"{"signed_in": {"verified": "true"}}"#, "signed_in.verified: has to be true, not a text"),
            (r#"{"signed_in": {"verifieds": true}}"#, "signed_in: \"verifieds\" is not known here, verified is"),
        ],
        true,
    );
}

#[test]
fn countries_and_sites_that_are_none() {
    assert_errors(
        &[
            (r#"{"geo": {}}"#, "geo: has to be an object with exactly one of in or not_in, not with 0 members"),
            (r#"{"geo": []}"#, "geo: has to be an object with exactly one of in or not_in, not a list"),
            (r#"{"geo": {"notin": ["DE"]}}"#, "geo: \"notin\" is not known here, in or not_in is"),
            (r#"{"geo": {"in": ["DE"], "not_in": ["SE"]}}"#, "geo: has to be an object with exactly one of"),
            (r#"{"geo": {"in": "DE"}}"#, "geo.in: has to be a list of countries, not a text"),
            (r#"{"geo": {"in": []}}"#, "geo.in: the list of countries is empty"),
            (r#"{"geo": {"not_in": ["DE", 1]}}"#, "geo.not_in[1]: has to be a text, not a number"),
            (r#"{"geo": {"in": [""]}}"#, "geo.in[0]: \"\" is no country"),
            (r#"{"site": {}}"#, "site: has to be an object with exactly one of from or signed"),
            (r#"{"site": {"signed": "Radio"}}"#, "site.signed: \"Radio\": an id is"),
            (r#"{"site": {"from": "https://a.example"}}"#, "site.from: has to be a list of origins, not a text"),
            (r#"{"site": {"from": []}}"#, "site.from: the list of origins is empty"),
            (r#"{"site": {"from": ["https://a.example/"]}}"#, "site.from[0]: \"https://a.example/\": an origin is"),
            (r#"{"site": {"from": ["https://a.example", "null"]}}"#, "site.from[1]: \"null\": an origin is"),
        ],
        true,
    );
    let countries = "is no country: an ISO 3166-1 code such as DE, or an English name such as Germany";
    assert_errors(
        &[
            (r#"{"geo": {"in": ["Atlantis"]}}"#, &format!("geo.in[0]: \"Atlantis\" {countries}")),
            (
                r#"{"all": [{"group": "a"}, {"geo": {"in": ["Atlantis"]}}]}"#,
                &format!("all[1].geo.in[0]: \"Atlantis\" {countries}"),
            ),
            (
                r#"{"any": [{"not": {"geo": {"not_in": ["SE", "Narnia"]}}}]}"#,
                &format!("any[0].not.geo.not_in[1]: \"Narnia\" {countries}"),
            ),
            (
                r#"{"site": {"from": ["https://a.example:443"]}}"#,
                "site.from[0]: \"https://a.example:443\": an origin is",
            ),
            (r#"{"site": {"from": ["http://1.2.3"]}}"#, "site.from[0]: \"http://1.2.3\": an origin is"),
        ],
        false,
    );
}

fn schedule(members: &str) -> String {
    format!(r#"{{"schedule": {{{members}}}}}"#)
}

fn window(members: &str) -> String {
    schedule(&format!(r#""weekly": [{{{members}}}], "zone": "UTC""#))
}

fn assert_all(cases: &[(String, &str)], seen_by_schema: bool) {
    let cases: Vec<_> = cases.iter().map(|(json, expected)| (json.as_str(), *expected)).collect();
    assert_errors(&cases, seen_by_schema);
}

#[test]
fn times_that_are_none() {
    assert_all(
        &[
            (schedule(""), "schedule: has to have from, until or weekly"),
            (schedule(r#""zone": "UTC""#), "schedule: has to have from, until or weekly"),
            (schedule(r#""from": "2026-12-01""#), "schedule: has to have a zone"),
            (schedule(r#""from": 1, "zone": "UTC""#), "schedule.from: has to be a text, not a number"),
            (schedule(r#""from": "", "zone": "UTC""#), "schedule.from: \"\" is no date"),
            (schedule(r#""from": "2026-12-1", "zone": "UTC""#), "schedule.from: \"2026-12-1\" is no date"),
            (schedule(r#""from": "2026-13-01", "zone": "UTC""#), "schedule.from: \"2026-13-01\" is no date"),
            (
                schedule(r#""from": "2026-12-01 20:00", "zone": "UTC""#),
                "schedule.from: \"2026-12-01 20:00\" is no date",
            ),
            (
                schedule(r#""from": "2026-12-01T24:00", "zone": "UTC""#),
                "schedule.from: \"2026-12-01T24:00\" is no date",
            ),
            (schedule(r#""until": "2026-12-01T20", "zone": "UTC""#), "schedule.until: \"2026-12-01T20\" is no date"),
            (schedule(r#""until": "2026-12-01T20:00Z", "zone": "UTC""#), "schedule.until: \"2026-12-01T20:00Z\" is no"),
            (
                schedule(r#""until": "2026-12-01T20:00:60", "zone": "UTC""#),
                "schedule.until: \"2026-12-01T20:00:60\" is",
            ),
            (schedule(r#""until": "+226-12-01", "zone": "UTC""#), "schedule.until: \"+226-12-01\" is no date"),
            (schedule(r#""until": "2026-12-01T", "zone": "UTC""#), "schedule.until: \"2026-12-01T\" is no date"),
            (schedule(r#""from": "2026-12-01", "zone": """#), "schedule.zone: \"\" is no time zone"),
            (schedule(r#""from": "2026-12-01", "zone": 1"#), "schedule.zone: has to be a text, not a number"),
            (
                schedule(r#""zones": "UTC", "from": "2026-12-01""#),
                "schedule: \"zones\" is not known here, from, until,",
            ),
            (schedule(r#""weekly": [], "zone": "UTC""#), "schedule.weekly: the list of windows is empty"),
            (schedule(r#""weekly": {}, "zone": "UTC""#), "schedule.weekly: has to be a list of windows, not an object"),
        ],
        true,
    );
}

#[test]
fn times_that_only_a_calendar_knows_for_none() {
    assert_all(
        &[
            (schedule(r#""from": "2027-02-29", "zone": "UTC""#), "schedule.from: \"2027-02-29\" is no date"),
            (schedule(r#""from": "2026-11-31", "zone": "UTC""#), "schedule.from: \"2026-11-31\" is no date"),
            (schedule(r#""from": "0000-01-01", "zone": "UTC""#), "schedule.from: \"0000-01-01\" is no date"),
            (schedule(r#""from": "2026-12-01", "zone": "Mars/Base""#), "schedule.zone: \"Mars/Base\" is no time zone"),
            (
                schedule(r#""from": "2026-12-01", "zone": "Etc/Unknown""#),
                "schedule.zone: \"Etc/Unknown\" is no time zone",
            ),
            (schedule(r#""from": "2026-12-01", "zone": "EST5EDT,M3.2.0,M11.1.0""#), "schedule.zone: \"EST5EDT,M3"),
            (schedule(r#""from": "2026-12-01", "zone": "+01:00""#), "schedule.zone: \"+01:00\" is no time zone"),
            (schedule(r#""from": "2026-12-01", "zone": "Listener""#), "schedule.zone: \"Listener\" is no time zone"),
            (
                schedule(r#""from": "2026-12-01", "until": "2026-12-01T00:00:00", "zone": "UTC""#),
                "schedule.until: has to be later than from",
            ),
        ],
        false,
    );
}

#[test]
fn windows_that_are_none() {
    let evening = r#""from": "20:00", "until": "22:00""#;
    let whole = format!(r#""days": ["mon"], {evening}"#);
    assert_all(
        &[
            (window(""), "schedule.weekly[0]: has to have days, from and until"),
            (window(evening), "schedule.weekly[0]: has to have days, from and until"),
            (window(&format!(r#"{whole}, "to": 1"#)), "schedule.weekly[0]: \"to\" is not known here"),
            (window(&format!(r#""days": [], {evening}"#)), "schedule.weekly[0].days: the list of days is empty"),
            (
                window(&format!(r#""days": ["Mon"], {evening}"#)),
                "schedule.weekly[0].days[0]: \"Mon\" is no day: mon, tue",
            ),
            (
                window(r#""days": ["mon"], "from": "24:00", "until": "01:00""#),
                "schedule.weekly[0].from: \"24:00\" is no",
            ),
            (
                window(r#""days": ["mon"], "from": "20:00", "until": "24:01""#),
                "schedule.weekly[0].until: \"24:01\" is no",
            ),
            (
                window(r#""days": ["mon"], "from": "8:00", "until": "9:00""#),
                "schedule.weekly[0].from: \"8:00\" is no time",
            ),
            (
                window(r#""days": ["mon"], "from": "20:00", "until": "22""#),
                "schedule.weekly[0].until: \"22\" is no time",
            ),
        ],
        true,
    );
}

#[test]
fn duplicate_member_or_invalid_json_is_rejected() {
    for (json, expected) in [
        (r#"{"geo": {"in": ["DE"]}, "geo": {"in": ["SE"]}}"#, "has to be an object with exactly one of all,"),
        (r#"{"geo": {"in": ["DE"], "in": ["SE"]}}"#, "geo: has to be an object with exactly one of in or not_in"),
        (r#"{"signed_in": {"verified": true, "verified": true}}"#, "signed_in: \"verified\" is there twice"),
        (
            r#"{"schedule": {"zone": "UTC", "from": "2026-12-01", "zo\u006ee": "UTC"}}"#,
            "schedule: \"zone\" is there twice",
        ),
        (
            r#"{"all": [{"schedule": {"weekly": [{"days": 1, "days": 2}]}}]}"#,
            "all[0].schedule.weekly[0]: \"days\" is there twice",
        ),
        ("", "a rule is JSON like {\"geo\": {\"in\": [\"DE\", \"Sweden\"]}}: EOF"),
        (r#"{"group": "a"} x"#, "a rule is JSON like {\"geo\": {\"in\": [\"DE\", \"Sweden\"]}}: trailing characters"),
        (r#"{"group": "a",}"#, "a rule is JSON like"),
        (r#"{"group": "\ud800"}"#, "a rule is JSON like"),
        ("{'group': 'a'}", "a rule is JSON like"),
    ] {
        assert!(error(json).starts_with(expected), "{json}\n{}", error(json));
    }
}
