//! Strict JSON: documents with unknown members that every reader reads in the same way.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::error::Invalid;
use crate::limits::MAX_INTEGER;

/// A JSON value. A number is a double, as in RFC 8785. An object has no repeated member.
#[derive(Debug)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

impl Json {
    /// Parses one document with nothing after it.
    pub(crate) fn parse(text: &str) -> Result<Self, Invalid> {
        serde_json::from_str(text).map_err(|error| Invalid::Json(error.to_string()))
    }

    /// Returns the canonical form (RFC 8785).
    pub(crate) fn canonical(&self) -> Result<String, Invalid> {
        serde_json_canonicalizer::to_string(self).map_err(|error| Invalid::Json(error.to_string()))
    }

    /// Returns whether a number in it, at any depth, is beyond ±(2^53 - 1).
    pub(crate) fn has_unsafe_number(&self) -> bool {
        match self {
            Self::Null | Self::Bool(_) | Self::Text(_) => false,
            Self::Number(number) => number.abs() > double(MAX_INTEGER),
            Self::List(items) => items.iter().any(Self::has_unsafe_number),
            Self::Object(members) => members.values().any(Self::has_unsafe_number),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "RFC 8785 section 3.2.2.3: a number is the nearest double")]
fn double(number: u64) -> f64 {
    number as f64
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(double(value)))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        let magnitude = double(value.unsigned_abs());
        Ok(Json::Number(if value < 0 { -magnitude } else { magnitude }))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        Ok(Json::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Json, A::Error> {
        let mut object = BTreeMap::new();
        while let Some((name, value)) = members.next_entry::<String, Json>()? {
            if object.contains_key(&name) {
                return Err(A::Error::custom(format_args!("the member {name:?} is there twice")));
            }
            object.insert(name, value);
        }
        Ok(Json::Object(object))
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(value) => serializer.serialize_f64(*value),
            Self::Text(value) => serializer.serialize_str(value),
            Self::List(items) => serializer.collect_seq(items),
            Self::Object(members) => serializer.collect_map(members),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn canonical(text: &str) -> Result<String, Invalid> {
        Json::parse(text)?.canonical()
    }

    #[test]
    fn members_are_sorted_by_utf_16() {
        // RFC 8785 section 3.2.3.
        let text = r#"{"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7}"#;
        assert_eq!(
            canonical(text).unwrap(),
            "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\u{fb33}\":3}"
        );
    }

    #[test]
    fn strings_are_escaped_only_where_they_must_be() {
        // RFC 8785 section 3.2.2.
        let text = r#""\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/\u007f""#;
        assert_eq!(canonical(text).unwrap(), "\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\u{7f}\"");
    }

    #[test]
    fn numbers_are_written_as_ecmascript_does() {
        // RFC 8785 section 3.2.2 and appendix B.
        for (read, written) in [
            ("333333333.33333329", "333333333.3333333"),
            ("1E30", "1e+30"),
            ("4.50", "4.5"),
            ("2e-3", "0.002"),
            ("0.000000000000000000000000001", "1e-27"),
            ("-0", "0"),
            ("-5", "-5"),
            ("1e21", "1e+21"),
            ("295147905179352830000", "295147905179352830000"),
            ("9007199254740993", "9007199254740992"),
            ("5e-324", "5e-324"),
            ("-1.7976931348623157e308", "-1.7976931348623157e+308"),
        ] {
            assert_eq!(canonical(read).as_deref(), Ok(written), "{read}");
        }
    }

    #[test]
    fn ambiguous_or_invalid_json_is_rejected() {
        for text in [
            r#"{"a": 1, "a": 1}"#,
            r#"{"a": 1, "\u0061": 2}"#,
            r#"[{"b": {"a": [], "c": 0, "a": []}}]"#,
            r#""\ud800""#,
            "1e400",
            "NaN",
            "01",
            "{} {}",
            "[1,]",
            "",
            "\u{feff}{}",
        ] {
            assert!(matches!(canonical(text), Err(Invalid::Json(_))), "{text:?}");
        }
        assert!(matches!(canonical(&"[".repeat(100_000)), Err(Invalid::Json(_))));
    }

    #[test]
    fn numbers_that_are_not_safe() {
        for text in ["9007199254740992", "-9007199254740992", "18446744073709551616", r#"{"a": [1e300]}"#] {
            assert!(Json::parse(text).unwrap().has_unsafe_number(), "{text}");
        }
        for text in ["9007199254740991", "-9007199254740991", "0.5", r#"{"a": [null, true, "9007199254740992"]}"#] {
            assert!(!Json::parse(text).unwrap().has_unsafe_number(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn the_canonical_form_is_its_own(text in r#"[\[\]{}":,0-9a-c.e+\\u -]{0,40}"#) {
            if let Ok(once) = canonical(&text) {
                prop_assert_eq!(canonical(&once), Ok(once));
            }
        }
    }
}
