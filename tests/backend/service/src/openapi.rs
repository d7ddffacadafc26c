//! What the service can be asked, as programs read it (`OpenAPI` 3.1): `GET {base}/openapi.json`, and docs/openapi.json.
//!
//! What an answer holds is read off the types that are written. `operations` names every address that `router.rs` has, and a test compares the two.

mod bodies;
mod operations;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use axum::Json;
use axum::extract::State;
use schemars::generate::{Contract, SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use crate::openapi::bodies::ErrorAnswer;
use crate::state::Backend;

/// Everything but where the service is.
static DOCUMENT: LazyLock<Map<String, Value>> = LazyLock::new(document);

/// `GET {base}/openapi.json`.
pub(crate) async fn show(State(backend): State<Arc<Backend>>) -> Json<Map<String, Value>> {
    let mut document = DOCUMENT.clone();
    document.insert("servers".to_owned(), json!([{ "url": backend.base_url.as_str() }]));
    Json(document)
}

fn document() -> Map<String, Value> {
    let mut schemas = Schemas::new();
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for operation in operations::all(&mut schemas) {
        paths.entry(operation.path).or_default().insert(operation.method.to_owned(), operation.described());
    }
    let info = json!({
        "title": "Stagepass",
        "summary": "Listeners, the apps that they sign in to, and their tracks.",
        "version": env!("CARGO_PKG_VERSION"),
        "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
    });
    let components = json!({ "schemas": schemas.0.take_definitions(true), "securitySchemes": operations::security() });
    let members = [("openapi", json!("3.1.1")), ("info", info), ("paths", json!(paths)), ("components", components)];
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The schemas of what has been mentioned.
struct Schemas(SchemaGenerator);

impl Schemas {
    fn new() -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
            // What is written, not what would be understood.
            settings.contract = Contract::Serialize;
        });
        Self(settings.into_generator())
    }

    fn of<T: JsonSchema>(&mut self) -> Schema {
        self.0.subschema_for::<T>()
    }
}

/// What may be asked of one address by one method.
struct Operation {
    method: &'static str,
    path: &'static str,
    tag: &'static str,
    summary: &'static str,
    who: By,
    parameters: Vec<Value>,
    body: Option<Value>,
    answers: Map<String, Value>,
}

/// Who may ask.
#[derive(Clone, Copy)]
enum By {
    /// Anybody.
    Anybody,
    /// Anybody; an app that shows whom it acts for is shown more of what is theirs.
    Viewer,
    /// An app, with a listener's access token.
    AccessToken,
    /// An app, with a listener's access token or with its own bearer token.
    App,
    /// A registered app, with its own bearer token.
    BearerToken,
    /// A browser that is signed in here, on a page of this service.
    Session,
    /// A node on another machine, with its key.
    Node,
}

impl Operation {
    fn new(tag: &'static str, method: &'static str, path: &'static str, summary: &'static str) -> Self {
        let names = path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
        let parameters = names
            .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
            .collect();
        Self { method, path, tag, summary, who: By::Anybody, parameters, body: None, answers: Map::new() }
    }

    fn by(self, who: By) -> Self {
        Self { who, ..self }
    }

    /// A parameter of the query.
    fn query(mut self, name: &'static str, is_required: bool, description: &'static str) -> Self {
        let schema = json!({ "type": "string" });
        self.parameters.push(json!({
            "name": name, "in": "query", "required": is_required, "description": description, "schema": schema
        }));
        self
    }

    /// A body of one of these types.
    fn takes<T: JsonSchema>(self, schemas: &mut Schemas, types: &[&str]) -> Self {
        let schema = schemas.of::<T>();
        let content: Map<_, _> = types.iter().map(|kind| ((*kind).to_owned(), json!({ "schema": schema }))).collect();
        Self { body: Some(json!({ "required": true, "content": content })), ..self }
    }

    /// A body of bytes.
    fn body_of(self, kind: &str) -> Self {
        Self { body: Some(json!({ "required": true, "content": { kind: {} } })), ..self }
    }

    /// An answer in JSON.
    fn gives<T: JsonSchema>(self, schemas: &mut Schemas, status: u16, description: &'static str) -> Self {
        let schema = schemas.of::<T>();
        let content = json!({ "application/json": { "schema": schema } });
        self.answer(status, json!({ "description": description, "content": content }))
    }

    /// An answer of another type.
    fn sends(self, kind: &'static str, status: u16, description: &'static str) -> Self {
        self.answer(status, json!({ "description": description, "content": { kind: {} } }))
    }

    /// An answer without a body.
    fn says(self, status: u16, description: &'static str) -> Self {
        self.answer(status, json!({ "description": description }))
    }

    /// Refusals in JSON.
    fn refuses(self, schemas: &mut Schemas, refusals: &[(u16, &'static str)]) -> Self {
        refusals.iter().fold(self, |operation, (status, why)| operation.gives::<ErrorAnswer>(schemas, *status, why))
    }

    fn answer(mut self, status: u16, answer: Value) -> Self {
        self.answers.insert(status.to_string(), answer);
        self
    }

    fn described(self) -> Value {
        let security = match self.who {
            By::Anybody => json!([]),
            By::Viewer => json!([{}, { "accessToken": [] }, { "bearerToken": [] }]),
            By::AccessToken => json!([{ "accessToken": [] }]),
            By::App => json!([{ "accessToken": [] }, { "bearerToken": [] }]),
            By::BearerToken => json!([{ "bearerToken": [] }]),
            By::Session => json!([{ "session": [] }]),
            By::Node => json!([{ "nodeSignature": [] }]),
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// What `router.rs` says: an address, and the methods on it.
    fn routes(source: &str) -> BTreeSet<(String, String)> {
        let source: String = source.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut routes = BTreeSet::new();
        for route in source.split(".route(").skip(1) {
            let route = route.trim_start();
            // The metadata's has a place of its own, apart from the base.
            let Some(path) = route.strip_prefix('"').and_then(|rest| rest.split('"').next()) else { continue };
            let (_, handlers) = route.split_once(',').unwrap();
            let handlers = if handlers.trim_start().starts_with("by_id") {
                source.split("let by_id = ").nth(1).unwrap().split(';').next().unwrap()
            } else {
                handlers
            };
            let handlers = format!(".{}", handlers.trim_start());
            for method in ["get", "post", "put", "patch", "delete", "head"] {
                if handlers.contains(&format!(".{method}(")) {
                    routes.insert((method.to_owned(), path.to_owned()));
                }
            }
        }
        routes
    }

    #[test]
    fn every_address_of_the_router_is_described_and_no_other() {
        let paths = DOCUMENT["paths"].as_object().unwrap().iter();
        let described = paths.flat_map(|(path, item)| {
            item.as_object().unwrap().keys().map(move |method| (method.clone(), path.clone()))
        });
        assert_eq!(described.collect::<BTreeSet<_>>(), routes(include_str!("router.rs")));
    }

    #[test]
    fn whatever_is_referred_to_is_there() {
        let document = Value::Object(DOCUMENT.clone());
        let text = document.to_string();
        for reference in text.split("\"$ref\":\"#").skip(1) {
            let pointer = reference.split('"').next().unwrap();
            assert!(document.pointer(pointer).is_some(), "{pointer}");
        }
        assert!(text.contains("\"$ref\""));
    }
}
