//! Parses a rule. Rejects unknown members, so that a misspelt rule cannot grant access.

use crate::condition::{Condition, KINDS};
use crate::error::RuleError;
use crate::json::Json;
use crate::json::cursor::Cursor;
use crate::limits::{MAX_CONDITIONS, MAX_DEPTH, MAX_TEXT, MAX_WINDOWS_IN_ALL};
use crate::node::Node;

/// The names of a rule's only member.
const MEMBERS: [&str; 9] = {
    let [geo, group, paid, schedule, signed_in, site] = KINDS;
    ["all", "any", "not", geo, group, paid, schedule, signed_in, site]
};

/// Parses a rule as JSON.
pub(crate) fn read(json: &str) -> Result<Node, RuleError> {
    let failed = |problem| RuleError { path: String::new(), problem };
    // Checked before parsing, so that long texts cost nothing.
    if json.len() > MAX_TEXT {
        return Err(failed(format!("a rule has at most {MAX_TEXT} bytes, not {}", json.len())));
    }
    let document = Json::parse(json).map_err(|error| {
        failed(format!("a rule is JSON like {{\"geo\": {{\"in\": [\"DE\", \"Sweden\"]}}}}: {error}"))
    })?;
    Reader { conditions: 0, windows: 0 }.node(&Cursor::root(&document), 1)
}

/// Parses the parts of a rule and counts them.
struct Reader {
    conditions: usize,
    windows: usize,
}

impl Reader {
    fn node(&mut self, at: &Cursor<'_>, depth: usize) -> Result<Node, RuleError> {
        if depth > MAX_DEPTH {
            return Err(at.error(format_args!("rules stand in each other at most {MAX_DEPTH} deep")));
        }
        let (kind, value) = at.only_member(&MEMBERS)?;
        match kind {
            "all" => Ok(Node::All(self.nodes(&value, depth)?)),
            "any" => Ok(Node::Any(self.nodes(&value, depth)?)),
            "not" => Ok(Node::Not(Box::new(self.node(&value, depth + 1)?))),
            _ => {
                self.conditions += 1;
                if self.conditions > MAX_CONDITIONS {
                    return Err(value
                        .error(format_args!("a rule has at most {MAX_CONDITIONS} parts that are no all, any or not")));
                }
                let condition = Condition::read(kind, &value)?;
                self.windows += condition.window_count();
                if self.windows > MAX_WINDOWS_IN_ALL {
                    return Err(
                        value.error(format_args!("a rule has at most {MAX_WINDOWS_IN_ALL} weekly windows in all"))
                    );
                }
                Ok(Node::Condition(condition))
            }
        }
    }

    fn nodes(&mut self, at: &Cursor<'_>, depth: usize) -> Result<Vec<Node>, RuleError> {
        at.list("rules", MAX_CONDITIONS)?.iter().map(|item| self.node(item, depth + 1)).collect()
    }
}
