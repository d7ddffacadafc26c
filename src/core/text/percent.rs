//! Percent-encoding (RFC 3986 section 2) for the parts of a URL that Stagepass writes and reads.

use super::secret::Secret;

const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// Appends `text` to `out`, and encodes everything but RFC 3986's unreserved characters.
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

/// Returns a form-encoded body (`application/x-www-form-urlencoded`).
pub fn form(fields: &[(&'static str, Secret)]) -> String {
    let mut form = String::new();
    for (name, value) in fields {
        form.push_str(if form.is_empty() { "" } else { "&" });
        form.push_str(name);
        form.push('=');
        encode(&mut form, value.expose());
    }
    form
}

/// Decodes a form-encoded value: `+` is a space, `%XX` a byte.
///
/// `None` for a malformed escape or bytes that are not UTF-8, because two parsers could read such a value differently.
pub fn decode(value: &str) -> Option<String> {
    let mut text = String::new();
    let mut rest = value.bytes();
    while let Some(first) = rest.next() {
        // Our own decoder (RFC 3629): the standard library's check is as large as SHA-256.
        let first = u32::from(byte(first, &mut rest)?);
        let (more, mut code) = match first {
            0..=0x7f => (0, first),
            0xc2..=0xdf => (1, first & 0x1f),
            0xe0..=0xef => (2, first & 0x0f),
            0xf0..=0xf4 => (3, first & 0x07),
            _ => return None,
        };
        for _ in 0..more {
            let next = u32::from(byte(rest.next()?, &mut rest)?);
            if next & 0xc0 != 0x80 {
                return None;
            }
            code = code << 6 | (next & 0x3f);
        }
        // Of two encodings of a character, only the shorter is valid.
        text.push(char::from_u32(code).filter(|character| character.len_utf8() == more + 1)?);
    }
    Some(text)
}

/// Returns the byte that begins with `first`. `None` for a malformed escape.
fn byte(first: u8, rest: &mut core::str::Bytes<'_>) -> Option<u8> {
    match first {
        b'+' => Some(b' '),
        b'%' => Some((hex(rest.next()?)? << 4) | hex(rest.next()?)?),
        plain => Some(plain),
    }
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
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn invalid_percent_encoding_is_rejected() {
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
        fn decode_takes_what_is_utf8(bytes in any::<Vec<u8>>()) {
            let encoded = bytes.iter().map(|byte| format!("%{byte:02x}")).collect::<Vec<_>>().concat();
            prop_assert_eq!(decode(&encoded), String::from_utf8(bytes).ok());
        }

        #[test]
        fn decode_never_panics(value in any::<String>()) {
            let _ = decode(&value);
        }
    }
}
