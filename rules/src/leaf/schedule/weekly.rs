//! Windows that come every week.

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use super::clock;
use super::openings::Span;

/// What days are called, Monday first.
pub(super) const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// From one time of day until another, which is the next day's if it is not later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) days: Days,
    pub(super) from: Time,
    /// Midnight is the one at the day's end.
    pub(super) until: Time,
}

/// Days of the week. At least one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Days(u8);

impl Days {
    /// With the day of this place in [`DAYS`].
    pub(super) fn with(self, day: usize) -> Self {
        Self(self.0 | 1 << day)
    }

    fn has(self, day: usize) -> bool {
        self.0 & 1 << day != 0
    }

    fn has_date(self, date: Date) -> bool {
        usize::try_from(date.weekday().to_monday_zero_offset()).is_ok_and(|day| self.has(day))
    }

    /// The places in [`DAYS`].
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        (0..DAYS.len()).filter(move |day| self.has(*day))
    }
}

impl Window {
    /// When it is open that begins on `date`, if there is one that does. Nothing is left of it if all its time is skipped.
    fn on(self, date: Date, zone: &TimeZone) -> Option<Span> {
        if !self.days.has_date(date) {
            return None;
        }
        let last = if self.until <= self.from { date.tomorrow().ok()? } else { date };
        let span = Span {
            from: clock::instant(zone, date.to_datetime(self.from)),
            until: clock::instant(zone, last.to_datetime(self.until)),
        };
        (span.from < span.until).then_some(span)
    }
}

/// Whether one of `windows` is open in `zone`.
pub(super) fn is_open(windows: &[Window], zone: &TimeZone, now: i64) -> bool {
    around(zone, now, now)
        .any(|date| windows.iter().any(|window| window.on(date, zone).is_some_and(|span| span.contains(now))))
}

/// When one of `windows` is open in `zone`, in order and apart from each other: all that is in `range`, and perhaps some around it.
pub(super) fn spans(windows: &[Window], zone: &TimeZone, range: Span) -> Vec<Span> {
    let mut spans: Vec<_> = around(zone, range.from, range.until)
        .flat_map(|date| windows.iter().filter_map(move |window| window.on(date, zone)))
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

/// The dates on which windows begin that can be open between these. Not the next day's alone: where clocks are turned back over midnight, a day begins
/// before the one before it is over.
fn around(zone: &TimeZone, first: i64, last: i64) -> impl Iterator<Item = Date> {
    let date = |now, days: i64| {
        let date = clock::local(zone, now).date();
        date.checked_add(jiff::Span::new().days(days)).unwrap_or(date)
    };
    let end = date(last, 1);
    date(first, -1).series(jiff::Span::new().days(1)).take_while(move |date| *date <= end)
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

/// `20:00`; with seconds if there are any.
pub(super) fn time_of_day(time: Time) -> String {
    let [hour, minute, second] = [time.hour(), time.minute(), time.second()];
    if second == 0 { format!("{hour:02}:{minute:02}") } else { format!("{hour:02}:{minute:02}:{second:02}") }
}

/// As [`time_of_day`], but midnight is `24:00`.
pub(super) fn end_of_day(time: Time) -> String {
    if time == Time::midnight() { "24:00".to_owned() } else { time_of_day(time) }
}
