//! Weekly windows.

use jiff::civil::Time;
use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use crate::clock::{Clock, DAY, Span};

/// The names of the days in JSON, Monday first.
pub(super) const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// From one time of day until another. If the second is not later, it is on the next day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) days: Days,
    pub(super) from: Time,
    /// Midnight is the end of the day.
    pub(super) until: Time,
}

/// Days of the week. At least one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Days(u8);

impl Days {
    /// Adds the day with this index in [`DAYS`].
    pub(super) fn with(self, day: usize) -> Self {
        Self(self.0 | 1 << day)
    }

    fn has(self, day: usize) -> bool {
        self.0 & 1 << day != 0
    }

    /// The indexes in [`DAYS`].
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        (0..DAYS.len()).filter(move |day| self.has(*day))
    }
}

impl Window {
    /// Returns when the window that begins on `day` is open. Returns `None` if no window begins then, or if the clock
    /// skips all of it.
    fn on(self, day: i64, clock: &Clock) -> Option<Span> {
        // 1 January 1970 was a Thursday.
        if !usize::try_from((day + 3).rem_euclid(7)).is_ok_and(|weekday| self.days.has(weekday)) {
            return None;
        }
        let last = if self.until <= self.from { day + 1 } else { day };
        let instant = |day: i64, time: Time| clock.instant(day * DAY + seconds(time));
        let span = Span { from: instant(day, self.from), until: instant(last, self.until) };
        (span.from < span.until).then_some(span)
    }
}

fn seconds(time: Time) -> i64 {
    (i64::from(time.hour()) * 60 + i64::from(time.minute())) * 60 + i64::from(time.second())
}

/// Returns whether one of `windows` is open by `clock`.
pub(super) fn is_open(windows: &[Window], clock: &Clock, now: i64) -> bool {
    around(clock, now, now)
        .any(|day| windows.iter().any(|window| window.on(day, clock).is_some_and(|span| span.contains(now))))
}

/// Returns when one of `windows` is open by `clock`, in order and without overlaps. Covers `range` and possibly some
/// time around it.
pub(super) fn spans(windows: &[Window], clock: &Clock, range: Span) -> Vec<Span> {
    let mut spans: Vec<_> = around(clock, range.from, range.until)
        .flat_map(|day| windows.iter().filter_map(move |window| window.on(day, clock)))
        .collect();
    spans.sort_unstable_by_key(|span| span.from);
    let mut apart: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match apart.last_mut() {
            Some(last) if span.from <= last.until => last.until = last.until.max(span.until),
            _ => apart.push(span),
        }
    }
    apart
}

/// Returns the days on which windows begin that can be open between `first` and `last`, counted from 1 January 1970.
/// Includes the day after: if a clock is set back over midnight, a day begins before the previous one is over.
fn around(clock: &Clock, first: i64, last: i64) -> impl Iterator<Item = i64> {
    let day = |now| clock.local(now).div_euclid(DAY);
    day(first) - 1..=day(last) + 1
}

impl Serialize for Window {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut window = serializer.serialize_struct("Window", 3)?;
        let days: Vec<_> = self.days.iter().filter_map(|day| DAYS.get(day)).collect();
        window.serialize_field("days", &days)?;
        window.serialize_field("from", &time_of_day(self.from))?;
        window.serialize_field("until", &end_of_day(self.until))?;
        window.end()
    }
}

/// Returns `20:00`, with seconds if they are not zero.
pub(super) fn time_of_day(time: Time) -> String {
    let [hour, minute, second] = [time.hour(), time.minute(), time.second()];
    if second == 0 { format!("{hour:02}:{minute:02}") } else { format!("{hour:02}:{minute:02}:{second:02}") }
}

/// Like [`time_of_day`], but midnight is `24:00`.
pub(super) fn end_of_day(time: Time) -> String {
    if time == Time::midnight() { "24:00".to_owned() } else { time_of_day(time) }
}
