//! A JSON document, read by path.

/// What the core needs of a JSON document. In a browser the host parses it: a parser of our own would weigh more than
/// all the rest that reads answers.
pub trait Document {
    /// The string at `path`: members by their names, items of an array by their numbers.
    fn text(&self, path: &[&str]) -> Option<String>;
    /// The number at `path`.
    fn number(&self, path: &[&str]) -> Option<f64>;
    /// The boolean at `path`.
    fn flag(&self, path: &[&str]) -> Option<bool>;
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

    fn at(&self, path: &[&str]) -> Option<&serde_json::Value> {
        path.iter().try_fold(&self.0, |value, name| match value {
            serde_json::Value::Array(items) => items.get(name.parse::<usize>().ok()?),
            value => value.get(name),
        })
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Document for Json {
    fn text(&self, path: &[&str]) -> Option<String> {
        self.at(path)?.as_str().map(str::to_owned)
    }

    fn number(&self, path: &[&str]) -> Option<f64> {
        self.at(path)?.as_f64()
    }

    fn flag(&self, path: &[&str]) -> Option<bool> {
        self.at(path)?.as_bool()
    }
}
