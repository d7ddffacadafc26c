//! Bytes as hexadecimal text.

const DIGITS: [u8; 16] = *b"0123456789abcdef";

/// `0x` and `bytes` in lower case.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 + bytes.len() * 2);
    text.push_str("0x");
    text.extend(bytes.iter().flat_map(|byte| nibbles(*byte)).map(char::from));
    text
}

/// The two digits of `byte`, in lower case.
pub(crate) fn nibbles(byte: u8) -> [u8; 2] {
    [byte >> 4, byte & 15].map(|nibble| DIGITS.get(usize::from(nibble)).copied().unwrap_or(b'0'))
}

/// Exactly `N` bytes out of `digits`, in either case, without a prefix.
pub(crate) fn decode<const N: usize>(digits: &str) -> Option<[u8; N]> {
    let (pairs, []) = digits.as_bytes().as_chunks::<2>() else { return None };
    if pairs.len() != N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        *byte = digit(*high)? << 4 | digit(*low)?;
    }
    Some(bytes)
}

fn digit(character: u8) -> Option<u8> {
    match character {
        b'0'..=b'9' => Some(character - b'0'),
        b'a'..=b'f' => Some(character - b'a' + 10),
        b'A'..=b'F' => Some(character - b'A' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        assert_eq!(encode(&[0, 15, 16, 255]), "0x000f10ff");
        assert_eq!(decode("000F10ff"), Some([0, 15, 16, 255]));
    }

    #[test]
    fn not_hexadecimal() {
        for text in ["", "000", "00zz", "+1+1", "0é0", "00000"] {
            assert_eq!(decode::<2>(text), None, "{text:?}");
        }
    }
}
