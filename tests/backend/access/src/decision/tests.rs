use std::cell::RefCell;
use std::future::{pending, ready};
use std::pin::Pin;

use axum::http::HeaderValue;
use futures_util::FutureExt as _;
use proptest::prelude::*;
use stagepass_rules::Place;

use super::*;

type FactFuture = Pin<Box<dyn Future<Output = Result<Fact, AccessError>>>>;

fn rule(json: &str) -> Rule {
    Rule::parse(json).unwrap()
}

fn facts() -> Facts {
    Facts { now: 1_800_000_000, ..Facts::default() }
}

fn member(question: Question, membership: Membership) -> FactFuture {
    let Question::Member(group) = question else { panic!("{question:?}") };
    Box::pin(ready(Ok(Fact::Member(group, membership))))
}

fn in_sweden() -> Fact {
    Fact::Country(Whereabouts::Known(Place { country: "SE".parse().unwrap(), city: None }))
}

const EITHER: &str = r#"{"any": [{"geo": {"in": ["SE"]}}, {"group": "friends"}]}"#;
const BOTH: &str = r#"{"all": [{"geo": {"in": ["SE"]}}, {"group": "friends"}]}"#;

#[test]
fn irrelevant_pending_fact_does_not_delay_decision() {
    let friend = |question: Question| -> FactFuture {
        if question == Question::Country { Box::pin(pending()) } else { member(question, Membership::Member) }
    };
    let outcome = decide(&RuleEvaluator::default(), &rule(EITHER), facts(), friend).now_or_never();
    assert_eq!(outcome.expect("a decision").unwrap(), Ok(()));
    let stranger = |question: Question| -> FactFuture {
        let not = Membership::Not { join_url: None, name: "Friends".to_owned() };
        if question == Question::Country { Box::pin(pending()) } else { member(question, not) }
    };
    let outcome = decide(&RuleEvaluator::default(), &rule(BOTH), facts(), stranger).now_or_never();
    assert_eq!(outcome.expect("a decision").unwrap().unwrap_err().code(), "not_a_member");
    assert!(
        decide(&RuleEvaluator::default(), &rule(BOTH), facts(), friend).now_or_never().is_none(),
        "that hangs on the country"
    );
}

#[test]
fn all_facts_are_requested_once_and_at_once() {
    let requested = RefCell::new(Vec::new());
    let ask = |question: Question| -> FactFuture {
        requested.borrow_mut().push(question.clone());
        if question == Question::Country {
            Box::pin(ready(Ok(in_sweden())))
        } else {
            member(question, Membership::Member)
        }
    };
    assert_eq!(decide(&RuleEvaluator::default(), &rule(BOTH), facts(), ask).now_or_never().unwrap().unwrap(), Ok(()));
    let friends = "friends".parse().unwrap();
    assert_eq!(*requested.borrow(), [Question::Country, Question::Member(friends)]);
    requested.borrow_mut().clear();
    let ask = |question: Question| -> FactFuture {
        requested.borrow_mut().push(question);
        Box::pin(pending())
    };
    let early =
        rule(r#"{"all": [{"schedule": {"until": "2000-01-01", "zone": "Europe/Stockholm"}}, {"group": "friends"}]}"#);
    assert_eq!(
        decide(&RuleEvaluator::default(), &early, facts(), ask).now_or_never().unwrap().unwrap().unwrap_err().code(),
        "over"
    );
    assert_eq!(*requested.borrow(), [], "the clock is enough");
}

#[test]
fn failed_fact_fails_the_decision() {
    let ask = |_: Question| -> FactFuture { Box::pin(ready(Err(AccessError::Internal))) };
    assert!(matches!(
        decide(&RuleEvaluator::default(), &rule(BOTH), facts(), ask).now_or_never().unwrap(),
        Err(AccessError::Internal)
    ));
}

fn headers(given: &[(&'static str, &str)]) -> HeaderMap {
    given
        .iter()
        .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_bytes(value.as_bytes()).unwrap()))
        .collect()
}

#[test]
fn origin_is_read_from_origin_or_referer() {
    let site = "https://radio.example";
    for (given, expected) in [
        (&[("origin", site)][..], Some(site)),
        (&[("origin", "https://Radio.example:443")], Some(site)),
        (&[("referer", "https://radio.example/listen?to=7")], Some(site)),
        (&[("referer", "https://radio.example:8443/")], Some("https://radio.example:8443")),
        (&[("origin", site), ("referer", "https://evil.example/")], Some(site)),
        (&[("origin", "null"), ("referer", "https://radio.example/")], Some(site)),
        (&[("referer", "https://user:word@radio.example/")], Some(site)),
        (&[("origin", "http://radio.example")], Some("http://radio.example")),
        (&[("origin", "https://evil.example"), ("referer", site)], Some("https://evil.example")),
        (&[("referer", "https://evil.example/?https://radio.example/")], Some("https://evil.example")),
        (&[("referer", "https://radio.example.evil.example/")], Some("https://radio.example.evil.example")),
        (&[("referer", "https://radio.example@evil.example/")], Some("https://evil.example")),
    ] {
        assert_eq!(came_from(&headers(given)).as_deref(), expected, "{given:?}");
    }
}

#[test]
fn invalid_or_duplicate_origin_headers_yield_no_origin() {
    let page = "https://radio.example/";
    for given in [
        &[][..],
        &[("origin", "null")],
        &[("x-forwarded-host", "radio.example")],
        &[("origin", "")],
        &[("origin", "radio.example"), ("referer", page)],
        &[("origin", "file:///x"), ("referer", page)],
        &[("origin", page), ("origin", page)],
        &[("origin", "null"), ("origin", "null"), ("referer", page)],
        &[("referer", page), ("referer", page)],
        &[("referer", "about:client")],
        &[("referer", "android-app://radio.example/")],
        &[("referer", "https://rädio.example/")],
        &[("referer", "/listen")],
    ] {
        assert_eq!(came_from(&headers(given)), None, "{given:?}");
    }
}

proptest! {
    #[test]
    fn any_referer_yields_valid_origin_or_none(text in "[ -~]{0,60}", tail in "[ -~]{0,30}") {
        for text in [text, format!("https://{tail}")] {
            if let Some(origin) = came_from(&headers(&[("referer", &text)])) {
                let parsed = stagepass_kit::origin::Origin::parse(&origin).unwrap();
                prop_assert_eq!(parsed.as_str(), origin);
            }
        }
    }
}
