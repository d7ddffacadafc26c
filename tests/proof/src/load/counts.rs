//! Counts of events, by name.

use std::collections::BTreeMap;
use std::fmt;

/// How often each thing was seen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Counts(BTreeMap<&'static str, u64>);

impl Counts {
    /// Once more.
    pub(crate) fn add(&mut self, what: &'static str) {
        *self.0.entry(what).or_default() += 1;
    }

    /// How often so far.
    pub(crate) fn of(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or_default()
    }

    /// Takes over what others counted.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taken_counts_are_added_once() {
        let (mut all, mut one) = (Counts::default(), Counts::default());
        one.add("a");
        one.add("a");
        all.add("a");
        all.take(&mut one);
        all.take(&mut one);
        assert_eq!((all.of("a"), one.of("a"), all.of("b")), (3, 0, 0));
        assert_eq!(all.to_string(), "       3 a");
    }
}
