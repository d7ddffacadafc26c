//! The decision.

use std::collections::BTreeSet;

use crate::caller::Caller;
use crate::decision::{Progress, Question};
use crate::facts::Facts;
use crate::node::Node;
use crate::obstacles;
use crate::truth::{Bounds, Truth};

/// A rule, or a part of one, and what is known of its value. Each leaf is looked at once, however often its value counts.
#[derive(Debug)]
pub(crate) struct Evaluated<'a> {
    pub(crate) node: &'a Node,
    pub(crate) bounds: Bounds,
    /// The parts of an `all`, an `any` or a `not`.
    pub(crate) parts: Vec<Evaluated<'a>>,
}

/// Decides `rule`, or says what has to be asked.
pub(crate) fn decide(rule: &Node, facts: &Facts) -> Progress {
    let caller = Caller::new(facts);
    let rule = evaluated(rule, &caller);
    if rule.bounds.is(Truth::Open) {
        return Progress::Decided(Ok(()));
    }
    if rule.bounds.is_not(Truth::Open) {
        return Progress::Decided(Err(obstacles::refused(&rule, &caller)));
    }
    let mut questions = BTreeSet::new();
    open_questions(&rule, Truth::Open, &mut questions);
    Progress::Needs(questions.into_iter().collect())
}

/// A leaf whose fact was not asked may have any value.
fn evaluated<'a>(node: &'a Node, caller: &Caller<'_>) -> Evaluated<'a> {
    let each = |nodes: &'a [Node]| nodes.iter().map(|node| evaluated(node, caller)).collect::<Vec<_>>();
    let parts = match node {
        Node::All(nodes) | Node::Any(nodes) => each(nodes),
        Node::Not(node) => each(std::slice::from_ref(node)),
        Node::Leaf(_) => Vec::new(),
    };
    let known = parts.iter().map(|part| part.bounds);
    let bounds = match node {
        Node::All(_) => known.fold(Bounds::OPEN, Bounds::and),
        Node::Any(_) => known.fold(Bounds::CLOSED, Bounds::or),
        Node::Not(_) => known.fold(Bounds::CLOSED, |_, bounds| bounds.negated()),
        Node::Leaf(leaf) => leaf.truth(caller).map_or(Bounds::ANY, Bounds::at),
    };
    Evaluated { node, bounds, parts }
}

/// Collects what may still make `rule` be, or not be, `wanted`; it may be either. A part that is settled in this respect asks for nothing: in an `all`
/// that is to be open, nothing can come from a rule that is open, and none can be one that is not, or the whole would be settled.
fn open_questions(rule: &Evaluated<'_>, wanted: Truth, questions: &mut BTreeSet<Question>) {
    if rule.bounds.is(wanted) || rule.bounds.is_not(wanted) {
        return;
    }
    match rule.node {
        Node::All(_) | Node::Any(_) => {
            for part in &rule.parts {
                open_questions(part, wanted, questions);
            }
        }
        Node::Not(_) => {
            for part in &rule.parts {
                open_questions(part, wanted.negated(), questions);
            }
        }
        Node::Leaf(leaf) => questions.extend(leaf.question()),
    }
}
