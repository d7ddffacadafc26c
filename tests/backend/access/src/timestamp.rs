//! How times are written in answers.

use jiff::Timestamp;

/// A moment (Unix seconds) as answers have it: RFC 3339, in UTC.
pub(super) fn rfc3339(at: i64) -> String {
    Timestamp::from_second(at).unwrap_or(Timestamp::UNIX_EPOCH).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments() {
        assert_eq!(rfc3339(1_800_000_000), "2027-01-15T08:00:00Z");
        assert_eq!(rfc3339(i64::MAX), "1970-01-01T00:00:00Z", "no row makes it panic");
    }
}
