//! A problem of a deployment.

use std::fmt;

use serde::Serialize;

/// A problem: what was checked, what was found, what to do.
#[derive(Debug, Serialize)]
pub(super) struct Finding {
    /// Stable, for programs.
    code: &'static str,
    checked: String,
    found: String,
    remedy: String,
}

impl Finding {
    pub(super) fn new(
        code: &'static str,
        checked: impl Into<String>,
        found: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self { code, checked: checked.into(), found: found.into(), remedy: remedy.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, checked, found, remedy } = self;
        write!(f, "{code}: {checked}\n  found:  {found}\n  remedy: {remedy}")
    }
}
