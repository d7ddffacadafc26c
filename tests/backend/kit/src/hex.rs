//! Bytes as hexadecimal text.

/// `bytes` in lower case, without a prefix.
pub fn encode(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        text.extend([byte >> 4, byte & 15].map(|nibble| char::from_digit(nibble.into(), 16).unwrap_or('0')));
        text
    })
}

/// Exactly `N` bytes out of `text`, in either case, without a prefix.
pub fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
    if text.len() != N * 2 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        assert_eq!(encode(&[0, 15, 16, 255]), "000f10ff");
        assert_eq!(decode("000F10ff"), Some([0, 15, 16, 255]));
    }

    #[test]
    fn not_hexadecimal() {
        assert_eq!(decode::<2>("000"), None);
        assert_eq!(decode::<2>("00zz"), None);
        assert_eq!(decode::<2>("+1+1"), None);
        assert_eq!(decode::<2>("0é0"), None);
    }
}
