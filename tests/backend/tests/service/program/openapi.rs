//! The `OpenAPI` documents, compared with the routers, and the service's with its responses.

mod routes;

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Map, Value, json};
use stagepass_backend::{access, node};
use stagepass_test_support::{Reply, TestService, sent};

use self::routes::{Route, access_routes, node_routes, service_routes};

async fn document(world: &TestService) -> Value {
    sent(world.ask(Method::GET, "/openapi.json", "")).await.json()
}

/// Returns all documents by the names of their servers.
pub(super) async fn documents() -> [(&'static str, Value); 3] {
    let service = document(&TestService::new().await).await;
    let of = |document: &Map<String, Value>| Value::Object(document.clone());
    [("service", service), ("access server", of(access::openapi_document())), ("node", of(node::openapi_document()))]
}

/// Returns the operations of a document.
pub(super) fn operations(document: &Value) -> impl Iterator<Item = (Route, &Value)> {
    document["paths"].as_object().unwrap().iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().iter();
        methods.map(move |(method, operation)| ((method.clone(), path.clone()), operation))
    })
}

#[tokio::test]
async fn documents_have_exactly_the_routes_of_their_routers() {
    for (server, document) in documents().await {
        let documented: BTreeSet<_> = operations(&document).map(|(route, _)| route).collect();
        let routes = match server {
            "service" => service_routes(),
            "access server" => access_routes(),
            _ => node_routes(),
        };
        assert_eq!(documented, routes, "{server}");
    }
}

#[tokio::test]
async fn operations_have_unique_id_description_and_examples() {
    let has_text = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
    for (server, document) in documents().await {
        let mut ids = BTreeSet::new();
        for ((method, path), operation) in operations(&document) {
            let at = format!("{server}: {method} {path}");
            assert!(ids.insert(operation["operationId"].as_str().unwrap()), "{at}: another operation has this ID");
            assert!(has_text(&operation["summary"]) && has_text(&operation["description"]), "{at}");
            for parameter in operation["parameters"].as_array().unwrap() {
                let is_shown = parameter.get("example").is_some()
                    || ["examples", "enum", "const"].iter().any(|name| parameter["schema"].get(name).is_some());
                assert!(has_text(&parameter["description"]) && is_shown, "{at}: {parameter}");
            }
            let contents = operation["responses"].as_object().unwrap().values().chain(operation.get("requestBody"));
            for content in contents.filter_map(|part| part["content"].get("application/json")) {
                let is_error = content["schema"]["$ref"] == "#/components/schemas/Error";
                assert!(is_error || content == &json!({}) || content.get("example").is_some(), "{at}: {content}");
            }
        }
    }
}

#[tokio::test]
async fn references_lead_to_a_definition() {
    for (server, document) in documents().await {
        let text = document.to_string();
        assert!(text.contains("\"$ref\""), "{server}");
        for reference in text.split("\"$ref\":\"").skip(1) {
            let pointer = reference.split('"').next().unwrap();
            assert!(document.pointer(pointer.strip_prefix('#').unwrap()).is_some(), "{server}: {pointer}");
        }
    }
}

/// Compares the members of `answer` with the schema of its status.
fn is_as_described(document: &Value, (method, path): (&str, &str), answer: &Reply) {
    let answers = &document["paths"][path][method]["responses"];
    let mut schema = &answers[answer.status.to_string()]["content"]["application/json"]["schema"];
    assert!(schema.is_object(), "{method} {path} {}: {answers}", answer.status);
    if let Some(pointer) = schema["$ref"].as_str() {
        schema = document.pointer(&pointer[1..]).unwrap();
    }
    let known: BTreeSet<&str> = schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
    let required: BTreeSet<&str> = schema["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let body = answer.json();
    let there: BTreeSet<&str> = body.as_object().unwrap().keys().map(String::as_str).collect();
    assert!(required.is_subset(&there) && there.is_subset(&known), "{method} {path}: {there:?}, not {known:?}");
}

#[tokio::test]
async fn responses_have_the_described_members() {
    let world = TestService::new().await;
    let document = document(&world).await;
    assert_eq!(document["servers"][0]["url"], world.service.base_url());
    let tokens = world.token(&world.exchange_of(&world.code().await)).await;
    is_as_described(&document, ("post", "/oauth/token"), &tokens);
    is_as_described(&document, ("post", "/oauth/token"), &world.token(&json!({})).await);
    let access = tokens.json()["access_token"].as_str().unwrap().to_owned();
    is_as_described(&document, ("get", "/me"), &world.me(&access).await);
    is_as_described(&document, ("get", "/me"), &world.me("nonsense").await);
    let ticket = world.issue_ticket(&access, &json!("https://access.example")).await;
    is_as_described(&document, ("post", "/tickets"), &ticket);
    for path in ["/healthz", "/readyz", "/developer-apps"] {
        is_as_described(&document, ("get", path), &sent(world.ask(Method::GET, path, "")).await);
    }
}
