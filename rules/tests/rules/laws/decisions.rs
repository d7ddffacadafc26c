//! Laws that hold for every decision.

use proptest::prelude::*;
use serde_json::json;
use stagepass_rules::{Denial, Facts, Progress, Question, Rule};

use super::at_random::{all_facts, parse, partial, rules, schedules};

fn outcome(progress: &Progress) -> bool {
    match progress {
        Progress::Decided(decided) => decided.is_ok(),
        Progress::Needs(questions) => panic!("{questions:?} were answered"),
    }
}

fn is_open(rule: &serde_json::Value, facts: &Facts) -> bool {
    outcome(&parse(rule).decide(facts))
}

fn is_answered(question: &Question, facts: &Facts) -> bool {
    match question {
        Question::Country => facts.country.is_some(),
        Question::Member(id) => facts.members.contains_key(id),
        Question::Paid(id) => facts.paid.contains_key(id),
        Question::SiteToken(id) => facts.sites.contains_key(id),
    }
}

/// Inserts the fact of `all`.
fn answer(question: &Question, facts: &mut Facts, all: &Facts) {
    match question {
        Question::Country => facts.country.clone_from(&all.country),
        Question::Member(id) => drop(facts.members.insert(id.clone(), all.members[id].clone())),
        Question::Paid(id) => drop(facts.paid.insert(id.clone(), all.paid[id].clone())),
        Question::SiteToken(id) => drop(facts.sites.insert(id.clone(), all.sites[id])),
    }
}

fn refused(progress: Progress) -> Option<Denial> {
    if let Progress::Decided(Err(refused)) = progress { Some(refused) } else { None }
}

/// Inserts the needed facts, all `at_once` or one by one, until it is decided.
fn is_allowed_in_steps(rule: &Rule, mut facts: Facts, all: &Facts, at_once: bool) -> bool {
    for _ in 0..100 {
        match rule.decide(&facts) {
            Progress::Decided(decided) => return decided.is_ok(),
            Progress::Needs(questions) => {
                let count = if at_once { questions.len() } else { 1 };
                questions.iter().take(count).for_each(|question| answer(question, &mut facts, all));
            }
        }
    }
    panic!("{rule:?} never has enough");
}

proptest! {
    /// `not all` equals `any not`, and `not any` equals `all not`, even with unknown facts.
    #[test]
    fn negated_all_and_any_follow_de_morgan(
        parts in prop::collection::vec(rules(), 1..4), all in all_facts(), mask in any::<u32>(),
    ) {
        let facts = partial(&all, mask);
        let nots: Vec<_> = parts.iter().map(|part| json!({ "not": part })).collect();
        for (one, other) in [("all", "any"), ("any", "all")] {
            let inside = parse(&json!({ other: nots })).decide(&facts);
            prop_assert_eq!(parse(&json!({ "not": { one: parts } })).decide(&facts), inside);
        }
    }

    #[test]
    fn not_not_is_nothing(rule in rules(), all in all_facts(), mask in any::<u32>()) {
        let facts = partial(&all, mask);
        prop_assert_eq!(parse(&json!({ "not": { "not": rule } })).decide(&facts), parse(&rule).decide(&facts));
    }

    #[test]
    fn the_order_does_not_matter(
        (parts, turned) in prop::collection::vec(rules(), 1..5).prop_flat_map(|parts| (Just(parts.clone()), Just(parts).prop_shuffle())),
        all in all_facts(), mask in any::<u32>(),
    ) {
        let facts = partial(&all, mask);
        for list in ["all", "any"] {
            let (one, other) = (parse(&json!({ list: parts })).decide(&facts), parse(&json!({ list: turned })).decide(&facts));
            match (one, other) {
                (Progress::Decided(one), Progress::Decided(other)) => prop_assert_eq!(one.is_ok(), other.is_ok()),
                (one, other) => prop_assert_eq!(one, other),
            }
        }
    }

    #[test]
    fn extra_condition_never_closes_any_or_opens_all(
        parts in prop::collection::vec(rules(), 1..4), more in rules(), facts in all_facts(),
    ) {
        let longer: Vec<_> = parts.iter().chain([&more]).collect();
        let [any, all] = ["any", "all"].map(|list| is_open(&json!({ list: parts }), &facts));
        let [any_longer, all_longer] = ["any", "all"].map(|list| is_open(&json!({ list: longer }), &facts));
        prop_assert!(any_longer >= any);
        prop_assert!(all_longer <= all);
        prop_assert_eq!(any, parts.iter().any(|part| is_open(part, &facts)));
        prop_assert_eq!(all, parts.iter().all(|part| is_open(part, &facts)));
    }

    #[test]
    fn no_rule_and_its_contrary_are_both_open(rule in rules(), facts in all_facts()) {
        let contrary = json!({ "not": rule });
        prop_assert!(!is_open(&rule, &facts) || !is_open(&contrary, &facts));
    }

    /// If facts are missing, it names the unanswered questions.
    #[test]
    fn decision_from_partial_facts_holds_with_all_facts(rule in rules(), all in all_facts(), mask in any::<u32>()) {
        let (rule, facts) = (parse(&rule), partial(&all, mask));
        match rule.decide(&facts) {
            Progress::Decided(decided) => {
                prop_assert_eq!(decided.is_ok(), outcome(&rule.decide(&all)));
                let known = decided.err().map(|refused| refused.refusals).unwrap_or_default();
                let full = refused(rule.decide(&all)).map(|refused| refused.refusals).unwrap_or_default();
                prop_assert!(known.iter().all(|refusal| full.contains(refusal)));
            }
            Progress::Needs(questions) => {
                prop_assert!(!questions.is_empty());
                prop_assert!(questions.is_sorted_by(|one, other| one < other));
                prop_assert!(!questions.iter().any(|question| is_answered(question, &facts)));
            }
        }
    }

    #[test]
    fn asking_only_what_is_needed_is_enough(rule in rules(), all in all_facts(), mask in any::<u32>()) {
        let rule = parse(&rule);
        for at_once in [true, false] {
            prop_assert_eq!(is_allowed_in_steps(&rule, partial(&all, mask), &all, at_once), outcome(&rule.decide(&all)));
        }
    }

    #[test]
    fn a_refusal_says_why(rule in rules(), all in all_facts(), mask in any::<u32>()) {
        if let Some(refused) = refused(parse(&rule).decide(&partial(&all, mask))) {
            prop_assert!(!refused.refusals.is_empty());
            prop_assert_eq!(refused.code(), refused.refusals[0].code);
            prop_assert!(refused.sentence.ends_with('.'));
            for (index, refusal) in refused.refusals.iter().enumerate() {
                prop_assert!(!refused.refusals[..index].contains(refusal), "{} twice", refusal.code);
            }
        }
    }

    #[test]
    fn rule_json_round_trips(rule in rules()) {
        let rule = parse(&rule);
        let written = serde_json::to_string(&rule).unwrap();
        prop_assert_eq!(&Rule::parse(&written).unwrap(), &rule);
        prop_assert_eq!(serde_json::to_string(&Rule::parse(&written).unwrap()).unwrap(), written);
        prop_assert!(rule.words().ends_with('.'));
    }

    #[test]
    fn denied_schedule_opens_exactly_at_opens_at(rule in schedules(), facts in all_facts(), between in 0.0..1.0) {
        let rule = parse(&rule);
        let Some(refused) = refused(rule.decide(&facts)) else { return Ok(()) };
        let at = |now| outcome(&rule.decide(&Facts { now, ..facts.clone() }));
        match refused.refusals[0].opens_at {
            Some(opens_at) => {
                prop_assert!(opens_at > facts.now && at(opens_at) && !at(opens_at - 1));
                prop_assert!(!at(facts.now + part_of(opens_at - facts.now, between)));
            }
            None => prop_assert!(!at(facts.now + part_of(400 * 86_400, between))),
        }
    }

    #[test]
    fn excluded_time_ends_exactly_at_opens_at(rule in schedules(), facts in all_facts(), between in 0.0..1.0) {
        let rule = parse(&json!({ "not": rule }));
        let Some(refused) = refused(rule.decide(&facts)).filter(|refused| refused.code() == "excluded") else { return Ok(()) };
        let at = |now| outcome(&rule.decide(&Facts { now, ..facts.clone() }));
        if let Some(opens_at) = refused.refusals[0].opens_at {
            prop_assert!(opens_at > facts.now && at(opens_at) && !at(opens_at - 1));
            prop_assert!(!at(facts.now + part_of(opens_at - facts.now, between)));
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "somewhere in between will do")]
fn part_of(length: i64, part: f64) -> i64 {
    (length as f64 * part) as i64
}
