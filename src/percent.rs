//! Percent-encoding, RFC 3986 section 2, for the parts of an address that Stagepass writes and reads.

const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// Appends `text` to `out` with everything but RFC 3986's unreserved characters encoded.
pub fn encode(out: &mut String, text: &str) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            out.push(char::from(byte));
        } else {
            out.push('%');
            for nibble in [byte >> 4, byte & 15] {
                out.push(HEX.get(usize::from(nibble)).map_or('0', |digit| char::from(*digit)));
            }
        }
    }
}

/// The text of a form-encoded value: `+` is a space, `%XX` a byte.
///
/// `None` for a broken escape or bytes that are not UTF-8: a value that two readers could read differently.
pub fn decode(value: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = value.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => (hex(rest.next()?)? << 4) | hex(rest.next()?)?,
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

fn hex(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_broken_is_refused() {
        for value in ["%", "%2", "%zz", "%ff", "%c3%28"] {
            assert_eq!(decode(value), None, "{value}");
        }
        assert_eq!(decode("a+b%2Bc%C3%A9").as_deref(), Some("a b+cé"));
    }

    proptest! {
        #[test]
        fn decode_undoes_encode(text in any::<String>()) {
            let mut encoded = String::new();
            encode(&mut encoded, &text);
            prop_assert!(encoded.bytes().all(|b| b.is_ascii_graphic() && !b"&=#?+/".contains(&b)));
            prop_assert_eq!(decode(&encoded), Some(text));
        }

        #[test]
        fn decode_never_panics(value in any::<String>()) {
            let _ = decode(&value);
        }
    }
}
