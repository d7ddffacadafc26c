//! A JSON object, read member by member.

/// What the core needs of a JSON document. In a browser the host parses it: a parser of our own would weigh more than
/// all the rest that reads answers.
pub trait Document {
    /// The string that this member is.
    fn text(&self, name: &str) -> Option<String>;
    /// The number that this member is.
    fn number(&self, name: &str) -> Option<f64>;
}

/// A document outside the browser.
#[cfg(not(target_arch = "wasm32"))]
pub struct Json(serde_json::Value);

#[cfg(not(target_arch = "wasm32"))]
impl Json {
    /// The document that `text` is; `None` if it is not JSON.
    pub fn parse(text: &str) -> Option<Box<dyn Document>> {
        serde_json::from_str(text).ok().map(|value| Box::new(Self(value)) as Box<dyn Document>)
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Document for Json {
    fn text(&self, name: &str) -> Option<String> {
        self.0.get(name)?.as_str().map(str::to_owned)
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.0.get(name)?.as_f64()
    }
}
