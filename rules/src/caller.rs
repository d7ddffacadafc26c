//! A caller who is decided about, once.

use std::cell::OnceCell;

use crate::clock::Clocks;
use crate::countries::Country;
use crate::country_zones::zones;
use crate::facts::Facts;

/// What is known of a caller, and what follows from that and is the same for all conditions of a rule: worked out once, if at all.
#[derive(Debug)]
pub(crate) struct Caller<'a> {
    pub(crate) facts: &'a Facts,
    clocks: OnceCell<Clocks>,
}

impl<'a> Caller<'a> {
    pub(crate) fn new(facts: &'a Facts) -> Self {
        Self { facts, clocks: OnceCell::new() }
    }

    /// The clocks of `country`, which is the caller's, around now.
    pub(crate) fn clocks(&self, country: Country) -> &Clocks {
        self.clocks.get_or_init(|| Clocks::around(zones(country), self.facts.now))
    }
}
