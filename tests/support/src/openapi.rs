//! The `OpenAPI` documents of docs/reference, and whether a JSON response is as they describe it.

use std::sync::LazyLock;

use boon::{Compiler, SchemaIndex, Schemas};
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use reqwest::{Method, Url};
use serde_json::{Value, json};

const DOCUMENTS: [(&str, &str); 3] = [
    ("service", include_str!("../../../docs/reference/openapi.json")),
    ("access server", include_str!("../../../docs/reference/openapi-access-server.json")),
    ("node", include_str!("../../../docs/reference/openapi-node.json")),
];

/// The JSON responses of all documents.
static CONTRACT: LazyLock<Contract> = LazyLock::new(Contract::read);

struct Contract {
    schemas: Schemas,
    responses: Vec<DescribedResponse>,
}

struct DescribedResponse {
    method: String,
    path: String,
    status: String,
    schema: SchemaIndex,
}

/// Returns the documents by the names of their servers.
pub fn documents() -> [(&'static str, Value); 3] {
    DOCUMENTS.map(|(server, text)| (server, serde_json::from_str(text).expect("a document is JSON")))
}

/// Returns the component to which `value` refers, or `value` itself if it is no reference.
pub fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let reference = value.get("$ref").and_then(Value::as_str);
    reference.map_or(value, |reference| document.pointer(&reference[1..]).expect("a component"))
}

/// Expects that a JSON response has the schema of its operation and status. A path can be in several documents: then
/// one of them must describe the response. Other bodies are not checked, nor what no document describes:
/// `cargo xtask test` compares all statuses with the documents.
pub fn check(method: &Method, url: &Url, status: u16, headers: &HeaderMap, body: &[u8]) {
    let is_json = headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !is_json || body.is_empty() {
        return;
    }
    let body: Value = serde_json::from_slice(body).expect("the body is JSON");
    let described = CONTRACT.responses.iter().filter(|response| response.is_of(method, url.path(), status));
    let problem = |schema| CONTRACT.schemas.validate(&body, schema).err().map(|error| format!("{error:#}"));
    let problems: Vec<_> = described.map(|response| problem(response.schema)).collect();
    let is_described = problems.is_empty() || problems.contains(&None);
    assert!(is_described, "{method} {url} {status} is not as docs/reference/openapi*.json: {problems:?}: {body}");
}

impl Contract {
    fn read() -> Self {
        let (mut schemas, mut compiler, mut responses) = (Schemas::new(), Compiler::new(), Vec::new());
        for (number, (server, mut document)) in documents().into_iter().enumerate() {
            close(&mut document);
            let url = format!("https://openapi.example/{number}");
            compiler.add_resource(&url, document.clone()).expect("a URL");
            for (method, path, status, place) in places(&document) {
                if document.pointer(&place).is_some() {
                    let schema = compiler.compile(&format!("{url}#{place}"), &mut schemas);
                    let schema = schema.unwrap_or_else(|error| panic!("{server}: {place}: {error:#}"));
                    responses.push(DescribedResponse { method, path, status, schema });
                }
            }
        }
        Self { schemas, responses }
    }
}

impl DescribedResponse {
    fn is_of(&self, method: &Method, path: &str, status: u16) -> bool {
        self.status == status.to_string()
            && self.method.eq_ignore_ascii_case(method.as_str())
            && self.is_end_of(path.split('/').skip(1).collect())
    }

    /// A requested path may begin with a segment of the base URL.
    fn is_end_of(&self, mut requested: Vec<&str>) -> bool {
        let known: Vec<&str> = self.path.split('/').skip(1).collect();
        if requested.len() == known.len() + 1 {
            requested.remove(0);
        }
        let mut segments = known.iter().zip(&requested);
        requested.len() == known.len()
            && segments.all(|(known, there)| known == there || (known.starts_with('{') && !there.is_empty()))
    }
}

/// Returns the method, path and status of each response, and a JSON pointer to the schema that it has if it is JSON.
fn places(document: &Value) -> Vec<(String, String, String, String)> {
    let members = |value: &Value| value.as_object().expect("an object").clone();
    let mut places = Vec::new();
    for (path, methods) in members(&document["paths"]) {
        for (method, operation) in members(&methods) {
            for (status, response) in members(&operation["responses"]) {
                let place = response["$ref"].as_str().map_or_else(
                    || format!("/paths/{}/{method}/responses/{status}", path.replace('/', "~1")),
                    |reference| reference[1..].to_owned(),
                );
                let place = format!("{place}/content/application~1json/schema");
                places.push((method.clone(), path.clone(), status, place));
            }
        }
    }
    places
}

/// Lets no object have members that its schema does not name. Clients ignore such members, but a document has all.
fn close(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.values_mut().for_each(close);
            if members.get("type").is_some_and(|kind| kind == "object") && members.contains_key("properties") {
                members.entry("additionalProperties").or_insert(json!(false));
            }
        }
        Value::Array(parts) => parts.iter_mut().for_each(close),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_json(method: &str, path: &str, status: u16, body: &Value) {
        let headers = HeaderMap::from_iter([(CONTENT_TYPE, "application/json".parse().unwrap())]);
        let url = Url::parse("https://music.example").unwrap().join(path).unwrap();
        let method = method.to_uppercase().parse().unwrap();
        check(&method, &url, status, &headers, body.to_string().as_bytes());
    }

    fn check_me(body: &Value) {
        check_json("GET", "/v1/me", 401, body);
    }

    #[test]
    fn examples_have_their_schema() {
        for (_, document) in documents() {
            for (method, path, status, place) in places(&document) {
                let content = document.pointer(place.strip_suffix("/schema").unwrap());
                if let Some(example) = content.and_then(|content| content.get("example")) {
                    check_json(&method, &path, status.parse().unwrap(), example);
                }
            }
        }
    }

    #[test]
    fn response_of_the_schema_is_accepted() {
        check_me(&json!({ "error": "invalid_token", "error_description": "the token is expired" }));
    }

    #[test]
    #[should_panic(expected = "GET https://music.example/v1/me 401 is not as")]
    fn response_without_required_member_is_rejected() {
        check_me(&json!({ "error": "invalid_token" }));
    }

    #[test]
    #[should_panic(expected = "GET https://music.example/v1/me 401 is not as")]
    fn response_with_undescribed_member_is_rejected() {
        check_me(&json!({ "error": "invalid_token", "error_description": "the token is expired", "hint": "refresh" }));
    }
}
