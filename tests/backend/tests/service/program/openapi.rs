//! The `OpenAPI` documents, compared with the routers and with what they repeat. `stagepass_test_support::openapi`
//! compares their schemas with the responses of all tests.

mod routes;

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_test_support::openapi::{documents, resolved};
use stagepass_test_support::{TestService, sent};

use self::routes::{Route, access_routes, node_routes, service_routes};

/// Returns the operations of a document.
pub(super) fn operations(document: &Value) -> impl Iterator<Item = (Route, &Value)> {
    document["paths"].as_object().unwrap().iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().iter();
        methods.map(move |(method, operation)| ((method.clone(), path.clone()), operation))
    })
}

#[test]
fn documents_have_exactly_the_routes_of_their_routers() {
    for (server, document) in documents() {
        let documented: BTreeSet<_> = operations(&document).map(|(route, _)| route).collect();
        let routes = match server {
            "service" => service_routes(),
            "access server" => access_routes(),
            _ => node_routes(),
        };
        assert_eq!(documented, routes, "{server}");
    }
}

#[test]
fn operations_have_unique_id_description_and_examples() {
    let has_text = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty());
    for (server, document) in documents() {
        let mut ids = BTreeSet::new();
        for ((method, path), operation) in operations(&document) {
            let at = format!("{server}: {method} {path}");
            assert!(ids.insert(operation["operationId"].as_str().unwrap()), "{at}: another operation has this ID");
            assert!(has_text(&operation["summary"]) && has_text(&operation["description"]), "{at}");
            for parameter in operation["parameters"].as_array().unwrap() {
                let parameter = resolved(&document, parameter);
                let is_shown = parameter.get("example").is_some()
                    || ["examples", "enum", "const"].iter().any(|name| parameter["schema"].get(name).is_some());
                assert!(has_text(&parameter["description"]) && is_shown, "{at}: {parameter}");
            }
            let responses = operation["responses"].as_object().unwrap().values();
            let contents = responses.map(|response| resolved(&document, response)).chain(operation.get("requestBody"));
            for content in contents.filter_map(|part| part["content"].get("application/json")) {
                let is_error = content["schema"]["$ref"] == "#/components/schemas/Error";
                assert!(is_error || content == &json!({}) || content.get("example").is_some(), "{at}: {content}");
            }
        }
    }
}

/// Returns the names of the parameters in a path.
fn path_parameters(path: &str) -> BTreeSet<&str> {
    path.split('/').filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}')).collect()
}

#[test]
fn operations_have_exactly_the_parameters_of_their_path() {
    for (server, document) in documents() {
        for ((method, path), operation) in operations(&document) {
            let parameters = operation["parameters"].as_array().unwrap().iter();
            let parameters = parameters.map(|parameter| resolved(&document, parameter));
            let in_path = parameters.filter(|parameter| parameter["in"] == "path");
            let named: BTreeSet<_> = in_path.map(|parameter| parameter["name"].as_str().unwrap()).collect();
            assert_eq!(named, path_parameters(&path), "{server}: {method} {path}");
        }
    }
}

/// Errors of the guards before each operation.
#[test]
fn operations_can_be_rate_limited_and_fail() {
    for (server, document) in documents() {
        for ((method, path), operation) in operations(&document) {
            let is_health_check = ["/healthz", "/readyz"].contains(&path.as_str());
            let responses = operation["responses"].as_object().unwrap();
            let has_all = ["429", "500"].iter().all(|status| responses.contains_key(*status));
            assert!(is_health_check || has_all, "{server}: {method} {path}");
        }
    }
}

#[test]
fn references_lead_to_a_definition() {
    for (server, document) in documents() {
        let text = document.to_string();
        assert!(text.contains("\"$ref\""), "{server}");
        for reference in text.split("\"$ref\":\"").skip(1) {
            let pointer = reference.split('"').next().unwrap();
            assert!(document.pointer(pointer.strip_prefix('#').unwrap()).is_some(), "{server}: {pointer}");
        }
    }
}

#[test]
fn components_are_used() {
    for (server, document) in documents() {
        let text = document.to_string();
        for kind in ["schemas", "parameters", "responses"] {
            for name in document["components"][kind].as_object().into_iter().flatten().map(|(name, _)| name) {
                assert!(text.contains(&format!("\"#/components/{kind}/{name}\"")), "{server}: {kind} {name}");
            }
        }
    }
}

#[test]
fn version_is_that_of_the_program() {
    for (server, document) in documents() {
        assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"), "{server}");
    }
}

/// The definitions of rules/rule.schema.json have other names in the document: `geo` is `RuleGeo` there.
#[test]
fn schemas_of_rules_are_those_of_the_crate() {
    let name_of = |definition: &str| match definition {
        "rule" => "Rule".to_owned(),
        "rules" => "Rules".to_owned(),
        other => format!("Rule{}{}", other[..1].to_uppercase(), &other[1..]),
    };
    let mut text = include_str!("../../../../../rules/rule.schema.json").to_owned();
    let schema: Value = serde_json::from_str(&text).unwrap();
    for definition in schema["$defs"].as_object().unwrap().keys() {
        let name = name_of(definition);
        text = text.replace(&format!("\"#/$defs/{definition}\""), &format!("\"#/components/schemas/{name}\""));
    }
    let schema: Value = serde_json::from_str(&text).unwrap();
    let [_, (_, document), _] = documents();
    for (definition, expected) in schema["$defs"].as_object().unwrap() {
        assert_eq!(document["components"]["schemas"][name_of(definition)], *expected, "{definition}");
    }
}

#[tokio::test]
async fn served_document_names_the_services_own_url() {
    let world = TestService::new().await;
    let document = sent(world.ask(Method::GET, "/openapi.json", "")).await.json();
    assert_eq!(document["servers"], json!([{ "url": world.service.base_url() }]));
    let [(_, mut committed), ..] = documents();
    committed["servers"].clone_from(&document["servers"]);
    assert_eq!(document, committed);
}
