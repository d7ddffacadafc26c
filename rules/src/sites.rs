//! The sites in whose pages a player can be framed, so that a rule may allow playback there.

use std::collections::BTreeSet;

use crate::condition::{Condition, Site};
use crate::node::Node;
use crate::origin::Origin;
use crate::rule::Rule;
use crate::verdict::{Bounds, Verdict};

/// The sites on which a rule can allow playback, by their origins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sites {
    /// Every site.
    Every,
    /// These origins, sorted. Without any, no site.
    Only(Vec<String>),
}

impl Rule {
    /// Returns the sites on which the rule can allow playback, whatever its other facts are. A player in a frame has no
    /// site token, so a condition on one never allows.
    pub fn sites(&self) -> Sites {
        let can_allow = |origin: Option<&Origin>| bounds(self.node(), origin).high == Verdict::Allow;
        if can_allow(None) {
            return Sites::Every;
        }
        let listed: BTreeSet<&Origin> = self.node().conditions().into_iter().flat_map(origins).collect();
        let only = listed.into_iter().filter(|origin| can_allow(Some(origin)));
        Sites::Only(only.map(|origin| origin.as_str().to_owned()).collect())
    }
}

fn origins(condition: &Condition) -> impl Iterator<Item = &Origin> {
    let listed = if let Condition::Site(Site::From(origins)) = condition { Some(origins) } else { None };
    listed.into_iter().flatten()
}

/// The verdicts that are possible on the site `origin`. `None` is a site that the rule does not list.
fn bounds(node: &Node, origin: Option<&Origin>) -> Bounds {
    match node {
        Node::All(nodes) => nodes.iter().map(|node| bounds(node, origin)).fold(Bounds::ALLOW, Bounds::and),
        Node::Any(nodes) => nodes.iter().map(|node| bounds(node, origin)).fold(Bounds::DENY, Bounds::or),
        Node::Not(node) => bounds(node, origin).negated(),
        Node::Condition(Condition::Site(Site::From(listed))) => {
            Bounds::at(Verdict::of(origin.is_some_and(|origin| listed.contains(origin))))
        }
        Node::Condition(Condition::Site(Site::Signed(_))) => Bounds::at(Verdict::Unknown),
        Node::Condition(_) => Bounds::ANY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sites(json: &str) -> Sites {
        Rule::parse(json).unwrap().sites()
    }

    fn only(origins: &[&str]) -> Sites {
        Sites::Only(origins.iter().map(|origin| (*origin).to_owned()).collect())
    }

    const RADIO: &str = r#"{"site": {"from": ["https://radio.example", "https://blog.example"]}}"#;

    #[test]
    fn rule_without_site_condition_allows_every_site() {
        for json in [r#"{"geo": {"in": ["SE"]}}"#, r#"{"signed_in": {}}"#, r#"{"not": {"group": "blocked"}}"#] {
            assert_eq!(sites(json), Sites::Every, "{json}");
        }
    }

    #[test]
    fn required_site_condition_lists_its_origins() {
        let both = only(&["https://blog.example", "https://radio.example"]);
        assert_eq!(sites(RADIO), both);
        assert_eq!(sites(&format!(r#"{{"all": [{RADIO}, {{"paid": "album"}}]}}"#)), both);
        let radio = r#"{"site": {"from": ["https://radio.example"]}}"#;
        assert_eq!(sites(&format!(r#"{{"all": [{RADIO}, {radio}]}}"#)), only(&["https://radio.example"]));
        assert_eq!(sites(&format!(r#"{{"all": [{RADIO}, {{"not": {radio}}}]}}"#)), only(&["https://blog.example"]));
    }

    #[test]
    fn alternative_to_site_condition_allows_every_site() {
        assert_eq!(sites(&format!(r#"{{"any": [{RADIO}, {{"paid": "album"}}]}}"#)), Sites::Every);
        assert_eq!(sites(&format!(r#"{{"not": {RADIO}}}"#)), Sites::Every);
    }

    #[test]
    fn site_token_condition_allows_no_site() {
        assert_eq!(sites(r#"{"site": {"signed": "radio"}}"#), only(&[]));
        assert_eq!(sites(r#"{"not": {"site": {"signed": "radio"}}}"#), only(&[]));
        assert_eq!(sites(r#"{"any": [{"site": {"signed": "radio"}}, {"geo": {"in": ["SE"]}}]}"#), Sites::Every);
    }
}
