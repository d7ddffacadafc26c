//! Responses that every operation of a server can have.

use schemars::Schema;
use serde_json::{Map, Value, json};

use super::{HTML, JSON};

/// A response that every operation can have.
#[derive(Debug)]
#[must_use]
pub struct CommonResponse {
    /// The status code.
    pub(super) status: u16,
    /// The name under which the document stores it.
    pub(super) name: &'static str,
    /// The description, and whatever it has besides.
    members: Map<String, Value>,
    /// Its body, by media type.
    content: Map<String, Value>,
}

impl CommonResponse {
    /// Returns an error with a JSON body of this schema. `example` is such a body.
    pub fn error(status: u16, name: &'static str, description: &str, schema: &Schema, example: &Value) -> Self {
        let body = json!({ "schema": schema, "example": example });
        Self { content: Map::from_iter([(JSON.to_owned(), body)]), ..Self::empty(status, name, description) }
    }

    /// Returns the response, without a body, to a request that the server did not answer in time.
    pub fn timeout() -> Self {
        let description =
            "The response did not begin in time, and the body is empty. The outcome is not known. Try again.";
        Self::empty(503, "Timeout", description)
    }

    fn empty(status: u16, name: &'static str, description: &str) -> Self {
        let members = Map::from_iter([("description".to_owned(), json!(description))]);
        Self { status, name, members, content: Map::new() }
    }

    /// Adds the page that a browser gets instead if it navigates.
    pub fn or_page(mut self) -> Self {
        self.content.insert(HTML.to_owned(), json!({}));
        self
    }

    /// Adds the header `Retry-After`.
    pub fn with_retry_after(mut self) -> Self {
        let header = json!({ "description": "Seconds to wait.", "schema": { "type": "integer" } });
        self.members.insert("headers".to_owned(), json!({ "Retry-After": header }));
        self
    }

    /// Returns the response object.
    pub(super) fn response(mut self) -> Value {
        if !self.content.is_empty() {
            self.members.insert("content".to_owned(), Value::Object(self.content));
        }
        Value::Object(self.members)
    }
}
