//! A schedule.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::weekly::Window;
use crate::clock::Span;
use crate::decision::Question;

pub(crate) const KIND: &str = "schedule";

/// The zone that is every listener's own.
pub(super) const LISTENER: &str = "listener";

/// A demand on the time. It has a beginning, an end or windows.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Schedule {
    /// The first moment.
    pub(super) from: Option<DateTime>,
    /// The first moment that no longer is one.
    pub(super) until: Option<DateTime>,
    /// Within these; at any time if there are none.
    pub(super) weekly: Vec<Window>,
    pub(super) zone: Zone,
}

/// Whose clocks count.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Zone {
    /// Those of this zone. The beginning and the end are the same for everybody: they are worked out once, when the rule is read.
    Named { name: String, zone: TimeZone, span: Span },
    /// All of those in the listener's country: in a country with several zones it begins when it has begun in all, and ends when it has ended in one.
    Listener,
}

impl Schedule {
    pub(crate) fn question(&self) -> Option<Question> {
        match self.zone {
            Zone::Named { .. } => None,
            Zone::Listener => Some(Question::Country),
        }
    }

    /// How many weekly windows it has.
    pub(crate) fn window_count(&self) -> usize {
        self.weekly.len()
    }

    /// A beginning and an end are worked out without.
    pub(super) fn needs_clocks(&self) -> bool {
        !self.weekly.is_empty()
    }
}

impl Zone {
    /// As it is written.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Named { name, .. } => name,
            Self::Listener => LISTENER,
        }
    }
}
