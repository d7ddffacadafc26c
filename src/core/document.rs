//! A JSON object, read member by member.

/// The parts of a JSON document that the core needs. In a browser the page parses and writes it.
pub trait Document: Sized {
    /// Parses `text`. `None` if it is not JSON.
    fn parse(text: &str) -> Option<Self>;
    /// Returns an object without members.
    fn new() -> Self;
    /// Sets this member to a string.
    fn set_text(&mut self, name: &str, text: &str);
    /// Sets this member to a number, which is below 2^53.
    fn set_number(&mut self, name: &str, number: u64);
    /// Sets this member to a boolean.
    fn set_flag(&mut self, name: &str, flag: bool);
    /// Returns it as JSON.
    fn to_text(&self) -> String;
    /// Returns this member if it is a string.
    fn text(&self, name: &str) -> Option<String>;
    /// Returns this member if it is a number.
    fn number(&self, name: &str) -> Option<f64>;
    /// Returns whether this member is `true`.
    fn flag(&self, name: &str) -> bool;
    /// Returns this member as JSON, on one line.
    fn json(&self, name: &str) -> Option<String>;
    /// Returns the strings of this member: of a list, or the only one.
    #[cfg(feature = "openid")]
    fn texts(&self, name: &str) -> Vec<String>;
    /// Returns this member, to read its own. A member that is no object has none.
    fn object(&self, name: &str) -> Option<Self>;
}

/// A document that `serde_json` has parsed. Its `Debug` shows nothing, because it may contain tokens.
#[cfg(any(test, feature = "json"))]
pub struct Json(serde_json::Value);

#[cfg(any(test, feature = "json"))]
impl Json {
    fn set(&mut self, name: &str, value: serde_json::Value) {
        if let Some(object) = self.0.as_object_mut() {
            object.insert(name.to_owned(), value);
        }
    }
}

#[cfg(any(test, feature = "json"))]
impl core::fmt::Debug for Json {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Json").finish_non_exhaustive()
    }
}

#[cfg(any(test, feature = "json"))]
impl Document for Json {
    fn parse(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok().map(Self)
    }

    fn new() -> Self {
        Self(serde_json::Map::new().into())
    }

    fn set_text(&mut self, name: &str, text: &str) {
        self.set(name, text.into());
    }

    fn set_number(&mut self, name: &str, number: u64) {
        self.set(name, number.into());
    }

    fn set_flag(&mut self, name: &str, flag: bool) {
        self.set(name, flag.into());
    }

    fn to_text(&self) -> String {
        self.0.to_string()
    }

    fn text(&self, name: &str) -> Option<String> {
        self.0.get(name)?.as_str().map(str::to_owned)
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.0.get(name)?.as_f64()
    }

    fn flag(&self, name: &str) -> bool {
        self.0.get(name).and_then(serde_json::Value::as_bool).unwrap_or_default()
    }

    fn json(&self, name: &str) -> Option<String> {
        Some(self.0.get(name)?.to_string())
    }

    #[cfg(feature = "openid")]
    fn texts(&self, name: &str) -> Vec<String> {
        let text = |value: &serde_json::Value| value.as_str().map(str::to_owned);
        match self.0.get(name) {
            Some(serde_json::Value::Array(list)) => list.iter().filter_map(text).collect(),
            member => member.and_then(text).into_iter().collect(),
        }
    }

    fn object(&self, name: &str) -> Option<Self> {
        Some(Self(self.0.get(name)?.clone()))
    }
}
