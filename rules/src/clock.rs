//! The clocks of time zones: which instant a local time is, and which local time an instant is.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::{AmbiguousOffset, TimeZone};

/// A day, in seconds.
pub(crate) const DAY: i64 = 86_400;
/// How far ahead an opening is searched, in seconds from now or from the beginning, whichever is later.
pub(crate) const HORIZON: i64 = 400 * DAY;
/// Until a clock changes, every week is like the one before: what is not open in one week is not open in the next. The
/// two more days are for windows that began before the change. In seconds.
const STRETCH: i64 = 9 * DAY;

/// From the first instant until before the second, both in Unix seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) from: i64,
    pub(crate) until: i64,
}

impl Span {
    /// From the last of `zones` to reach `from` until the first to reach `until`.
    pub(crate) fn of(from: Option<DateTime>, until: Option<DateTime>, zones: &[TimeZone]) -> Self {
        let in_all = |local: DateTime| zones.iter().map(move |zone| instant(zone, local));
        Self {
            from: from.and_then(|from| in_all(from).max()).unwrap_or(i64::MIN),
            until: until.and_then(|until| in_all(until).min()).unwrap_or(i64::MAX),
        }
    }

    /// The time after `start` (Unix seconds) that decides whether something opens before a clock changes.
    pub(crate) fn stretch(start: i64) -> Self {
        Self { from: start, until: start.saturating_add(STRETCH) }
    }

    pub(crate) fn contains(self, now: i64) -> bool {
        (self.from..self.until).contains(&now)
    }
}

/// Returns the Unix seconds of `local` in `zone`: the first instant if it is repeated, or the instant after the gap if
/// it is skipped. So a later time is never an earlier instant. A schedule that ends in a repeated hour ends early,
/// which is the safe side.
pub(crate) fn instant(zone: &TimeZone, local: DateTime) -> i64 {
    let found = match zone.to_ambiguous_timestamp(local).offset() {
        AmbiguousOffset::Unambiguous { offset } => offset.to_timestamp(local),
        AmbiguousOffset::Fold { before, .. } => before.to_timestamp(local),
        // By the offset after the gap, `local` is before it: what changes the clocks next is the gap.
        AmbiguousOffset::Gap { after, .. } => after.to_timestamp(local).map(|inside| {
            let gap = zone.following(inside).next();
            gap.map_or(inside, |gap| gap.timestamp())
        }),
    };
    // Beyond the years that there are instants of, for the first and the last day of which zones don't agree.
    found.map_or(if local.year() > 0 { i64::MAX } else { i64::MIN }, Timestamp::as_second)
}

/// The clock of a zone, for some time around an instant. A conversion takes a few comparisons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Clock {
    /// The seconds ahead of UTC before the first change.
    first: i64,
    /// The changes: when (Unix seconds, in order), and the seconds ahead of UTC from then on.
    changes: Vec<(i64, i64)>,
}

impl Clock {
    /// The clock of `zone` as it is from `from` until `until` (Unix seconds).
    pub(crate) fn new(zone: &TimeZone, from: i64, until: i64) -> Self {
        let start = timestamp(from);
        let first = i64::from(zone.to_offset(start).seconds());
        let mut clock = Self { first, changes: Vec::new() };
        for change in zone.following(start) {
            let at = change.timestamp().as_second();
            if at >= until {
                break;
            }
            let ahead = i64::from(change.offset().seconds());
            // Skips changes that only rename the zone.
            if clock.changes.last().map_or(first, |last| last.1) != ahead {
                clock.changes.push((at, ahead));
            }
        }
        clock
    }

    /// When the clock changes (Unix seconds).
    pub(crate) fn changes(&self) -> impl Iterator<Item = i64> {
        self.changes.iter().map(|(at, _)| *at)
    }

    /// Returns the local time at `now`, in seconds since 1 January 1970, 00:00 local time.
    pub(crate) fn local(&self, now: i64) -> i64 {
        let now = timestamp(now).as_second();
        let last = self.changes.iter().rfind(|(at, _)| *at <= now);
        now + last.map_or(self.first, |(_, ahead)| *ahead)
    }

    /// Returns the Unix seconds of the local time `local`. Handles repeated and skipped times like [`instant`].
    pub(crate) fn instant(&self, local: i64) -> i64 {
        let (mut from, mut ahead) = (i64::MIN, self.first);
        for (until, next) in &self.changes {
            if local - ahead < *until {
                break;
            }
            (from, ahead) = (*until, *next);
        }
        from.max(local - ahead)
    }
}

/// The clocks of some zones, for the horizon of an instant. Zones that keep the same time share one clock.
#[derive(Debug, Clone, Default)]
pub(crate) struct Clocks(Vec<Clock>);

impl Clocks {
    /// The clocks of `zones` around `start` (Unix seconds).
    pub(crate) fn around(zones: &[TimeZone], start: i64) -> Self {
        let (from, until) = (start.saturating_sub(3 * DAY), start.saturating_add(HORIZON + STRETCH));
        let mut clocks = Vec::new();
        for zone in zones {
            let clock = Clock::new(zone, from, until);
            if !clocks.contains(&clock) {
                clocks.push(clock);
            }
        }
        Self(clocks)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Clock> {
        self.0.iter()
    }

    /// The stretches that can contain the first opening after `start` (Unix seconds), in order.
    pub(crate) fn stretches(&self, start: i64) -> impl Iterator<Item = Span> {
        let mut starts: Vec<_> = self.iter().flat_map(Clock::changes).filter(|at| *at > start).collect();
        starts.push(start);
        starts.sort_unstable();
        starts.dedup();
        starts.into_iter().map(Span::stretch)
    }
}

/// Returns the nearest representable instant.
pub(crate) fn timestamp(seconds: i64) -> Timestamp {
    Timestamp::from_second(seconds).unwrap_or(if seconds > 0 { Timestamp::MAX } else { Timestamp::MIN })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::countries::country_zones::database;

    fn at(zone: &str, local: &str) -> String {
        let instant = instant(&database().get(zone).unwrap(), local.parse().unwrap());
        Timestamp::from_second(instant).unwrap().to_string()
    }

    #[test]
    fn skipped_local_time_becomes_first_moment_after_gap() {
        for (zone, local, instant) in [
            ("Europe/Stockholm", "2027-03-28T01:59:59", "2027-03-28T00:59:59Z"),
            ("Europe/Stockholm", "2027-03-28T02:00", "2027-03-28T01:00:00Z"),
            ("Europe/Stockholm", "2027-03-28T02:30", "2027-03-28T01:00:00Z"),
            ("Europe/Stockholm", "2027-03-28T02:59:59", "2027-03-28T01:00:00Z"),
            ("Europe/Stockholm", "2027-03-28T03:00", "2027-03-28T01:00:00Z"),
            ("Europe/Stockholm", "2027-03-28T03:00:01", "2027-03-28T01:00:01Z"),
            ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:30:00Z"),
            ("Africa/Cairo", "2026-04-24T00:00", "2026-04-23T22:00:00Z"),
            // Samoa had no 30 December.
            ("Pacific/Apia", "2011-12-30T12:00", "2011-12-30T10:00:00Z"),
            ("Pacific/Apia", "2011-12-31T00:00", "2011-12-30T10:00:00Z"),
        ] {
            assert_eq!(at(zone, local), instant, "{zone} {local}");
        }
    }

    #[test]
    fn of_a_time_that_comes_twice_the_first() {
        for (zone, local, instant) in [
            ("Europe/Stockholm", "2026-10-25T01:59:59", "2026-10-24T23:59:59Z"),
            ("Europe/Stockholm", "2026-10-25T02:00", "2026-10-25T00:00:00Z"),
            ("Europe/Stockholm", "2026-10-25T02:59:59", "2026-10-25T00:59:59Z"),
            ("Europe/Stockholm", "2026-10-25T03:00", "2026-10-25T02:00:00Z"),
            ("America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00Z"),
            ("America/New_York", "2026-11-01T02:00", "2026-11-01T07:00:00Z"),
        ] {
            assert_eq!(at(zone, local), instant, "{zone} {local}");
        }
    }

    #[test]
    fn beyond_time_is_never_or_always() {
        let west = database().get("Pacific/Pago_Pago").unwrap();
        assert_eq!(instant(&west, DateTime::MAX), i64::MAX);
        assert_eq!(timestamp(i64::MAX), Timestamp::MAX);
        assert_eq!(timestamp(i64::MIN), Timestamp::MIN);
    }

    proptest! {
        #[test]
        fn a_clock_shows_what_its_zone_does(
            name in select(&["Europe/Stockholm", "Australia/Lord_Howe", "Africa/Casablanca", "Pacific/Apia", "America/Havana"][..]),
            now in 1_300_000_000..1_830_000_000_i64,
            ahead in -300_000..300_000_i64,
        ) {
            let zone = database().get(name).unwrap();
            let clock = Clock::new(&zone, now - 400_000, now + 400_000);
            let shown = zone.to_datetime(timestamp(now));
            let epoch = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);
            let seconds = |local: DateTime| local.duration_since(epoch).as_secs();
            prop_assert_eq!(clock.local(now), seconds(shown));
            let other = shown.saturating_add(jiff::Span::new().seconds(ahead));
            prop_assert_eq!(clock.instant(seconds(other)), instant(&zone, other));
        }
    }
}
