//! The parameters of a request, from a query, a form or a JSON object.
//!
//! RFC 6749 §3.1: an empty parameter is the same as a missing one, and unknown ones are ignored. A repeated one makes
//! the request invalid, because parsers could use different values. Values are text (RFC 6749 appendix A), so control
//! characters and invalid UTF-8 make the request invalid, too. No parameter needs them, and databases, logs or apps
//! could take NUL for an end, or a line break for two headers.

use std::collections::HashMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

/// Named values, each with the information whether it was repeated.
#[derive(Default)]
pub struct Parameters(HashMap<String, ParameterValue>);

enum ParameterValue {
    Text(String),
    Null,
    OtherType,
    NoText,
    Twice,
}

/// Why a parameter is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// It is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// It is repeated.
    #[error("{0} is repeated: send it once")]
    Twice(&'static str),
    /// It is JSON of another type than a string.
    #[error("{0} is not a string")]
    OtherType(&'static str),
    /// It has control characters, or is not UTF-8.
    #[error("{0} has control characters, or is not UTF-8")]
    NoText(&'static str),
}

impl Parameters {
    /// Parses a query, or the body of a form (`application/x-www-form-urlencoded`).
    pub fn from_form(text: &[u8]) -> Self {
        let mut parameters = Self::default();
        for (name, value) in form_urlencoded::parse(text) {
            parameters.add(name.into_owned(), ParameterValue::from_text(value.into_owned()));
        }
        parameters
    }

    /// Parses a JSON object. `None` if `text` is not one.
    pub fn from_json(text: &[u8]) -> Option<Self> {
        serde_json::from_slice(text).ok()
    }

    /// Returns the value of `name`. `None` if it is missing, empty or null.
    ///
    /// # Errors
    /// [`ParameterError`] if it is invalid.
    pub fn optional(&self, name: &'static str) -> Result<Option<&str>, ParameterError> {
        match self.0.get(name) {
            None | Some(ParameterValue::Null) => Ok(None),
            Some(ParameterValue::Text(text)) => Ok(Some(text.as_str()).filter(|text| !text.is_empty())),
            Some(ParameterValue::OtherType) => Err(ParameterError::OtherType(name)),
            Some(ParameterValue::NoText) => Err(ParameterError::NoText(name)),
            Some(ParameterValue::Twice) => Err(ParameterError::Twice(name)),
        }
    }

    /// Returns the value of `name`, which is required.
    ///
    /// # Errors
    /// [`ParameterError`] if it is missing or invalid.
    pub fn required(&self, name: &'static str) -> Result<&str, ParameterError> {
        self.optional(name)?.ok_or(ParameterError::Missing(name))
    }

    fn add(&mut self, name: String, sent: ParameterValue) {
        self.0.entry(name).and_modify(|before| *before = ParameterValue::Twice).or_insert(sent);
    }
}

impl ParameterValue {
    /// Decoding a form replaces invalid UTF-8 by U+FFFD, which could make two different values equal.
    fn from_text(text: String) -> Self {
        if text.contains(|c: char| c.is_control() || c == char::REPLACEMENT_CHARACTER) {
            Self::NoText
        } else {
            Self::Text(text)
        }
    }
}

/// Values can be passwords, codes and tokens, so only the names are printed.
impl fmt::Debug for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl<'de> Deserialize<'de> for Parameters {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Parameters;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            // A map type would silently keep the last of two members with the same name.
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Parameters, A::Error> {
                let mut parameters = Parameters::default();
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    let sent = match value {
                        Value::String(text) => ParameterValue::from_text(text),
                        Value::Null => ParameterValue::Null,
                        _ => ParameterValue::OtherType,
                    };
                    parameters.add(name, sent);
                }
                Ok(parameters)
            }
        }
        deserializer.deserialize_map(Members)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NAMES: [&str; 3] = ["a", "b", "client_id"];

    proptest! {
        #[test]
        fn random_bytes_yield_no_control_character_or_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let [form, object] = [Some(Parameters::from_form(&bytes)), Parameters::from_json(&bytes)];
            for parameters in form.into_iter().chain(object) {
                for name in NAMES {
                    let text = parameters.optional(name).ok().flatten().unwrap_or_default();
                    prop_assert!(!text.contains(char::is_control));
                }
            }
        }

        #[test]
        fn parameter_sent_once_is_read_duplicates_are_rejected(
            pairs in prop::collection::vec((prop::sample::select(&NAMES[..]), "[^\\p{Cc}\u{fffd}]{1,20}"), 0..6),
        ) {
            let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(&pairs).finish();
            let quoted = |text: &str| Value::from(text).to_string();
            let members: Vec<_> = pairs.iter().map(|(name, value)| format!("{}:{}", quoted(name), quoted(value))).collect();
            let object = Parameters::from_json(format!("{{{}}}", members.join(",")).as_bytes()).unwrap();
            for parameters in [Parameters::from_form(form.as_bytes()), object] {
                for name in NAMES {
                    let sent: Vec<&str> = pairs.iter().filter(|(known, _)| *known == name).map(|(_, value)| &**value).collect();
                    let expected = match sent[..] {
                        [] => Ok(None),
                        [value] => Ok(Some(value)),
                        _ => Err(ParameterError::Twice(name)),
                    };
                    prop_assert_eq!(parameters.optional(name), expected);
                }
            }
        }
    }

    #[test]
    fn control_characters_and_other_encodings_are_no_text() {
        let form = Parameters::from_form(b"a=x%00&b=%0D%0A&c=%ff&d=%7f&e=%c2%85&f=%00%00&f=1&g%00=1");
        for name in ["a", "b", "c", "d", "e"] {
            assert_eq!(form.optional(name), Err(ParameterError::NoText(name)));
        }
        assert_eq!(form.optional("f"), Err(ParameterError::Twice("f")));
        assert_eq!(form.optional("g"), Ok(None));
        let object = Parameters::from_json(br#"{"a": "x\u0000", "b": "\n"}"#).unwrap();
        for name in ["a", "b"] {
            assert_eq!(object.optional(name), Err(ParameterError::NoText(name)));
        }
    }

    #[test]
    fn a_form() {
        let form = Parameters::from_form(b"a=1&b=&c=x+y%20z&c2=1&d=1&d=1");
        assert_eq!(form.optional("a"), Ok(Some("1")));
        assert_eq!(form.optional("b"), Ok(None));
        assert_eq!(form.required("c"), Ok("x y z"));
        assert_eq!(form.optional("d"), Err(ParameterError::Twice("d")));
        assert_eq!(form.required("e"), Err(ParameterError::Missing("e")));
    }

    #[test]
    fn debug_shows_names_and_no_values() {
        assert_eq!(format!("{:?}", Parameters::from_form(b"password=hunter2")), "{\"password\"}");
    }
}
