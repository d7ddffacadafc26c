//! Bytes from hexadecimal text.

use data_encoding::HEXLOWER_PERMISSIVE;

/// Decodes exactly `N` bytes from `digits`, in either case and without a prefix. Returns `None` if the length or a
/// digit is wrong.
pub(crate) fn decode<const N: usize>(digits: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    // Compared first: `decode_mut` panics if the lengths do not match.
    if HEXLOWER_PERMISSIVE.decode_len(digits.len()) != Ok(N) {
        return None;
    }
    HEXLOWER_PERMISSIVE.decode_mut(digits.as_bytes(), &mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_either_case_are_decoded() {
        assert_eq!(decode("000F10ff"), Some([0, 15, 16, 255]));
    }

    #[test]
    fn wrong_length_or_digit_is_rejected() {
        for text in ["", "000", "00zz", "+1+1", "0é0", "00000"] {
            assert_eq!(decode::<2>(text), None, "{text:?}");
        }
    }
}
