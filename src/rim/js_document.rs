//! A JSON document that the platform has parsed.

use js_sys::{JSON, Object, Reflect};
use stagepass_core::document::Document;
use stagepass_core::text::secret::Secret;
use wasm_bindgen::JsValue;

#[cfg(feature = "openid")]
use super::member::items;
use super::member::member;

/// A parsed document.
pub(crate) struct JsDocument(pub(crate) JsValue);

/// Returns fields as an object.
pub(crate) fn object_of(fields: &[(&str, Secret)]) -> Object {
    let object = Object::new();
    for (name, value) in fields {
        set(&object, name, &value.expose().into());
    }
    object
}

/// It is an object of our own, so nothing refuses.
fn set(object: &JsValue, name: &str, value: &JsValue) {
    let _ = Reflect::set(object, &JsValue::from_str(name), value);
}

/// Returns an object of texts as JSON.
pub(crate) fn json(object: &JsValue) -> JsValue {
    JSON::stringify(object).map(JsValue::from).unwrap_or_default()
}

impl Document for JsDocument {
    fn parse(text: &str) -> Option<Self> {
        JSON::parse(text).ok().map(Self)
    }

    fn new() -> Self {
        Self(Object::new().into())
    }

    fn set_text(&mut self, name: &str, text: &str) {
        set(&self.0, name, &text.into());
    }

    #[expect(clippy::cast_precision_loss, reason = "it is below 2^53")]
    fn set_number(&mut self, name: &str, number: u64) {
        set(&self.0, name, &(number as f64).into());
    }

    fn set_flag(&mut self, name: &str, flag: bool) {
        set(&self.0, name, &flag.into());
    }

    fn to_text(&self) -> String {
        json(&self.0).as_string().unwrap_or_default()
    }

    fn text(&self, name: &str) -> Option<String> {
        member(&self.0, name).as_string()
    }

    fn number(&self, name: &str) -> Option<f64> {
        member(&self.0, name).as_f64()
    }

    fn flag(&self, name: &str) -> bool {
        member(&self.0, name) == JsValue::TRUE
    }

    fn json(&self, name: &str) -> Option<String> {
        JSON::stringify(&member(&self.0, name)).ok()?.as_string()
    }

    #[cfg(feature = "openid")]
    fn texts(&self, name: &str) -> Vec<String> {
        let member = member(&self.0, name);
        match member.as_string() {
            Some(text) => vec![text],
            None => items(&member).filter_map(|item| item.as_string()).collect(),
        }
    }

    fn object(&self, name: &str) -> Option<Self> {
        Some(Self(member(&self.0, name)))
    }
}
