//! A JSON document as written: repeated members are kept, so that an error can name them.

pub(crate) mod cursor;

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// The maximum depth that is parsed. No valid rule is deeper, and the error names an outer value.
const MAX_DEPTH: usize = 32;

/// A JSON value. The value of a number is dropped, because rules have no numbers.
#[derive(Debug)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number,
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
    /// A value beyond the maximum depth.
    Deep,
}

impl Json {
    /// Parses one document with nothing after it.
    pub(crate) fn parse(text: &str) -> Result<Self, serde_json::Error> {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let document = JsonSeed { depth: 0 }.deserialize(&mut deserializer)?;
        deserializer.end()?;
        Ok(document)
    }

    /// The kind of the value, with its article.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Number => "a number",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
            Self::Deep => "something nested too deep",
        }
    }
}

/// Reads a value at this depth.
#[derive(Clone, Copy)]
struct JsonSeed {
    depth: usize,
}

impl JsonSeed {
    fn inside(self) -> Self {
        Self { depth: self.depth + 1 }
    }
}

impl<'de> DeserializeSeed<'de> for JsonSeed {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        if self.depth < MAX_DEPTH {
            deserializer.deserialize_any(self)
        } else {
            // Skips the value without recursion.
            deserializer.deserialize_ignored_any(IgnoredAny).map(|IgnoredAny| Json::Deep)
        }
    }
}

impl<'de> Visitor<'de> for JsonSeed {
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

    fn visit_u64<E>(self, _: u64) -> Result<Json, E> {
        Ok(Json::Number)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Json, E> {
        Ok(Json::Number)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Json, E> {
        Ok(Json::Number)
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        Ok(Json::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self.inside())? {
            list.push(item);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Json, A::Error> {
        let mut object = Vec::new();
        while let Some(name) = members.next_key()? {
            object.push((name, members.next_value_seed(self.inside())?));
        }
        Ok(Json::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_beyond_depth_limit_is_skipped() {
        let mut inner = &Json::parse(&format!("{}{}", "[".repeat(MAX_DEPTH + 1), "]".repeat(MAX_DEPTH + 1))).unwrap();
        let mut depth = 0;
        while let Json::List(items) = inner {
            (inner, depth) = (&items[0], depth + 1);
        }
        assert_eq!((depth, inner.kind()), (MAX_DEPTH, "something nested too deep"));
    }
}
