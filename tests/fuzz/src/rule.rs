//! A track's rule.

use stagepass_rules::{Facts, Rule};

/// A rule is the same after it was written and read again, can be said in words, and can be decided.
pub(crate) fn rule(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(rule) = Rule::parse(text) else { return };
    let Ok(written) = serde_json::to_string(&rule) else { panic!("{rule:?} cannot be written") };
    assert_eq!(Rule::parse(&written).as_ref(), Ok(&rule), "{written}");
    assert!(!rule.words().is_empty());
    let again = Rule::parse(&written).map(|again| serde_json::to_string(&again).ok());
    assert_eq!(again, Ok(Some(written)));
    let _ = (rule.references(), rule.allowed_countries(), rule.decide(&Facts::default()));
}
