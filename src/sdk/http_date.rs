//! Dates in headers (RFC 9110 section 5.6.7).

use std::time::UNIX_EPOCH;

/// Returns the Unix time in milliseconds of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`. `None` for anything else.
pub(crate) fn parse(text: &str) -> Option<u64> {
    let date = httpdate::parse_http_date(text).ok()?.duration_since(UNIX_EPOCH).ok()?;
    u64::try_from(date.as_millis()).ok()
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    #[test]
    fn only_dates_have_a_time() {
        assert_eq!(parse("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(parse("Fri, 15 Jan 2027 08:00:00 GMT"), Some(1_800_000_000_000));
        for text in ["", "tomorrow", "120", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nov 1994 24:49:37 GMT"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
