//! Times for users and for programs.

use jiff::Timestamp;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// A time in the past, for a `time` element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RelativeTime {
    /// RFC 3339, in UTC: `2026-11-22T08:46:00Z`.
    pub(crate) datetime: String,
    /// `22 November 2026, 08:46 UTC`
    pub(crate) words: String,
    /// `3 minutes ago`
    pub(crate) ago: String,
}

impl RelativeTime {
    /// Returns the time `at`, relative to `now`, both in Unix seconds. A time in the future, by another replica's
    /// clock, counts as now.
    pub(crate) fn new(now: i64, at: i64) -> Self {
        let timestamp = Timestamp::from_second(at).unwrap_or(Timestamp::UNIX_EPOCH);
        Self {
            datetime: timestamp.to_string(),
            words: timestamp.strftime("%-d %B %Y, %H:%M UTC").to_string(),
            ago: ago(now.saturating_sub(at).max(0)),
        }
    }
}

fn ago(seconds: i64) -> String {
    let largest = [(DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")].into_iter().find(|(unit, _)| seconds >= *unit);
    let Some((unit, name)) = largest else { return "just now".to_owned() };
    let count = seconds / unit;
    if count == 1 { format!("1 {name} ago") } else { format!("{count} {name}s ago") }
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
            assert_eq!(ago(seconds), words);
        }
        assert_eq!(RelativeTime::new(10, 20).ago, "just now");
        assert_eq!(RelativeTime::new(0, i64::MAX).datetime, "1970-01-01T00:00:00Z", "no row makes it panic");
    }
}
