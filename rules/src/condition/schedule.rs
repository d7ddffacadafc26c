//! The `schedule` condition: from a time, until a time or in weekly windows, in one time zone or in the time zones of
//! the caller's country.
//!
//! | module | contents |
//! |---|---|
//! | `definition` | the type [`Schedule`] |
//! | `weekly` | weekly windows |
//! | `openings` | whether it is open, and when it next opens or closes |
//! | `read` | parses and writes JSON |
//! | `texts` | the texts for the user and the owner |

mod definition;
mod openings;
mod read;
mod texts;
mod weekly;

use std::borrow::Cow;

use crate::caller::Caller;
use crate::clock::{Clocks, Span};
use crate::countries::country_zones;
use crate::denial_reason::DenialReason;
use crate::facts::Whereabouts;
use crate::verdict::Verdict;

use self::definition::Zone;
pub(super) use self::definition::{KIND, Schedule};
use self::openings::{Openings, State};
pub(super) use self::read::read;

/// When the schedule is open by the clocks that count for the caller.
enum CallerOpenings<'a> {
    Known(Openings<'a>),
    /// The caller's country is not known, or it has no time zone.
    CountryUnknown,
    /// The caller's country could not be looked up.
    CountryUnavailable,
}

impl Schedule {
    pub(super) fn verdict(&self, caller: &Caller<'_>) -> Option<Verdict> {
        Some(match self.caller_openings(caller)? {
            CallerOpenings::Known(openings) => Verdict::of(openings.state(caller.facts.now) == State::Open),
            CallerOpenings::CountryUnknown | CallerOpenings::CountryUnavailable => Verdict::Unknown,
        })
    }

    pub(super) fn denial_reason(&self, caller: &Caller<'_>, wanted: Verdict) -> Option<DenialReason> {
        Some(match self.caller_openings(caller)? {
            CallerOpenings::Known(openings) if wanted == Verdict::Deny => self.excluded(&openings, caller.facts),
            CallerOpenings::Known(openings) => self.closed(&openings, caller.facts),
            CallerOpenings::CountryUnknown => texts::country_unknown(),
            CallerOpenings::CountryUnavailable => texts::country_unavailable(),
        })
    }

    /// Returns `None` until the country is asked.
    fn caller_openings<'a>(&'a self, caller: &'a Caller<'_>) -> Option<CallerOpenings<'a>> {
        // Only windows need clocks.
        let has_windows = !self.weekly.is_empty();
        let (zones, span, clocks) = match &self.zone {
            Zone::Named { zone, span, .. } => {
                let zones = std::slice::from_ref(zone);
                let clocks = || Cow::Owned(Clocks::around(zones, caller.facts.now));
                (zones, *span, has_windows.then(clocks))
            }
            Zone::Listener => match caller.facts.country.as_ref()? {
                Whereabouts::Known(place) => {
                    let zones = country_zones::zones(place.country);
                    let clocks = || Cow::Borrowed(caller.clocks(place.country));
                    (zones, Span::of(self.from, self.until, zones), has_windows.then(clocks))
                }
                Whereabouts::Unknown => return Some(CallerOpenings::CountryUnknown),
                Whereabouts::Unavailable => return Some(CallerOpenings::CountryUnavailable),
            },
        };
        // Without a zone, a check of all zones would always pass.
        if zones.is_empty() {
            return Some(CallerOpenings::CountryUnknown);
        }
        Some(CallerOpenings::Known(Openings { span, weekly: &self.weekly, zones, clocks: clocks.unwrap_or_default() }))
    }
}
