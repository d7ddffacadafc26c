//! A JSON document that the platform has parsed.

use js_sys::JSON;
use stagepass_core::document::Document;
use wasm_bindgen::JsValue;

use super::member::member;

/// A parsed document.
pub(crate) struct JsDocument(pub(crate) JsValue);

impl JsDocument {
    /// Parses `text`. `None` if it is not JSON.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        JSON::parse(text).ok().map(Self)
    }
}

impl Document for JsDocument {
    fn text(&self, name: &str) -> Option<String> {
        member(&self.0, name).as_string()
    }

    fn number(&self, name: &str) -> Option<f64> {
        member(&self.0, name).as_f64()
    }

    fn json(&self, name: &str) -> Option<String> {
        JSON::stringify(&member(&self.0, name)).ok()?.as_string()
    }

    fn object(&self, name: &str) -> Option<Self> {
        Some(Self(member(&self.0, name)))
    }
}
