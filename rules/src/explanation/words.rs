//! Describes a rule in words.

use crate::node::Node;
use crate::verdict::Verdict;

/// Describes the rule in one sentence, for its owner.
pub(crate) fn sentence(rule: &Node) -> String {
    format!("It can be played if {}.", words(rule, Verdict::Allow))
}

/// Describes when `node` is `wanted`, as the words after "if". Conditions describe their opposite themselves, so a
/// `not` is passed down to them.
fn words(node: &Node, wanted: Verdict) -> String {
    let is_allowed = wanted == Verdict::Allow;
    match node {
        Node::All(nodes) => joined(nodes, wanted, if is_allowed { ", and " } else { ", or " }),
        Node::Any(nodes) => joined(nodes, wanted, if is_allowed { ", or " } else { ", and " }),
        Node::Not(node) => words(node, wanted.negated()),
        Node::Condition(condition) => condition.words(wanted),
    }
}

fn joined(nodes: &[Node], wanted: Verdict, between: &str) -> String {
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
        Node::Condition(_) => false,
    }
}
