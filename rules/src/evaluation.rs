//! The decision.

use std::collections::BTreeSet;

use crate::decision::{Progress, Question};
use crate::facts::Facts;
use crate::node::Node;
use crate::obstacles;
use crate::truth::{Bounds, Truth};

/// Decides `rule`, or says what has to be asked.
pub(crate) fn decide(rule: &Node, facts: &Facts) -> Progress {
    let bounds = bounds(rule, facts);
    if bounds.is(Truth::Open) {
        return Progress::Decided(Ok(()));
    }
    if bounds.is_not(Truth::Open) {
        return Progress::Decided(Err(obstacles::refused(rule, facts)));
    }
    let mut questions = BTreeSet::new();
    open_questions(rule, facts, Truth::Open, &mut questions);
    Progress::Needs(questions.into_iter().collect())
}

/// What is known of `node`'s value. A leaf whose fact was not asked may have any.
pub(crate) fn bounds(node: &Node, facts: &Facts) -> Bounds {
    match node {
        Node::All(nodes) => fold(nodes, facts, Bounds::OPEN, Bounds::and, Bounds::CLOSED),
        Node::Any(nodes) => fold(nodes, facts, Bounds::CLOSED, Bounds::or, Bounds::OPEN),
        Node::Not(node) => bounds(node, facts).negated(),
        Node::Leaf(leaf) => leaf.truth(facts).map_or(Bounds::ANY, Bounds::at),
    }
}

/// Stops where nothing that follows changes anything.
fn fold(nodes: &[Node], facts: &Facts, start: Bounds, join: fn(Bounds, Bounds) -> Bounds, end: Bounds) -> Bounds {
    let mut all = start;
    for node in nodes {
        all = join(all, bounds(node, facts));
        if all == end {
            break;
        }
    }
    all
}

/// Collects what may still make `node` be, or not be, `wanted`; it may be either. A part that is settled in this respect asks for nothing: in an `all`
/// that is to be open, nothing can come from a rule that is open, and none can be one that is not, or the whole would be settled.
fn open_questions(node: &Node, facts: &Facts, wanted: Truth, questions: &mut BTreeSet<Question>) {
    let bounds = bounds(node, facts);
    if bounds.is(wanted) || bounds.is_not(wanted) {
        return;
    }
    match node {
        Node::All(nodes) | Node::Any(nodes) => {
            for node in nodes {
                open_questions(node, facts, wanted, questions);
            }
        }
        Node::Not(node) => open_questions(node, facts, wanted.negated(), questions),
        Node::Leaf(leaf) => questions.extend(leaf.question()),
    }
}
