//! The caller of one decision.

use std::cell::OnceCell;

use crate::clock::Clocks;
use crate::countries::Country;
use crate::countries::country_zones::zones;
use crate::facts::Facts;

/// The facts about a caller, and what all conditions of a rule derive from them. It is computed once, when it is first
/// needed.
#[derive(Debug)]
pub(crate) struct Caller<'a> {
    pub(crate) facts: &'a Facts,
    clocks: OnceCell<Clocks>,
}

impl<'a> Caller<'a> {
    pub(crate) fn new(facts: &'a Facts) -> Self {
        Self { facts, clocks: OnceCell::new() }
    }

    /// Returns the clocks of `country`, which is the caller's, around now.
    pub(crate) fn clocks(&self, country: Country) -> &Clocks {
        self.clocks.get_or_init(|| Clocks::around(zones(country), self.facts.now))
    }
}
