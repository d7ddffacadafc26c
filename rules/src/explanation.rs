//! Explains a denial: which conditions deny playback, and what the user can do about it.

pub(crate) mod words;

use crate::caller::Caller;
use crate::decision::{Denial, Refusal};
use crate::denial_reason::DenialReason;
use crate::evaluation::EvaluatedNode;
use crate::node::Node;
use crate::verdict::Verdict;

/// Why a rule, or a part of one, denies playback.
#[derive(Debug)]
enum Explanation {
    One(Box<DenialReason>),
    /// All of these have to be resolved.
    All(Vec<Self>),
    /// One of these has to be resolved.
    Any(Vec<Self>),
}

/// Explains why `rule` does not allow playback, which has to be certain.
pub(crate) fn explain(rule: &EvaluatedNode<'_>, caller: &Caller<'_>) -> Denial {
    let Some(explanation) = explanation(rule, caller, Verdict::Allow) else { return Denial::no_rule() };
    let sentence = explanation.sentence();
    let mut refusals = Vec::new();
    explanation.collect_refusals(&mut refusals);
    Denial { sentence, refusals }
}

/// Why `rule` is not `wanted`. Returns `None` if it is, or if that is not certain yet.
fn explanation(rule: &EvaluatedNode<'_>, caller: &Caller<'_>, wanted: Verdict) -> Option<Explanation> {
    if !rule.bounds.is_not(wanted) {
        return None;
    }
    let each = || rule.parts.iter().filter_map(|part| explanation(part, caller, wanted)).collect();
    match (rule.node, wanted) {
        (Node::All(_), Verdict::Allow) | (Node::Any(_), Verdict::Deny) => Some(Explanation::All(each())),
        (Node::All(_) | Node::Any(_), _) => Some(Explanation::Any(each())),
        (Node::Not(_), _) => rule.parts.iter().find_map(|part| explanation(part, caller, wanted.negated())),
        (Node::Condition(condition), _) => {
            condition.denial_reason(caller, wanted).map(|reason| Explanation::One(Box::new(reason)))
        }
    }
}

impl Explanation {
    /// The explanation for the user.
    fn sentence(&self) -> String {
        match self {
            Self::One(reason) => reason.refusal.sentence.clone(),
            Self::All(parts) => joined(parts.iter().map(Self::sentence), " "),
            Self::Any(_) => self.choice(),
        }
    }

    /// What the user can do to be allowed. Returns `None` if nothing helps.
    fn remedy(&self) -> Option<String> {
        match self {
            Self::One(reason) => reason.remedy.clone(),
            Self::All(parts) => {
                let remedies: Option<Vec<_>> = parts.iter().map(Self::remedy).collect();
                remedies.map(|remedies| joined(remedies.into_iter(), " "))
            }
            Self::Any(parts) => parts.iter().any(|part| part.remedy().is_some()).then(|| self.choice()),
        }
    }

    /// Lists the alternatives that have a remedy, by their remedies. If only one has a remedy, returns its explanation
    /// instead. If none has, returns the explanations of all.
    fn choice(&self) -> String {
        let mut alternatives = Vec::new();
        self.collect_alternatives(&mut alternatives);
        let mut open: Vec<(&Self, String)> = Vec::new();
        for alternative in &alternatives {
            if let Some(remedy) = alternative.remedy().filter(|remedy| open.iter().all(|(_, known)| known != remedy)) {
                open.push((alternative, remedy));
            }
        }
        match open.as_slice() {
            [] => joined(alternatives.iter().map(|alternative| alternative.sentence()), " "),
            [(alternative, _)] => alternative.sentence(),
            _ => {
                let remedies: Vec<_> = open.into_iter().map(|(_, remedy)| remedy).collect();
                format!("One of these is needed: {}", remedies.join(" Or: "))
            }
        }
    }

    /// Collects the alternatives. A choice within a choice is one choice.
    fn collect_alternatives<'a>(&'a self, alternatives: &mut Vec<&'a Self>) {
        match self {
            Self::Any(parts) => {
                for part in parts {
                    part.collect_alternatives(alternatives);
                }
            }
            Self::All(parts) if let [only] = parts.as_slice() => only.collect_alternatives(alternatives),
            Self::All(_) | Self::One(_) => alternatives.push(self),
        }
    }

    fn collect_refusals(self, refusals: &mut Vec<Refusal>) {
        match self {
            Self::One(reason) => {
                if !refusals.contains(&reason.refusal) {
                    refusals.push(reason.refusal);
                }
            }
            Self::All(parts) | Self::Any(parts) => {
                for part in parts {
                    part.collect_refusals(refusals);
                }
            }
        }
    }
}

/// Joins the sentences in order. Leaves out repetitions.
fn joined(sentences: impl Iterator<Item = String>, between: &str) -> String {
    let mut distinct = Vec::new();
    for sentence in sentences {
        if !distinct.contains(&sentence) {
            distinct.push(sentence);
        }
    }
    distinct.join(between)
}
