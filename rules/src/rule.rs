//! The rule of a track: read from JSON, checked, and evaluated ([`Rule::decide`]).

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::caller::Caller;
use crate::condition::{Condition, Geo, Site};
use crate::countries::Country;
use crate::decision::Progress;
use crate::error::RuleError;
use crate::evaluation::EvaluatedNode;
use crate::explanation::words;
use crate::facts::Facts;
use crate::id::Id;
use crate::node::Node;
use crate::verdict::Verdict;
use crate::{explanation, read};

/// The numbers of schedules and weekly windows up to which every rule is decided within a millisecond.
const QUICK_SCHEDULES: usize = 8;
const QUICK_WINDOWS: usize = 8;

/// A rule that controls access to a track. `Serialize` writes its canonical form: countries as sorted codes, and times
/// without zero seconds.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Rule(Node);

/// The ids that a rule names, each with the path of its first use, for example `all[1].group`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct References {
    /// Groups.
    pub groups: BTreeMap<Id, String>,
    /// Products.
    pub products: BTreeMap<Id, String>,
    /// Site keys.
    pub sites: BTreeMap<Id, String>,
}

impl Rule {
    /// Parses a rule as JSON.
    ///
    /// # Errors
    /// [`RuleError`], with the path to the problem.
    pub fn parse(json: &str) -> Result<Self, RuleError> {
        read::read(json).map(Self)
    }

    pub(crate) fn node(&self) -> &Node {
        &self.0
    }

    /// Returns whether [`Rule::decide`] may take longer than a millisecond. If so, do not call it on an async worker.
    pub fn is_slow(&self) -> bool {
        let conditions = self.0.conditions();
        let schedules = conditions.iter().filter(|condition| matches!(condition, Condition::Schedule(_))).count();
        let windows: usize = conditions.iter().map(|condition| condition.window_count()).sum();
        schedules > QUICK_SCHEDULES || windows > QUICK_WINDOWS
    }

    /// Returns a rule that allows callers in `countries`. Returns `None` if there are none.
    pub fn only_in(countries: &[Country]) -> Option<Self> {
        let geo = || Self(Node::Condition(Condition::Geo(Geo::In(countries.iter().copied().collect()))));
        (!countries.is_empty()).then(geo)
    }

    /// Describes the rule in one sentence, for its owner.
    pub fn words(&self) -> String {
        words::sentence(&self.0)
    }

    /// Returns the groups, products and site keys that the rule names.
    pub fn references(&self) -> References {
        let mut references = References::default();
        self.0.each_condition("", &mut |condition, path| {
            let (ids, id, path) = match condition {
                Condition::Group(id) => (&mut references.groups, id, path),
                Condition::Paid(id) => (&mut references.products, id, path),
                Condition::Site(Site::Signed(id)) => (&mut references.sites, id, format!("{path}.signed")),
                Condition::Site(Site::From(_))
                | Condition::Geo(_)
                | Condition::Schedule(_)
                | Condition::SignedIn(_) => return,
            };
            ids.entry(id.clone()).or_insert(path);
        });
        references
    }

    /// Returns the allowed countries, if the rule is a list of them or an `all` with exactly one such list.
    pub fn allowed_countries(&self) -> Option<Vec<Country>> {
        let nodes = match &self.0 {
            Node::All(nodes) => nodes.as_slice(),
            node => std::slice::from_ref(node),
        };
        let mut lists = nodes.iter().filter_map(|node| match node {
            Node::Condition(Condition::Geo(Geo::In(countries))) => Some(countries.iter().copied().collect()),
            _ => None,
        });
        lists.next().filter(|_| lists.next().is_none())
    }

    /// Decides whether a caller with these facts may play the track, or returns the facts to ask for. Unknown never
    /// grants access.
    pub fn decide(&self, facts: &Facts) -> Progress {
        let caller = Caller::new(facts);
        let evaluated = EvaluatedNode::new(&self.0, &caller);
        if evaluated.bounds.is(Verdict::Allow) {
            return Progress::Decided(Ok(()));
        }
        if evaluated.bounds.is_not(Verdict::Allow) {
            return Progress::Decided(Err(explanation::explain(&evaluated, &caller)));
        }
        let mut questions = BTreeSet::new();
        evaluated.collect_questions(Verdict::Allow, &mut questions);
        Progress::Needs(questions.into_iter().collect())
    }
}
