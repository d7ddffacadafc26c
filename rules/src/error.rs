//! Why a text is no rule, and where.

use std::fmt;

/// Why a text is no rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleError {
    /// Where, e.g. `all[1].geo.in[0]`; empty for the whole.
    pub path: String,
    /// What is wrong there.
    pub problem: String,
}

/// `path: problem`, or the problem alone.
impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.problem)
    }
}

impl std::error::Error for RuleError {}
