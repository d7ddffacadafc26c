//! The format of stored values: one value a line, the version first.
//!
//! Not JSON: a parser for lines is only some hundred bytes of wasm. A value with a line break is never written, so no
//! value can look like two.

use crate::text::ascii_split;

/// Returns the lines of a record. `None` if a value has a line break.
pub fn write(version: &str, values: &[&str]) -> Option<String> {
    let mut record = String::from(version);
    for value in values {
        if ascii_split::once(value, b"\n").is_some() {
            return None;
        }
        record.push('\n');
        record.push_str(value);
    }
    Some(record)
}

/// Returns the first `N` values of a record of this `version`, empty for missing lines. Later versions may add lines,
/// and this one ignores them. `None` for any other text.
pub fn read<'a, const N: usize>(version: &str, record: &'a str) -> Option<[&'a str; N]> {
    let mut lines = ascii_split::each(record, b"\n");
    if lines.next() != Some(version) {
        return None;
    }
    let mut values = [""; N];
    for value in &mut values {
        *value = lines.next().unwrap_or_default();
    }
    Some(values)
}

/// Writes a time or a duration (milliseconds) in decimal digits. Our own code, because `core::fmt` is larger than a
/// login's cryptography.
pub fn decimal(number: u64) -> String {
    let mut digits = if number < 10 { String::new() } else { decimal(number / 10) };
    digits.push(char::from(b'0' + (number % 10) as u8));
    digits
}

/// Reads the number that [`decimal`] wrote. `None` for anything else.
pub fn number(digits: &str) -> Option<u64> {
    if digits.is_empty() {
        return None;
    }
    digits.bytes().try_fold(0_u64, |number, digit| {
        let digit = digit.checked_sub(b'0').filter(|digit| *digit < 10)?;
        // Not `checked_mul`, which multiplies 128 bits.
        if number > u64::MAX / 10 { None } else { (number * 10).checked_add(u64::from(digit)) }
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn another_version_is_no_record() {
        assert_eq!(read::<1>("2", "1\nvalue"), None);
        assert_eq!(read::<1>("1", "11\nvalue"), None);
    }

    #[test]
    fn lines_of_a_later_version_are_ignored_and_missing_ones_are_empty() {
        assert_eq!(read::<1>("1", "1\nvalue\nmore\n"), Some(["value"]));
        assert_eq!(read::<2>("1", "1\nvalue"), Some(["value", ""]));
    }

    proptest! {
        #[test]
        fn a_record_is_read_as_it_was_written(a in any::<String>(), b in any::<String>()) {
            match write("1", &[&a, &b]) {
                Some(record) => prop_assert_eq!(read::<2>("1", &record), Some([a.as_str(), b.as_str()])),
                None => prop_assert!(a.contains('\n') || b.contains('\n')),
            }
        }

        #[test]
        fn no_text_makes_read_panic(text in any::<String>()) {
            let _ = read::<3>("1", &text);
        }

        #[test]
        fn numbers_come_back(n in any::<u64>()) {
            prop_assert_eq!(decimal(n), n.to_string());
            prop_assert_eq!(number(&decimal(n)), Some(n));
        }

        #[test]
        fn no_text_makes_number_panic(text in any::<String>()) {
            prop_assert_eq!(number(&text), if text.starts_with('+') { None } else { text.parse().ok() });
        }
    }
}
