//! A JSON document that the platform has parsed.

use js_sys::{JSON, Reflect};
use wasm_bindgen::JsValue;

use crate::document::Document;

/// A parsed document.
pub(crate) struct JsDocument(pub(crate) JsValue);

impl JsDocument {
    /// Parses `text`. `None` if it is not JSON.
    pub(crate) fn parse(text: &str) -> Option<Box<dyn Document>> {
        JSON::parse(text).ok().map(|value| Box::new(Self(value)) as Box<dyn Document>)
    }

    fn member(&self, name: &str) -> Option<JsValue> {
        Reflect::get(&self.0, &JsValue::from_str(name)).ok()
    }
}

impl Document for JsDocument {
    fn text(&self, name: &str) -> Option<String> {
        self.member(name)?.as_string()
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.member(name)?.as_f64()
    }

    fn json(&self, name: &str) -> Option<String> {
        JSON::stringify(&self.member(name)?).ok()?.as_string()
    }

    fn object(&self, name: &str) -> Option<Box<dyn Document>> {
        Some(Box::new(Self(self.member(name)?)))
    }
}
