//! The texts of a schedule, for the user and the owner.

use jiff::civil::DateTime;

use super::definition::{KIND, Schedule, Zone};
use super::openings::{Openings, State};
use super::weekly::{Window, end_of_day, time_of_day};
use crate::decision::Refusal;
use crate::denial_reason::DenialReason;
use crate::facts::{Facts, Whereabouts};
use crate::verdict::Verdict;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const DAYS: [&str; 7] = ["Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"];

/// The zone of a schedule in the time zones of the caller's country, for the user and for the owner.
const YOURS: &str = "everywhere in your country";
const OF_LISTENER: &str = "everywhere in the listener's country";

/// The denial reason if the schedule depends on the caller's country, and it is unknown.
pub(super) fn country_unknown() -> DenialReason {
    of_country(
        "country_unknown",
        "This track can be played at certain times of your own country, and which one you are in cannot be determined.",
    )
}

/// The denial reason if the schedule depends on the caller's country, and its lookup failed.
pub(super) fn country_unavailable() -> DenialReason {
    of_country(
        "country_lookup_failed",
        "This track can be played at certain times of your own country, and which one you are in cannot be looked up at the moment.",
    )
}

fn of_country(code: &'static str, sentence: &str) -> DenialReason {
    let remedy = Some("Listen at its times, from a country that can be told.".to_owned());
    DenialReason { refusal: Refusal::new(KIND, code, sentence), remedy }
}

impl Schedule {
    /// The denial reason if the schedule is closed.
    pub(super) fn closed(&self, openings: &Openings<'_>, facts: &Facts) -> DenialReason {
        let state = openings.state(facts.now);
        let opens_at = if state == State::Over { None } else { openings.next_opening(facts.now) };
        let (code, sentence, remedy) = match (state, self.from, self.until) {
            (State::Over, _, Some(until)) => {
                ("over", format!("This track could be played until {}.", self.moment(until, YOURS)), String::new())
            }
            (State::NotYet, Some(from), _) => {
                let from = self.moment(from, YOURS);
                ("not_yet", format!("This track can be played from {from}."), format!("Wait until {from}."))
            }
            _ => {
                let windows = self.windows(YOURS);
                let sentence = format!("This track can be played at certain times only: {windows}.");
                ("outside_hours", sentence, format!("Listen at one of these times: {windows}."))
            }
        };
        let refusal = Refusal { opens_at, ..self.refusal(code, sentence, facts) };
        DenialReason { refusal, remedy: opens_at.map(|_| remedy) }
    }

    /// The denial reason if the schedule is open under a `not`.
    pub(super) fn excluded(&self, openings: &Openings<'_>, facts: &Facts) -> DenialReason {
        let opens_at = openings.next_closing(facts.now);
        let sentence = "This track cannot be played at this time.".to_owned();
        let refusal = Refusal { opens_at, ..self.refusal("excluded", sentence, facts) };
        DenialReason { refusal, remedy: opens_at.map(|_| "Listen at another time.".to_owned()) }
    }

    fn refusal(&self, code: &'static str, sentence: String, facts: &Facts) -> Refusal {
        let your_country = match (&self.zone, &facts.country) {
            (Zone::Listener, Some(Whereabouts::Known(place))) => Some(place.country),
            _ => None,
        };
        Refusal { your_country, ..Refusal::new(KIND, code, sentence) }
    }

    pub(in super::super) fn words(&self, wanted: Verdict) -> String {
        let from = self.from.map(|from| format!("{} or later", self.moment(from, OF_LISTENER)));
        let until = self.until.map(|until| format!("before {}", self.moment(until, OF_LISTENER)));
        let windows = (!self.weekly.is_empty()).then(|| self.windows(OF_LISTENER));
        let times: Vec<_> = [from, until, windows].into_iter().flatten().collect();
        let is = if wanted == Verdict::Allow { "it is" } else { "it is not" };
        format!("{is} {}", times.join(", "))
    }

    /// Returns `1 December 2026, 00:00 (Europe/Stockholm)`.
    fn moment(&self, time: DateTime, whose: &str) -> String {
        let month = usize::try_from(time.month() - 1).ok().and_then(|month| MONTHS.get(month)).copied();
        let (day, month, year) = (time.day(), month.unwrap_or_default(), time.year());
        format!("{day} {month} {year}, {} ({})", time_of_day(time.time()), self.clocks(whose))
    }

    /// Returns `Fridays and Saturdays 20:00–02:00 (Europe/Stockholm)`.
    fn windows(&self, whose: &str) -> String {
        let windows: Vec<_> = self.weekly.iter().map(|window| window_words(*window)).collect();
        format!("{} ({})", windows.join("; "), self.clocks(whose))
    }

    fn clocks<'a>(&'a self, whose: &'a str) -> &'a str {
        match &self.zone {
            Zone::Named { name, .. } => name,
            Zone::Listener => whose,
        }
    }
}

fn window_words(window: Window) -> String {
    let days: Vec<_> = window.days.iter().filter_map(|day| DAYS.get(day).copied()).collect();
    let days = match days.as_slice() {
        [_, _, _, _, _, _, _] => "every day".to_owned(),
        [days @ .., last] if !days.is_empty() => format!("{} and {last}", days.join(", ")),
        _ => days.concat(),
    };
    format!("{days} {}–{}", time_of_day(window.from), end_of_day(window.until))
}
