//! Why a text is not a rule.

use std::fmt;

/// Why a text is not a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleError {
    /// The path to the problem, for example `all[1].geo.in[0]`. Empty for the whole rule.
    pub path: String,
    /// What is wrong.
    pub problem: String,
}

/// Writes `path: problem`, or only the problem if the path is empty.
impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.problem)
    }
}

impl std::error::Error for RuleError {}
