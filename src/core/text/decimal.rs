//! Decimal digits. Our own code, because `core::fmt` is larger than a login's cryptography.

/// Returns the digits of a number.
pub fn write(number: u64) -> String {
    let mut digits = if number < 10 { String::new() } else { write(number / 10) };
    digits.push(char::from(b'0' + (number % 10) as u8));
    digits
}

/// Reads the number that [`write()`] wrote. `None` for anything else.
pub fn read(digits: &str) -> Option<u64> {
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

    proptest! {
        #[test]
        fn numbers_come_back(n in any::<u64>()) {
            prop_assert_eq!(write(n), n.to_string());
            prop_assert_eq!(read(&write(n)), Some(n));
        }

        #[test]
        fn no_text_makes_read_panic(text in any::<String>()) {
            prop_assert_eq!(read(&text), if text.starts_with('+') { None } else { text.parse().ok() });
        }
    }
}
