//! What the service says of itself to programs, held against what it does.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use stagepass_test_support::{Reply, TestService};

async fn document(world: &TestService) -> Value {
    world.http.get(world.url("/openapi.json")).send().await.unwrap().json().await.unwrap()
}

/// The members of `answer` are those that are described, and all that there have to be.
fn is_as_described(document: &Value, (method, path): (&str, &str), answer: &Reply) {
    let answers = &document["paths"][path][method]["responses"];
    let schema = &answers[answer.status.to_string()]["content"]["application/json"]["schema"];
    let pointer = schema["$ref"].as_str().unwrap_or_else(|| panic!("{method} {path} {}: {answers}", answer.status));
    let schema = document.pointer(&pointer[1..]).unwrap();
    let known: BTreeSet<&str> = schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
    let required: BTreeSet<&str> = schema["required"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let body = answer.json();
    let there: BTreeSet<&str> = body.as_object().unwrap().keys().map(String::as_str).collect();
    assert!(required.is_subset(&there) && there.is_subset(&known), "{method} {path}: {there:?}, not {known:?}");
}

#[tokio::test]
async fn answers_are_as_described() {
    let world = TestService::new().await;
    let document = document(&world).await;
    assert_eq!(document["servers"][0]["url"], world.service.base_url());
    let tokens = world.token(&world.exchange_of(&world.code().await)).await;
    is_as_described(&document, ("post", "/oauth/token"), &tokens);
    is_as_described(&document, ("post", "/oauth/token"), &world.token(&json!({})).await);
    let access = tokens.json()["access_token"].as_str().unwrap().to_owned();
    is_as_described(&document, ("get", "/me"), &world.me(&access).await);
    is_as_described(&document, ("get", "/me"), &world.me("nonsense").await);
    let ticket = world.http.post(world.url("/tickets")).bearer_auth(&access);
    let ticket = ticket.json(&json!({ "audience": "https://access.example" }));
    is_as_described(&document, ("post", "/tickets"), &Reply::read(ticket.send().await.unwrap()).await);
    for path in ["/healthz", "/readyz", "/developer-apps"] {
        let answer = Reply::read(world.http.get(world.url(path)).send().await.unwrap()).await;
        is_as_described(&document, ("get", path), &answer);
    }
}
