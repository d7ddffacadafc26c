//! The definition of a schedule.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::weekly::Window;
use crate::clock::Span;
use crate::decision::Question;

pub(crate) const KIND: &str = "schedule";

/// The name of the zone that stands for the caller's country.
pub(super) const LISTENER: &str = "listener";

/// When the track can be played. Has a beginning, an end or windows.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Schedule {
    /// The beginning.
    pub(super) from: Option<DateTime>,
    /// The end, which is excluded.
    pub(super) until: Option<DateTime>,
    /// The weekly windows. If there are none, any time is in one.
    pub(super) weekly: Vec<Window>,
    pub(super) zone: Zone,
}

/// The time zone of a schedule.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Zone {
    /// One time zone. The beginning and the end are the same for all callers, so they are computed when the rule is
    /// parsed.
    Named { name: String, zone: TimeZone, span: Span },
    /// The time zones of the caller's country. If it has several, the schedule begins when it has begun in all of them,
    /// and ends when it has ended in one.
    Listener,
}

impl Schedule {
    pub(crate) fn question(&self) -> Option<Question> {
        match self.zone {
            Zone::Named { .. } => None,
            Zone::Listener => Some(Question::Country),
        }
    }

    /// The number of weekly windows.
    pub(crate) fn window_count(&self) -> usize {
        self.weekly.len()
    }
}

impl Zone {
    /// The name in JSON.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Named { name, .. } => name,
            Self::Listener => LISTENER,
        }
    }
}
