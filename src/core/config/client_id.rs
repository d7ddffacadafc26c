//! How an app identifies itself to the service: by its API key, or by its name.

use super::field::{Fault, Field, InvalidField};
use crate::text::ascii_split;

/// The longest API key, in bytes. What form it has is the service's own.
const LONGEST_API_KEY: usize = 256;

/// Returns the app's identity: its API key, or its name without one. Of both, only the key is sent.
pub(super) fn read<'a>(api_key: Option<&'a str>, app_name: Option<&'a str>) -> Result<(&'a str, bool), InvalidField> {
    if let Some(api_key) = api_key {
        check(api_key).map_err(|fault| InvalidField(Field::ApiKey, fault))?;
        return Ok((api_key, true));
    }
    let app_name = app_name.ok_or(InvalidField(Field::ApiKey, Fault::Missing))?;
    // The service also rejects a name that looks like a key, or that is displayed as something else.
    if is_api_key(app_name) {
        return Err(InvalidField(Field::AppName, Fault::IsApiKey));
    }
    if is_deceptive(app_name.as_bytes()) {
        return Err(InvalidField(Field::AppName, Fault::ControlCharacter));
    }
    if app_name.len() > 200 {
        return Err(InvalidField(Field::AppName, Fault::TooLong));
    }
    Ok((app_name, false))
}

/// Checks the form of an identifier that the provider has issued.
pub(crate) fn check(client_id: &str) -> Result<(), Fault> {
    if client_id.len() > LONGEST_API_KEY {
        return Err(Fault::TooLong);
    }
    if ascii_split::all(client_id, u8::is_ascii_graphic) { Ok(()) } else { Err(Fault::UnknownValue) }
}

fn is_api_key(text: &str) -> bool {
    text.strip_prefix("0x").is_some_and(|hex| hex.len() == 40 && ascii_split::all(hex, u8::is_ascii_hexdigit))
}

/// Returns whether a name has control characters, line separators or marks that change the direction of writing (UAX
/// #9). Searches UTF-8, because nothing else here decodes characters.
fn is_deceptive(name: &[u8]) -> bool {
    (0..name.len()).any(|start| {
        matches!(
            name.get(start..),
            Some(
                [0..0x20 | 0x7f, ..]
                    | [0xc2, 0x80..=0x9f, ..]
                    | [0xd8, 0x9c, ..]
                    | [0xe2, 0x80, 0x8e | 0x8f | 0xa8..=0xae, ..]
                    | [0xe2, 0x81, 0xa6..=0xa9, ..]
            )
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::tests::{good, raw_text};
    use crate::config::{Config, RawConfig};

    #[test]
    fn any_visible_text_is_an_api_key() {
        for key in ["k", "my-app_1", &"k".repeat(256)] {
            let config = Config::parse(&RawConfig { api_key: raw_text(key), ..good() }, None).unwrap();
            assert_eq!((config.client_id.as_str(), config.registered), (key, true));
            let stored = Config::from_session_key(&config.session_key()).unwrap();
            assert_eq!((stored.client_id.as_str(), stored.registered), (key, true));
        }
    }

    #[test]
    fn the_deceptive_characters() {
        for code in 0..=0x10_ffff_u32 {
            let Some(c) = char::from_u32(code) else { continue };
            let expected =
                c.is_control() || matches!(code, 0x61c | 0x200e | 0x200f | 0x2028..=0x202e | 0x2066..=0x2069);
            assert_eq!(is_deceptive(format!("a{c}b").as_bytes()), expected, "U+{code:04X}");
        }
    }
}
