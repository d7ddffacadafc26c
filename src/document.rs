//! A JSON document, read by path.

/// What the core needs of a JSON document. In a browser the host parses it: a parser of our own would weigh more than
/// all the rest that reads answers.
pub trait Document: core::fmt::Debug {
    /// The string at `path`.
    fn text(&self, path: &[&str]) -> Option<String>;
    /// The number at `path`.
    fn number(&self, path: &[&str]) -> Option<f64>;
    /// The boolean at `path`.
    fn flag(&self, path: &[&str]) -> Option<bool>;
    /// The strings of the array at `path`; empty if there is none.
    fn texts(&self, path: &[&str]) -> Vec<String>;
}

/// A document outside the browser. Its `Debug` shows nothing of it: it may hold tokens.
#[cfg(not(target_arch = "wasm32"))]
pub struct Json(serde_json::Value);

#[cfg(not(target_arch = "wasm32"))]
impl Json {
    /// The document that `text` is; `None` if it is not JSON.
    pub fn parse(text: &str) -> Option<Box<dyn Document>> {
        serde_json::from_str(text).ok().map(|value| Box::new(Self(value)) as Box<dyn Document>)
    }

    fn at(&self, path: &[&str]) -> Option<&serde_json::Value> {
        path.iter().try_fold(&self.0, |value, name| value.get(name))
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl core::fmt::Debug for Json {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("[document]")
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

    fn texts(&self, path: &[&str]) -> Vec<String> {
        let values = self.at(path).and_then(serde_json::Value::as_array);
        values.into_iter().flatten().filter_map(|value| value.as_str().map(str::to_owned)).collect()
    }
}
