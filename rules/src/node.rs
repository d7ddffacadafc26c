//! The tree of a rule.

use serde::Serialize;

use crate::condition::Condition;

/// A rule, or a part of one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Node {
    /// Allows if all of these allow. Has at least one.
    All(Vec<Node>),
    /// Allows if one of these allows. Has at least one.
    Any(Vec<Node>),
    /// Allows if this denies.
    Not(Box<Node>),
    #[serde(untagged)]
    Condition(Condition),
}

impl Node {
    /// Returns all conditions, in order.
    pub(crate) fn conditions(&self) -> Vec<&Condition> {
        match self {
            Self::All(nodes) | Self::Any(nodes) => nodes.iter().flat_map(Self::conditions).collect(),
            Self::Not(node) => node.conditions(),
            Self::Condition(condition) => vec![condition],
        }
    }

    /// Calls `see` with each condition and its path, in order.
    pub(crate) fn each_condition<'a>(&'a self, path: &str, see: &mut impl FnMut(&'a Condition, String)) {
        let dot = if path.is_empty() { "" } else { "." };
        match self {
            Self::All(nodes) => each_of(nodes, &format!("{path}{dot}all"), see),
            Self::Any(nodes) => each_of(nodes, &format!("{path}{dot}any"), see),
            Self::Not(node) => node.each_condition(&format!("{path}{dot}not"), see),
            Self::Condition(condition) => see(condition, format!("{path}{dot}{}", condition.kind())),
        }
    }
}

fn each_of<'a>(nodes: &'a [Node], path: &str, see: &mut impl FnMut(&'a Condition, String)) {
    for (index, node) in nodes.iter().enumerate() {
        node.each_condition(&format!("{path}[{index}]"), see);
    }
}
