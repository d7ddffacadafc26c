//! What a rule is made of.

use serde::Serialize;

use crate::condition::Condition;

/// A rule, or a part of one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Node {
    /// Every one of these, at least one.
    All(Vec<Node>),
    /// One of these, at least one.
    Any(Vec<Node>),
    /// Not this.
    Not(Box<Node>),
    #[serde(untagged)]
    Condition(Condition),
}

impl Node {
    /// Every condition, in order.
    pub(crate) fn conditions(&self) -> Vec<&Condition> {
        match self {
            Self::All(nodes) | Self::Any(nodes) => nodes.iter().flat_map(Self::conditions).collect(),
            Self::Not(node) => node.conditions(),
            Self::Condition(condition) => vec![condition],
        }
    }

    /// Shows `see` every condition, in order, with its path.
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
