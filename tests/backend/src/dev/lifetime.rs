//! Durations on the command line.

use std::time::Duration;

/// Parses a number with a unit: `10s`, `15m`, `1h` or `30d`.
pub(super) fn parse(text: &str) -> Result<Duration, &'static str> {
    let error = "a duration is a number and a unit, such as 10s, 15m, 1h or 30d, and at most 36500d";
    let number = text.trim_end_matches(|sign: char| sign.is_ascii_alphabetic());
    let unit = match text.get(number.len()..) {
        Some("s") => 1,
        Some("m") => 60,
        Some("h") => 60 * 60,
        Some("d") => 24 * 60 * 60,
        _ => return Err(error),
    };
    let seconds = number.parse::<u64>().ok().and_then(|number| number.checked_mul(unit)).ok_or(error)?;
    let days = 24 * 60 * 60;
    if (1..=36_500 * days).contains(&seconds) { Ok(Duration::from_secs(seconds)) } else { Err(error) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_a_unit() {
        for (text, seconds) in [("10s", 10), ("15m", 900), ("1h", 3_600), ("30d", 2_592_000)] {
            assert_eq!(parse(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "s", "10", "0s", "-1s", "1.5h", "10 s", "10w", "36501d", "18446744073709551615d", "10sé"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
