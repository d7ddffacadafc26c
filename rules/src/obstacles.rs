//! Why a caller is refused: the conditions that stand in the way, and how they are said in one go.

use crate::caller::Caller;
use crate::decision::{Refusal, Refused};
use crate::evaluation::Evaluated;
use crate::node::Node;
use crate::obstacle::Obstacle;
use crate::verdict::Verdict;

/// What stands in the way.
#[derive(Debug)]
enum Obstacles {
    One(Box<Obstacle>),
    /// Each of them does.
    Each(Vec<Obstacles>),
    /// All of them together do: were one out of the way, that would do.
    Together(Vec<Obstacles>),
}

/// Why `rule` is not open, which is certain.
pub(crate) fn refused(rule: &Evaluated<'_>, caller: &Caller<'_>) -> Refused {
    let Some(obstacles) = in_the_way(rule, caller, Verdict::Allow) else { return Refused::no_rule() };
    let sentence = obstacles.sentence();
    let mut refusals = Vec::new();
    obstacles.collect(&mut refusals);
    Refused { sentence, refusals }
}

/// What keeps `rule` from being `wanted`; `None` if nothing does, or nothing is known to.
fn in_the_way(rule: &Evaluated<'_>, caller: &Caller<'_>, wanted: Verdict) -> Option<Obstacles> {
    if !rule.bounds.is_not(wanted) {
        return None;
    }
    let each = || rule.parts.iter().filter_map(|part| in_the_way(part, caller, wanted)).collect();
    match (rule.node, wanted) {
        (Node::All(_), Verdict::Allow) | (Node::Any(_), Verdict::Deny) => Some(Obstacles::Each(each())),
        (Node::All(_) | Node::Any(_), _) => Some(Obstacles::Together(each())),
        (Node::Not(_), _) => rule.parts.iter().find_map(|part| in_the_way(part, caller, wanted.negated())),
        (Node::Condition(condition), _) => {
            condition.obstacle(caller, wanted).map(|obstacle| Obstacles::One(Box::new(obstacle)))
        }
    }
}

impl Obstacles {
    /// For the listener: all that stands in the way.
    fn sentence(&self) -> String {
        match self {
            Self::One(obstacle) => obstacle.refusal.sentence.clone(),
            Self::Each(obstacles) => joined(obstacles.iter().map(Self::sentence), " "),
            Self::Together(_) => self.choice(),
        }
    }

    /// What would have to be done about all of it; `None` if something can't be helped.
    fn remedy(&self) -> Option<String> {
        match self {
            Self::One(obstacle) => obstacle.remedy.clone(),
            Self::Each(obstacles) => {
                let remedies: Option<Vec<_>> = obstacles.iter().map(Self::remedy).collect();
                remedies.map(|remedies| joined(remedies.into_iter(), " "))
            }
            Self::Together(obstacles) => {
                obstacles.iter().any(|obstacle| obstacle.remedy().is_some()).then(|| self.choice())
            }
        }
    }

    /// The ways out. What can't be helped is none; if that leaves one way, it is said what stands in that one; if it leaves none, what stands in all.
    fn choice(&self) -> String {
        let mut ways = Vec::new();
        self.collect_ways(&mut ways);
        let mut open: Vec<(&Self, String)> = Vec::new();
        for way in &ways {
            if let Some(remedy) = way.remedy().filter(|remedy| open.iter().all(|(_, known)| known != remedy)) {
                open.push((way, remedy));
            }
        }
        match open.as_slice() {
            [] => joined(ways.iter().map(|way| way.sentence()), " "),
            [(way, _)] => way.sentence(),
            _ => {
                let remedies: Vec<_> = open.into_iter().map(|(_, remedy)| remedy).collect();
                format!("One of these is needed: {}", remedies.join(" Or: "))
            }
        }
    }

    /// A choice within a choice is one choice.
    fn collect_ways<'a>(&'a self, ways: &mut Vec<&'a Self>) {
        match self {
            Self::Together(obstacles) => {
                for obstacle in obstacles {
                    obstacle.collect_ways(ways);
                }
            }
            Self::Each(obstacles) if let [only] = obstacles.as_slice() => only.collect_ways(ways),
            Self::Each(_) | Self::One(_) => ways.push(self),
        }
    }

    fn collect(self, refusals: &mut Vec<Refusal>) {
        match self {
            Self::One(obstacle) => {
                if !refusals.contains(&obstacle.refusal) {
                    refusals.push(obstacle.refusal);
                }
            }
            Self::Each(obstacles) | Self::Together(obstacles) => {
                for obstacle in obstacles {
                    obstacle.collect(refusals);
                }
            }
        }
    }
}

/// Each once, in order.
fn joined(sentences: impl Iterator<Item = String>, between: &str) -> String {
    let mut said = Vec::new();
    for sentence in sentences {
        if !said.contains(&sentence) {
            said.push(sentence);
        }
    }
    said.join(between)
}
