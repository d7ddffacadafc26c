//! Times for users and for programs.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::texts::message::Message;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// A time in the past, for a `time` element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RelativeTime {
    /// RFC 3339, in UTC: `2026-11-22T08:46:00Z`.
    pub(crate) datetime: String,
    timestamp: Timestamp,
    /// How long ago it is, in seconds.
    age: i64,
}

impl RelativeTime {
    /// Returns the time `at`, relative to `now`, both in Unix seconds. A time in the future, by another replica's
    /// clock, counts as now.
    pub(crate) fn new(now: i64, at: i64) -> Self {
        let timestamp = Timestamp::from_second(at).unwrap_or(Timestamp::UNIX_EPOCH);
        Self { datetime: timestamp.to_string(), timestamp, age: now.saturating_sub(at).max(0) }
    }

    /// `22 November 2026, 08:46 UTC`
    pub(crate) fn words(&self) -> Message {
        let time = self.timestamp.to_zoned(TimeZone::UTC);
        Message::new("date-time")
            .number("day", time.day().into())
            .number("month", time.month().into())
            .number("year", time.year().into())
            .value("time", &self.timestamp.strftime("%H:%M"))
    }

    /// `3 minutes ago`
    pub(crate) fn ago(&self) -> Message {
        let units = [(DAY, "days-ago"), (HOUR, "hours-ago"), (MINUTE, "minutes-ago")];
        let largest = units.into_iter().find(|(unit, _)| self.age >= *unit);
        largest.map_or(Message::new("just-now"), |(unit, key)| Message::new(key).number("count", self.age / unit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_the_largest_unit_that_is_whole() {
        for (seconds, words) in [
            (0, "just now"),
            (59, "just now"),
            (60, "1 minute ago"),
            (3_599, "59 minutes ago"),
            (3_600, "1 hour ago"),
            (86_399, "23 hours ago"),
            (86_400, "1 day ago"),
            (40 * 86_400, "40 days ago"),
        ] {
            assert_eq!(RelativeTime::new(seconds, 0).ago().to_string(), words);
        }
        assert_eq!(RelativeTime::new(10, 20).ago().to_string(), "just now");
        assert_eq!(RelativeTime::new(0, 1_795_337_160).words().to_string(), "22 November 2026, 08:46 UTC");
        assert_eq!(RelativeTime::new(0, i64::MAX).datetime, "1970-01-01T00:00:00Z", "no row makes it panic");
    }
}
