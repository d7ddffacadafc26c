//! What a rule is made of.

use serde::Serialize;

use crate::leaf::Leaf;

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
    Leaf(Leaf),
}

impl Node {
    /// Every leaf, in order.
    pub(crate) fn leaves(&self) -> Vec<&Leaf> {
        match self {
            Self::All(nodes) | Self::Any(nodes) => nodes.iter().flat_map(Self::leaves).collect(),
            Self::Not(node) => node.leaves(),
            Self::Leaf(leaf) => vec![leaf],
        }
    }

    /// Shows `see` every leaf, in order, with its path.
    pub(crate) fn each_leaf<'a>(&'a self, path: &str, see: &mut impl FnMut(&'a Leaf, String)) {
        let dot = if path.is_empty() { "" } else { "." };
        match self {
            Self::All(nodes) => each_of(nodes, &format!("{path}{dot}all"), see),
            Self::Any(nodes) => each_of(nodes, &format!("{path}{dot}any"), see),
            Self::Not(node) => node.each_leaf(&format!("{path}{dot}not"), see),
            Self::Leaf(leaf) => see(leaf, format!("{path}{dot}{}", leaf.kind())),
        }
    }
}

fn each_of<'a>(nodes: &'a [Node], path: &str, see: &mut impl FnMut(&'a Leaf, String)) {
    for (index, node) in nodes.iter().enumerate() {
        node.each_leaf(&format!("{path}[{index}]"), see);
    }
}
