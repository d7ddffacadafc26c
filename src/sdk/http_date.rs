//! Dates in headers (RFC 9110 section 5.6.7).

/// Returns the Unix time in milliseconds of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`. `None` for anything else:
/// the older forms are obsolete.
pub(crate) fn parse(text: &str) -> Option<u64> {
    let (_, date) = text.split_once(", ")?;
    let mut parts = date.split(' ');
    let (day, month, year) = (parts.next()?, parts.next()?, parts.next()?);
    let time = parts.next()?;
    if parts.next() != Some("GMT") || parts.next().is_some() {
        return None;
    }
    let mut times = time.split(':');
    let (hour, minute, second) = (times.next()?, times.next()?, times.next()?);
    if times.next().is_some() {
        return None;
    }
    let month = MONTHS.iter().position(|name| *name == month)?;
    let (day, year) = (number(day, 1, 31)?, number(year, 1970, 9999)?);
    let (hour, minute, second) = (number(hour, 0, 23)?, number(minute, 0, 59)?, number(second, 0, 60)?);
    let seconds = ((days_before_year(year) + DAYS_BEFORE.get(month)? + leap_day(year, month) + day - 1) * 24 + hour)
        * 3600
        + minute * 60
        + second;
    Some(seconds * 1_000)
}

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The days of a year before each month, without a leap day.
const DAYS_BEFORE: [u64; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

fn number(digits: &str, min: u64, max: u64) -> Option<u64> {
    let number = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())??;
    (min..=max).contains(&number).then_some(number)
}

/// Returns the days from 1970 until this year.
fn days_before_year(year: u64) -> u64 {
    let leap_days = |year: u64| year / 4 - year / 100 + year / 400;
    (year - 1970) * 365 + leap_days(year - 1) - leap_days(1969)
}

fn leap_day(year: u64, month: usize) -> u64 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    u64::from(is_leap && month > 1)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    #[test]
    fn dates_have_their_time() {
        assert_eq!(parse("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(parse("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777_000));
        assert_eq!(parse("Tue, 29 Feb 2000 12:00:00 GMT"), Some(951_825_600_000));
        assert_eq!(parse("Fri, 15 Jan 2027 08:00:00 GMT"), Some(1_800_000_000_000));
        assert_eq!(parse("Sat, 01 Mar 2100 00:00:00 GMT"), Some(4_107_542_400_000));
    }

    #[test]
    fn anything_else_is_no_date() {
        for text in [
            "",
            "tomorrow",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
            "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 06 Nov 1994 08:49:37 GMT ",
            "Sun, 06 Nov 1994 24:49:37 GMT",
            "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun, 06 Foo 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 06 Nov 1994 +8:49:37 GMT",
            "Sun, 06 Nov 99999 08:49:37 GMT",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
