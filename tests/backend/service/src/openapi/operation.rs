//! An operation in the `OpenAPI` document.

use schemars::generate::{Contract, SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use crate::openapi::bodies::ErrorAnswer;

/// The schemas of the types in use.
pub(super) struct Schemas(pub(super) SchemaGenerator);

impl Schemas {
    pub(super) fn new() -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
            // The schema of what is serialized, not of what could be deserialized.
            settings.contract = Contract::Serialize;
        });
        Self(settings.into_generator())
    }

    pub(super) fn of<T: JsonSchema>(&mut self) -> Schema {
        self.0.subschema_for::<T>()
    }
}

/// An address with a method.
pub(super) struct Operation {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    tag: &'static str,
    summary: &'static str,
    who: Caller,
    parameters: Vec<Value>,
    body: Option<Value>,
    answers: Map<String, Value>,
}

/// Who may call an operation.
#[derive(Clone, Copy)]
pub(super) enum Caller {
    /// Anybody.
    Anybody,
    /// Anybody. With a token, the response has more of the user's own data.
    Viewer,
    /// An app with a user's access token.
    AccessToken,
    /// An app with a user's access token or its own bearer token.
    App,
    /// A registered app with its own bearer token.
    BearerToken,
    /// A signed-in browser on a page of this service.
    Session,
    /// A node on another machine, with its key.
    Node,
}

impl Operation {
    pub(super) fn new(tag: &'static str, method: &'static str, path: &'static str, summary: &'static str) -> Self {
        let names = path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
        let parameters = names
            .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
            .collect();
        Self { method, path, tag, summary, who: Caller::Anybody, parameters, body: None, answers: Map::new() }
    }

    pub(super) fn by(self, who: Caller) -> Self {
        Self { who, ..self }
    }

    /// Adds a parameter of the query.
    pub(super) fn query(mut self, name: &'static str, is_required: bool, description: &'static str) -> Self {
        let schema = json!({ "type": "string" });
        self.parameters.push(json!({
            "name": name, "in": "query", "required": is_required, "description": description, "schema": schema
        }));
        self
    }

    /// Adds a body of one of these media types.
    pub(super) fn takes<T: JsonSchema>(self, schemas: &mut Schemas, types: &[&str]) -> Self {
        let schema = schemas.of::<T>();
        let content: Map<_, _> = types.iter().map(|kind| ((*kind).to_owned(), json!({ "schema": schema }))).collect();
        Self { body: Some(json!({ "required": true, "content": content })), ..self }
    }

    /// Adds a body of bytes.
    pub(super) fn body_of(self, kind: &str) -> Self {
        Self { body: Some(json!({ "required": true, "content": { kind: {} } })), ..self }
    }

    /// Adds a response in JSON.
    pub(super) fn returns<T: JsonSchema>(self, schemas: &mut Schemas, status: u16, description: &'static str) -> Self {
        let schema = schemas.of::<T>();
        let content = json!({ "application/json": { "schema": schema } });
        self.answer(status, json!({ "description": description, "content": content }))
    }

    /// Adds a response of another media type.
    pub(super) fn returns_type(self, kind: &'static str, status: u16, description: &'static str) -> Self {
        self.answer(status, json!({ "description": description, "content": { kind: {} } }))
    }

    /// Adds a response without a body.
    pub(super) fn returns_empty(self, status: u16, description: &'static str) -> Self {
        self.answer(status, json!({ "description": description }))
    }

    /// Adds error responses in JSON.
    pub(super) fn refuses(self, schemas: &mut Schemas, refusals: &[(u16, &'static str)]) -> Self {
        refusals.iter().fold(self, |operation, (status, why)| operation.returns::<ErrorAnswer>(schemas, *status, why))
    }

    fn answer(mut self, status: u16, answer: Value) -> Self {
        self.answers.insert(status.to_string(), answer);
        self
    }

    pub(super) fn described(self) -> Value {
        let security = match self.who {
            Caller::Anybody => json!([]),
            Caller::Viewer => json!([{}, { "accessToken": [] }, { "bearerToken": [] }]),
            Caller::AccessToken => json!([{ "accessToken": [] }]),
            Caller::App => json!([{ "accessToken": [] }, { "bearerToken": [] }]),
            Caller::BearerToken => json!([{ "bearerToken": [] }]),
            Caller::Session => json!([{ "session": [] }]),
            Caller::Node => json!([{ "nodeSignature": [] }]),
        };
        let mut described = Map::new();
        for (name, value) in [
            ("tags", json!([self.tag])),
            ("summary", json!(self.summary)),
            ("security", security),
            ("parameters", Value::Array(self.parameters)),
            ("responses", Value::Object(self.answers)),
        ] {
            described.insert(name.to_owned(), value);
        }
        described.extend(self.body.map(|body| ("requestBody".to_owned(), body)));
        Value::Object(described)
    }
}
