//! A JSON document that the platform has parsed.

use js_sys::{JSON, Object, Reflect};
use stagepass_core::document::Document;
use stagepass_core::text::secret::Secret;
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

/// Returns fields as an object.
pub(crate) fn object_of(fields: &[(&str, Secret)]) -> Object {
    let object = Object::new();
    for (name, value) in fields {
        // It is an object of our own, so nothing refuses.
        let _ = Reflect::set(&object, &JsValue::from_str(name), &value.expose().into());
    }
    object
}

/// Returns an object of texts as JSON.
pub(crate) fn json(object: &Object) -> JsValue {
    JSON::stringify(object).map(JsValue::from).unwrap_or_default()
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
