//! A JSON object, read member by member.

/// The parts of a JSON document that the core needs. In a browser the page parses it.
pub trait Document {
    /// Returns this member if it is a string.
    fn text(&self, name: &str) -> Option<String>;
    /// Returns this member if it is a number.
    fn number(&self, name: &str) -> Option<f64>;
    /// Returns this member as JSON, on one line.
    fn json(&self, name: &str) -> Option<String>;
    /// Returns this member, to read its own. A member that is no object has none.
    fn object(&self, name: &str) -> Option<Self>
    where
        Self: Sized;
}

/// A document that `serde_json` has parsed. Its `Debug` shows nothing, because it may contain tokens.
#[cfg(any(test, feature = "json"))]
pub struct Json(serde_json::Value);

#[cfg(any(test, feature = "json"))]
impl Json {
    /// Parses `text`. `None` if it is not JSON.
    pub fn parse(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok().map(Self)
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
    fn text(&self, name: &str) -> Option<String> {
        self.0.get(name)?.as_str().map(str::to_owned)
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.0.get(name)?.as_f64()
    }

    fn json(&self, name: &str) -> Option<String> {
        Some(self.0.get(name)?.to_string())
    }

    fn object(&self, name: &str) -> Option<Self> {
        Some(Self(self.0.get(name)?.clone()))
    }
}
