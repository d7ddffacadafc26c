//! A rule in words.

use crate::node::Node;
use crate::truth::Truth;

/// How many names are listed one by one.
const MAX_LISTED: usize = 6;

/// The rule in one sentence, for its owner.
pub(crate) fn sentence(rule: &Node) -> String {
    format!("It can be played if {}.", words(rule, Truth::Open))
}

/// What follows "if", for `node` to be `wanted`. A `not` is carried down to the leaves, which say it better.
fn words(node: &Node, wanted: Truth) -> String {
    let is_open = wanted == Truth::Open;
    match node {
        Node::All(nodes) => joined(nodes, wanted, if is_open { ", and " } else { ", or " }),
        Node::Any(nodes) => joined(nodes, wanted, if is_open { ", or " } else { ", and " }),
        Node::Not(node) => words(node, wanted.negated()),
        Node::Leaf(leaf) => leaf.words(wanted),
    }
}

fn joined(nodes: &[Node], wanted: Truth, between: &str) -> String {
    if let [only] = nodes {
        return words(only, wanted);
    }
    let part = |node: &Node| if is_list(node) { format!("({})", words(node, wanted)) } else { words(node, wanted) };
    nodes.iter().map(part).collect::<Vec<_>>().join(between)
}

fn is_list(node: &Node) -> bool {
    match node {
        Node::All(nodes) | Node::Any(nodes) if let [only] = nodes.as_slice() => is_list(only),
        Node::All(_) | Node::Any(_) => true,
        Node::Not(node) => is_list(node),
        Node::Leaf(_) => false,
    }
}

/// `A`, `A or B`, `A, B or C`; the first few of many.
pub(crate) fn one_of<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    let count = names.len();
    let mut listed: Vec<_> =
        names.take(if count > MAX_LISTED { MAX_LISTED - 1 } else { count }).map(str::to_owned).collect();
    if listed.len() < count {
        listed.push(format!("one of {} others", count - listed.len()));
    }
    match listed.as_slice() {
        [names @ .., last] if !names.is_empty() => format!("{} or {last}", names.join(", ")),
        _ => listed.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_names_are_listed_and_of_more_the_first_five() {
        let letters = ["A", "B", "C", "D", "E", "F", "G"];
        let listed = |count: usize| one_of(letters.into_iter().take(count).collect::<Vec<_>>().into_iter());
        assert_eq!([0, 1, 2].map(listed), ["", "A", "A or B"]);
        assert_eq!(listed(6), "A, B, C, D, E or F");
        assert_eq!(listed(7), "A, B, C, D, E or one of 2 others");
    }
}
