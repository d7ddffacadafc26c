//! Counts of events, by name.

use std::collections::BTreeMap;
use std::fmt;

/// How often each thing was seen.
#[derive(Clone, Default)]
pub(crate) struct Counts(BTreeMap<&'static str, u64>);

impl Counts {
    pub(crate) fn add(&mut self, what: &'static str) {
        *self.0.entry(what).or_default() += 1;
    }

    /// Moves what others counted here.
    pub(crate) fn take(&mut self, other: &mut Self) {
        for (what, count) in std::mem::take(&mut other.0) {
            *self.0.entry(what).or_default() += count;
        }
    }
}

/// A line each.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<_> = self.0.iter().map(|(what, count)| format!("{count:>8} {what}")).collect();
        f.write_str(&lines.join("\n"))
    }
}
