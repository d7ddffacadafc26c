//! Whether a schedule is open, and when it next opens or closes.

use std::borrow::Cow;

use jiff::tz::TimeZone;

use super::weekly::{self, Window};
use crate::clock::{Clocks, HORIZON, Span};

/// The state of a schedule at an instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Open,
    /// Before its beginning.
    NotYet,
    /// After its end.
    Over,
    /// In none of its windows.
    Outside,
}

/// A schedule in the time zones of `zones`, which has at least one. It is open if it is open in all of them.
#[derive(Debug)]
pub(super) struct Openings<'a> {
    pub(super) span: Span,
    pub(super) weekly: &'a [Window],
    pub(super) zones: &'a [TimeZone],
    /// The clocks of `zones` around the instant of the decision.
    pub(super) clocks: Cow<'a, Clocks>,
}

impl Openings<'_> {
    pub(super) fn state(&self, now: i64) -> State {
        let is_open = || self.clocks.iter().all(|clock| weekly::is_open(self.weekly, clock, now));
        if now >= self.span.until {
            State::Over
        } else if now < self.span.from {
            State::NotYet
        } else if self.weekly.is_empty() || is_open() {
            State::Open
        } else {
            State::Outside
        }
    }

    /// Returns when it is next open, in Unix seconds. This can be now.
    pub(super) fn next_opening(&self, now: i64) -> Option<i64> {
        let start = now.max(self.span.from);
        if self.weekly.is_empty() {
            return Some(start).filter(|opening| *opening < self.span.until);
        }
        let later = (start > now).then(|| Clocks::around(self.zones, start));
        let clocks = later.as_ref().unwrap_or(&self.clocks);
        let opening = clocks.stretches(start).find_map(|range| {
            let open = open_in_all(clocks, self.weekly, range);
            open.into_iter().find(|span| span.until > range.from).map(|span| span.from.max(range.from))
        });
        opening.filter(|opening| *opening < self.span.until && *opening <= start.saturating_add(HORIZON))
    }

    /// Returns when it is next closed, in Unix seconds. This can be now. Returns `None` if it never closes.
    pub(super) fn next_closing(&self, now: i64) -> Option<i64> {
        let end = Some(self.span.until).filter(|until| *until < i64::MAX);
        if self.weekly.is_empty() {
            return end;
        }
        let range = Span::stretch(now);
        let open = open_in_all(&self.clocks, self.weekly, range);
        let closing = open.into_iter().find(|span| span.contains(now)).map_or(now, |span| span.until);
        if closing > range.until { end } else { Some(closing.min(self.span.until)) }
    }
}

/// Returns when windows are open by all clocks, in order. Covers `range` and possibly some time around it.
fn open_in_all(clocks: &Clocks, weekly: &[Window], range: Span) -> Vec<Span> {
    let mut each = clocks.iter().map(|clock| weekly::spans(weekly, clock, range));
    let mut all = each.next().unwrap_or_default();
    for other in each {
        if all.is_empty() {
            break;
        }
        all = common(&all, &other);
    }
    all
}

/// Returns the intersection. Each list is in order and without overlaps.
fn common(first: &[Span], second: &[Span]) -> Vec<Span> {
    let mut both = Vec::new();
    let (mut left, mut right) = (first.iter().peekable(), second.iter().peekable());
    while let (Some(one), Some(other)) = (left.peek(), right.peek()) {
        let span = Span { from: one.from.max(other.from), until: one.until.min(other.until) };
        if span.from < span.until {
            both.push(span);
        }
        if one.until < other.until {
            left.next()
        } else {
            right.next()
        };
    }
    both
}

#[cfg(test)]
mod tests {
    use jiff::civil::Time;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::super::weekly::Days;
    use super::*;
    use crate::countries::country_zones::zones;

    const NOW: std::ops::Range<i64> = 1_767_225_600..1_830_297_600;

    fn windows() -> impl Strategy<Value = Vec<Window>> {
        let time = || (0..24_i8, 0..4_i8).prop_map(|(hour, quarter)| Time::constant(hour, quarter * 15, 0, 0));
        let days =
            prop::collection::vec(0..7_usize, 1..3).prop_map(|days| days.into_iter().fold(Days::default(), Days::with));
        prop::collection::vec((days, time(), time()).prop_map(|(days, from, until)| Window { days, from, until }), 1..4)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Searching only where clocks change, and in nine days after, finds the same as searching everywhere.
        #[test]
        fn an_opening_is_found_wherever_it_is(
            weekly in windows(), country in select(&["US", "RU", "AU", "KI", "BR", "SE", "AQ", "MA"][..]), now in NOW,
        ) {
            let zones = zones(country.parse().unwrap());
            let clocks = Clocks::around(zones, now);
            let openings = Openings { span: Span::of(None, None, zones), weekly: &weekly, zones, clocks: Cow::Borrowed(&clocks) };
            let everywhere = open_in_all(&clocks, &weekly, Span { from: now, until: now + HORIZON });
            let first = everywhere.into_iter().find(|span| span.until > now).map(|span| span.from.max(now));
            prop_assert_eq!(openings.next_opening(now), first.filter(|first| *first <= now + HORIZON));
        }

        /// A precomputed span agrees with the check of each instant.
        #[test]
        fn precomputed_spans_agree_with_each_instant(weekly in windows(), country in select(&["US", "AU", "CU", "SE"][..]), now in NOW) {
            let zones = zones(country.parse().unwrap());
            let clocks = Clocks::around(zones, now);
            let spans = open_in_all(&clocks, &weekly, Span::stretch(now));
            let is_within = |now| spans.iter().any(|span| span.contains(now));
            for moment in (0..9 * 24).map(|hour| now + hour * 3_600) {
                let clocks = Clocks::around(zones, moment);
                let openings = Openings { span: Span::of(None, None, zones), weekly: &weekly, zones, clocks: Cow::Borrowed(&clocks) };
                prop_assert_eq!(openings.state(moment) == State::Open, is_within(moment));
            }
        }
    }

    #[test]
    fn spans_of_two_lists_are_intersected() {
        let spans = |spans: &[(i64, i64)]| spans.iter().map(|&(from, until)| Span { from, until }).collect::<Vec<_>>();
        let one = spans(&[(0, 4), (6, 9), (20, 30)]);
        let other = spans(&[(2, 7), (8, 21), (22, 23), (24, 40)]);
        assert_eq!(common(&one, &other), spans(&[(2, 4), (6, 7), (8, 9), (20, 21), (22, 23), (24, 30)]));
        assert_eq!(common(&one, &[]), []);
        assert_eq!(common(&spans(&[(0, 4)]), &spans(&[(4, 8)])), []);
    }
}
