//! An operation: a method at a path.

use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use super::{Api, Schemas};

/// The media type of JSON.
pub const JSON: &str = "application/json";
/// The media type of a form.
pub const FORM: &str = "application/x-www-form-urlencoded";
/// The media type of a page.
pub const HTML: &str = "text/html";

/// A method at a path, with its parameters and responses.
#[derive(Debug)]
#[must_use]
pub struct Operation {
    method: &'static str,
    path: &'static str,
    /// Unique in a document. Generated clients name their functions by it.
    id: String,
    tag: &'static str,
    summary: &'static str,
    description: &'static str,
    security: Value,
    parameters: Vec<Value>,
    body: Option<Value>,
    responses: Map<String, Value>,
    has_common_responses: bool,
}

impl Operation {
    /// Returns an operation that any client may call, without responses. `names` are its ID and its summary.
    pub fn new(tag: &'static str, method: &'static str, path: &'static str, names: (&str, &'static str)) -> Self {
        let (id, summary) = names;
        Self {
            method,
            path,
            id: id.to_owned(),
            tag,
            summary,
            description: "",
            security: json!([]),
            parameters: Vec::new(),
            body: None,
            responses: Map::new(),
            has_common_responses: true,
        }
    }

    /// Adds what the summary does not say.
    pub fn described_as(self, description: &'static str) -> Self {
        Self { description, ..self }
    }

    /// Sets the security requirements: one of them must be met.
    pub fn secured(self, security: Value) -> Self {
        Self { security, ..self }
    }

    /// Exempts a health check from the common responses.
    pub fn without_common_responses(self) -> Self {
        Self { has_common_responses: false, ..self }
    }

    /// Adds a parameter of the query. Its schema contains an example.
    pub fn query(self, name: &'static str, is_required: bool, description: &'static str, schema: Value) -> Self {
        self.parameter(("query", name), is_required, description, schema)
    }

    /// Adds a header of the request. Its schema contains an example.
    pub fn header(self, name: &'static str, is_required: bool, description: &'static str, schema: Value) -> Self {
        self.parameter(("header", name), is_required, description, schema)
    }

    fn parameter(
        mut self,
        (place, name): (&'static str, &'static str),
        is_required: bool,
        description: &'static str,
        schema: Value,
    ) -> Self {
        let parameter = [
            ("name", json!(name)),
            ("in", json!(place)),
            ("required", json!(is_required)),
            ("description", json!(description)),
            ("schema", schema),
        ];
        self.parameters.push(parameter.into_iter().collect());
        self
    }

    /// Adds a body that can be sent as each of these media types.
    pub fn takes<T: JsonSchema>(self, schemas: &mut Schemas, types: &[&str], example: Value) -> Self {
        let content: Value = [("schema", json!(schemas.of::<T>())), ("example", example)].into_iter().collect();
        let content: Map<_, _> = types.iter().map(|kind| ((*kind).to_owned(), content.clone())).collect();
        Self { body: Some(json!({ "required": true, "content": content })), ..self }
    }

    /// Makes the body optional.
    pub fn optionally(mut self) -> Self {
        if let Some(Value::Object(body)) = &mut self.body {
            body.insert("required".to_owned(), json!(false));
        }
        self
    }

    /// Adds a body of bytes.
    pub fn takes_bytes(self, types: &[&str], is_required: bool, description: &'static str) -> Self {
        let content: Map<_, _> = types.iter().map(|kind| ((*kind).to_owned(), content_of(kind))).collect();
        Self { body: Some(json!({ "required": is_required, "description": description, "content": content })), ..self }
    }

    /// Adds a JSON response.
    pub fn returns<T: JsonSchema>(
        self,
        schemas: &mut Schemas,
        status: u16,
        description: &'static str,
        example: Value,
    ) -> Self {
        let schema = schemas.of::<T>();
        self.returns_schema(&schema, status, description, example)
    }

    /// Adds a JSON response with this schema.
    pub fn returns_schema(self, schema: &Schema, status: u16, description: &'static str, example: Value) -> Self {
        let content: Value = [("schema", json!(schema)), ("example", example)].into_iter().collect();
        let response = [("description", json!(description)), ("content", [(JSON, content)].into_iter().collect())];
        self.response(status, response.into_iter().collect())
    }

    /// Adds a response of another media type.
    pub fn returns_type(self, kind: &'static str, status: u16, description: &'static str) -> Self {
        self.response(status, json!({ "description": description, "content": { kind: content_of(kind) } }))
    }

    /// Adds a response without a body.
    pub fn returns_empty(self, status: u16, description: &'static str) -> Self {
        self.response(status, json!({ "description": description }))
    }

    /// Adds error responses in JSON.
    pub fn fails<T: JsonSchema>(self, schemas: &mut Schemas, errors: &[(u16, &'static str)]) -> Self {
        let schema = schemas.of::<T>();
        errors.iter().fold(self, |operation, (status, description)| {
            operation
                .response(*status, json!({ "description": description, "content": { JSON: { "schema": schema } } }))
        })
    }

    /// Adds a header to the response with this status, which was added before.
    pub fn with_header(mut self, status: u16, name: &str, description: &'static str) -> Self {
        if let Some(Value::Object(response)) = self.responses.get_mut(&status.to_string())
            && let Value::Object(headers) = response.entry("headers").or_insert_with(|| json!({}))
        {
            let header = json!({ "description": description, "schema": { "type": "string" } });
            headers.insert(name.to_owned(), header);
        }
        self
    }

    fn response(mut self, status: u16, response: Value) -> Self {
        self.responses.insert(status.to_string(), response);
        self
    }

    pub(super) fn path(&self) -> &'static str {
        self.path
    }

    pub(super) fn method(&self) -> &'static str {
        self.method
    }

    pub(super) fn described(mut self, api: &Api) -> Value {
        let mut parameters = path_parameters(self.path, api);
        parameters.append(&mut self.parameters);
        if self.has_common_responses {
            for common in &api.common {
                let reference = json!({ "$ref": format!("#/components/responses/{}", common.name) });
                self.responses.entry(common.status.to_string()).or_insert(reference);
            }
        }
        let mut described = Map::new();
        for (name, value) in [
            ("operationId", json!(self.id)),
            ("tags", json!([self.tag])),
            ("summary", json!(self.summary)),
            ("description", json!(self.description)),
            ("security", self.security),
            ("parameters", Value::Array(parameters)),
            ("responses", Value::Object(self.responses)),
        ] {
            described.insert(name.to_owned(), value);
        }
        described.extend(self.body.map(|body| ("requestBody".to_owned(), body)));
        Value::Object(described)
    }
}

/// Returns the content of a body that has no schema of its own. Generated clients send and read `binary` unchanged.
fn content_of(kind: &str) -> Value {
    match kind {
        JSON => json!({}),
        text if text.starts_with("text/") => json!({ "schema": { "type": "string" } }),
        _ => json!({ "schema": { "type": "string", "format": "binary" } }),
    }
}

/// Returns the parameters in `path`. One that the API does not describe gets an empty description, which a test finds.
fn path_parameters(path: &str, api: &Api) -> Vec<Value> {
    let segments: Vec<&str> = path.split('/').collect();
    let pairs = segments.windows(2).filter_map(|pair| match pair {
        [before, name] => Some((*before, name.strip_prefix('{')?.strip_suffix('}')?)),
        _ => None,
    });
    let parameter = |(before, name): (&str, &str)| {
        let segments = format!("{before}/{{{name}}}");
        let known = api.path_parameters.iter().find(|known| known.segments == segments);
        let (kind, description, example) =
            known.map_or(("string", "", ""), |known| (known.kind, known.description, known.example));
        let example = example.parse::<i64>().ok().filter(|_| kind == "integer").map_or(json!(example), Value::from);
        json!({
            "name": name, "in": "path", "required": true, "description": description, "example": example,
            "schema": { "type": kind }
        })
    };
    pairs.map(parameter).collect()
}
