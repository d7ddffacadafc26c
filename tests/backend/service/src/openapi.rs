//! The `OpenAPI` 3.1 description of the API: `GET {base}/openapi.json`, and docs/reference/openapi.json.
//!
//! The schemas of responses are derived from their types. `operations` lists every address in `router.rs`, and a test
//! compares the two.

mod bodies;
mod operation;
mod operations;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use axum::Json;
use axum::extract::State;
use serde_json::{Map, Value, json};

use crate::openapi::operation::Schemas;
use crate::state::Backend;

/// The document without the URL of the service.
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Returns the addresses in `router.rs`, and their methods.
    fn routes(source: &str) -> BTreeSet<(String, String)> {
        let source: String = source.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut routes = BTreeSet::new();
        for route in source.split(".route(").skip(1) {
            let route = route.trim_start();
            // The metadata's address is not below the base URL.
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
