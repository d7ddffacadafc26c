//! Builds `OpenAPI` 3.1 documents.
//!
//! Each server lists its operations beside its routes and serves the document at `/openapi.json`. Schemas of responses
//! are derived from the types that are sent.

mod common_response;
mod health;
mod operation;

use std::collections::BTreeMap;

use schemars::generate::{Contract, SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

pub use self::common_response::CommonResponse;
pub use self::health::{liveness, readiness, this_document};
pub use self::operation::{FORM, HTML, JSON, Operation};

/// The schemas that operations use. Schemas of named types are stored once, and referenced.
#[derive(Debug)]
pub struct Schemas(SchemaGenerator);

/// A parameter in a path, for all paths that contain it.
#[derive(Debug, Clone, Copy)]
pub struct PathParameter {
    /// The segment before it and its own, for example `users/{id}`.
    pub segments: &'static str,
    /// `string` or `integer`.
    pub kind: &'static str,
    /// What it is.
    pub description: &'static str,
    /// A valid value.
    pub example: &'static str,
}

impl PathParameter {
    /// Returns the parameter at the end of `segments`.
    pub const fn new(
        segments: &'static str,
        kind: &'static str,
        description: &'static str,
        example: &'static str,
    ) -> Self {
        Self { segments, kind, description, example }
    }
}

/// The parts of a document besides its operations.
#[derive(Debug)]
pub struct Api {
    /// The name of the API.
    pub title: &'static str,
    /// The API in one sentence.
    pub summary: &'static str,
    /// What holds for all operations, in Markdown.
    pub description: &'static str,
    /// The version of the program.
    pub version: &'static str,
    /// The groups of operations, each with its description.
    pub tags: &'static [(&'static str, &'static str)],
    /// All parameters in paths.
    pub path_parameters: &'static [PathParameter],
    /// The security schemes.
    pub security: Value,
    /// What every operation can respond, unless it describes the status itself. Health checks are exempt.
    pub common: Vec<CommonResponse>,
    /// Schemas that are not derived from types, by name.
    pub schemas: Vec<(&'static str, Value)>,
}

impl Schemas {
    /// Returns an empty set.
    pub fn new() -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
            // The schema of what is serialized, not of what could be deserialized.
            settings.contract = Contract::Serialize;
        });
        Self(settings.into_generator())
    }

    /// Returns the schema of a type: a reference, if the type has a name.
    pub fn of<T: JsonSchema>(&mut self) -> Schema {
        self.0.subschema_for::<T>()
    }
}

impl Default for Schemas {
    fn default() -> Self {
        Self::new()
    }
}

impl Api {
    /// Returns the document. It names no server, because only a running server knows its address.
    pub fn document(self, mut schemas: Schemas, operations: Vec<Operation>) -> Map<String, Value> {
        let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
        for operation in operations {
            let (path, method) = (operation.path(), operation.method().to_owned());
            paths.entry(path).or_default().insert(method, operation.described(&self));
        }
        let mut known = schemas.0.take_definitions(true);
        known.extend(self.schemas.into_iter().map(|(name, schema)| (name.to_owned(), schema)));
        let responses: Map<_, _> =
            self.common.into_iter().map(|common| (common.name.to_owned(), common.response())).collect();
        let info = json!({
            "title": self.title,
            "summary": self.summary,
            "description": self.description,
            "version": self.version,
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        });
        let tag = |(name, description): &(&str, &str)| json!({ "name": name, "description": description });
        let tags = Value::Array(self.tags.iter().map(tag).collect());
        let components = json!({ "schemas": known, "responses": responses, "securitySchemes": self.security });
        let members = [
            ("openapi", json!("3.1.1")),
            ("info", info),
            ("tags", tags),
            ("paths", json!(paths)),
            ("components", components),
        ];
        members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}
