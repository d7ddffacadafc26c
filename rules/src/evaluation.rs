//! The value of a rule and of each of its parts, and the facts that could still change it.

use std::collections::BTreeSet;

use crate::caller::Caller;
use crate::decision::Question;
use crate::node::Node;
use crate::verdict::{Bounds, Verdict};

/// A rule, or a part of one, and what is known of its value. Each condition is evaluated once.
#[derive(Debug)]
pub(crate) struct EvaluatedNode<'a> {
    pub(crate) node: &'a Node,
    pub(crate) bounds: Bounds,
    /// The parts of an `all`, an `any` or a `not`.
    pub(crate) parts: Vec<Self>,
}

impl<'a> EvaluatedNode<'a> {
    /// Evaluates `node`. A condition may have any value until its fact is asked.
    pub(crate) fn new(node: &'a Node, caller: &Caller<'_>) -> Self {
        let each = |nodes: &'a [Node]| nodes.iter().map(|node| Self::new(node, caller)).collect::<Vec<_>>();
        let parts = match node {
            Node::All(nodes) | Node::Any(nodes) => each(nodes),
            Node::Not(node) => each(std::slice::from_ref(node)),
            Node::Condition(_) => Vec::new(),
        };
        let known = parts.iter().map(|part| part.bounds);
        let bounds = match node {
            Node::All(_) => known.fold(Bounds::ALLOW, Bounds::and),
            Node::Any(_) => known.fold(Bounds::DENY, Bounds::or),
            Node::Not(_) => known.fold(Bounds::DENY, |_, bounds| bounds.negated()),
            Node::Condition(condition) => condition.verdict(caller).map_or(Bounds::ANY, Bounds::at),
        };
        Self { node, bounds, parts }
    }

    /// Collects the questions whose answers could make this part `wanted`, or make it certain that it is not.
    ///
    /// A part that is certain in this respect has no questions. In an `all` that has to be open, an open part changes
    /// nothing, and with a part that is not open the whole would be certain.
    pub(crate) fn collect_questions(&self, wanted: Verdict, questions: &mut BTreeSet<Question>) {
        if self.bounds.is(wanted) || self.bounds.is_not(wanted) {
            return;
        }
        let wanted = if matches!(self.node, Node::Not(_)) { wanted.negated() } else { wanted };
        if let Node::Condition(condition) = self.node {
            questions.extend(condition.question());
        }
        for part in &self.parts {
            part.collect_questions(wanted, questions);
        }
    }
}
