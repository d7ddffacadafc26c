//! When something may be heard: from an instant, until one, in weekly windows, by the clocks of one zone or of the listener's own country.
//!
//! | where | what |
//! |---|---|
//! | `definition` | a schedule |
//! | `weekly` | windows, week by week |
//! | `openings` | whether it is open, and when it next opens or closes |
//! | `read` | its JSON |
//! | `texts` | what the listener and the owner are told |

mod definition;
mod openings;
mod read;
mod texts;
mod weekly;

use std::borrow::Cow;

use crate::caller::Caller;
use crate::clock::{Clocks, Span};
use crate::country_zones;
use crate::denial_reason::DenialReason;
use crate::facts::Whereabouts;
use crate::verdict::Verdict;

use self::definition::Zone;
pub(super) use self::definition::{KIND, Schedule};
use self::openings::{Openings, State};
pub(super) use self::read::read;

/// What the time is held against.
enum Reckoned<'a> {
    By(Openings<'a>),
    /// The caller's country is not known, or it has no zone.
    Unknown,
    /// The caller's country could not be asked.
    Unavailable,
}

impl Schedule {
    pub(super) fn verdict(&self, caller: &Caller<'_>) -> Option<Verdict> {
        Some(match self.reckoned(caller)? {
            Reckoned::By(openings) => Verdict::of(openings.state(caller.facts.now) == State::Open),
            Reckoned::Unknown | Reckoned::Unavailable => Verdict::Unknown,
        })
    }

    pub(super) fn denial_reason(&self, caller: &Caller<'_>, wanted: Verdict) -> Option<DenialReason> {
        Some(match self.reckoned(caller)? {
            Reckoned::By(openings) if wanted == Verdict::Deny => self.excluded(&openings, caller.facts),
            Reckoned::By(openings) => self.closed(&openings, caller.facts),
            Reckoned::Unknown => texts::country_unknown(),
            Reckoned::Unavailable => texts::country_unavailable(),
        })
    }

    /// `None` as long as the country has to be asked.
    fn reckoned<'a>(&'a self, caller: &'a Caller<'_>) -> Option<Reckoned<'a>> {
        let (zones, span, clocks) = match &self.zone {
            Zone::Named { zone, span, .. } => {
                let zones = std::slice::from_ref(zone);
                let clocks = || Cow::Owned(Clocks::around(zones, caller.facts.now));
                (zones, *span, self.needs_clocks().then(clocks))
            }
            Zone::Listener => match caller.facts.country.as_ref()? {
                Whereabouts::Known(place) => {
                    let zones = country_zones::zones(place.country);
                    let clocks = || Cow::Borrowed(caller.clocks(place.country));
                    (zones, Span::of(self.from, self.until, zones), self.needs_clocks().then(clocks))
                }
                Whereabouts::Unknown => return Some(Reckoned::Unknown),
                Whereabouts::Unavailable => return Some(Reckoned::Unavailable),
            },
        };
        // Without a single clock everything would hold for all of them.
        if zones.is_empty() {
            return Some(Reckoned::Unknown);
        }
        Some(Reckoned::By(Openings { span, weekly: &self.weekly, zones, clocks: clocks.unwrap_or_default() }))
    }
}
