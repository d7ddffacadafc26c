//! A JSON document that the browser has parsed.

use js_sys::{JSON, Reflect};
use wasm_bindgen::JsValue;

use crate::document::Document;

/// A parsed document.
pub(crate) struct Parsed(JsValue);

impl Parsed {
    /// The document that `text` is; `None` if it is not JSON.
    pub(crate) fn parse(text: &str) -> Option<Box<dyn Document>> {
        JSON::parse(text).ok().map(|value| Box::new(Self(value)) as Box<dyn Document>)
    }

    fn at(&self, path: &[&str]) -> Option<JsValue> {
        path.iter().try_fold(self.0.clone(), |value, name| Reflect::get(&value, &JsValue::from_str(name)).ok())
    }
}

impl Document for Parsed {
    fn text(&self, path: &[&str]) -> Option<String> {
        self.at(path)?.as_string()
    }

    fn number(&self, path: &[&str]) -> Option<f64> {
        self.at(path)?.as_f64()
    }

    fn flag(&self, path: &[&str]) -> Option<bool> {
        self.at(path)?.as_bool()
    }
}
