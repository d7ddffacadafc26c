//! What the consent page says an app may do, and what it may do.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_test_support::api_client::{ApiClient, sent};

/// The table of permissions, and the API's operations that take an access token, each with its method and path.
async fn described(scene: &ApiClient) -> (Vec<Value>, BTreeSet<(String, String)>) {
    let document = sent(scene.world.http.get(scene.world.url("/openapi.json"))).await.json();
    let mut operations = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let schemes = operation["security"].as_array().cloned().unwrap_or_default();
            if schemes.iter().any(|scheme| scheme.get("accessToken").is_some()) {
                operations.insert((method.clone(), path.clone()));
            }
        }
    }
    (document["x-permissions"].as_array().unwrap().clone(), operations)
}

fn operations_of(permissions: &[Value], scope: &str) -> BTreeSet<(String, String)> {
    let rows = permissions.iter().filter(|permission| permission["scope"] == scope);
    rows.flat_map(|row| serde_json::from_value::<Vec<(String, String)>>(row["operations"].clone()).unwrap()).collect()
}

#[tokio::test]
async fn every_operation_has_a_sentence() {
    let scene = ApiClient::new().await;
    let (permissions, operations) = described(&scene).await;
    let [read, write] = ["read", "write"].map(|scope| operations_of(&permissions, scope));
    assert_eq!(&read | &write, operations);
    let changing: Vec<_> = read.iter().filter(|(method, _)| !["get", "head"].contains(&method.as_str())).collect();
    assert_eq!(changing, [&("post".to_owned(), "/tickets".to_owned())], "a sentence of `read` lets an app change this");
}

#[tokio::test]
async fn read_token_changes_nothing() {
    let scene = ApiClient::new().await;
    let (token, user_id) = scene.add_user("reader", "read").await;
    let (permissions, _) = described(&scene).await;
    let [read, write] = ["read", "write"].map(|scope| operations_of(&permissions, scope));
    for (method, path) in &write - &read {
        let path =
            path.replace("/users/{id}", &format!("/users/{user_id}")).replace("{id}", "1").replace("{track_id}", "1");
        let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
        let request = scene.tus(method.clone(), &path, &token).json(&json!({}));
        let reply = sent(request.header("x-http-method-override", "PATCH")).await;
        assert_eq!(
            (reply.status, reply.error().as_str()),
            (403, "insufficient_scope"),
            "{method} {path}: {}",
            reply.body
        );
    }
}

#[tokio::test]
async fn consent_page_has_each_sentence_of_its_scope() {
    let scene = ApiClient::new().await;
    let (permissions, _) = described(&scene).await;
    for scope in ["read", "write"] {
        let path = scene.world.request().with("scope", scope).path();
        let (_, page) = scene.world.signed_in("demo", &path).await;
        for permission in &permissions {
            let sentence = permission["sentence"].as_str().unwrap();
            let is_granted = scope == "write" || permission["scope"] == "read";
            assert_eq!(page.body.contains(&format!(">{sentence}</li>")), is_granted, "{scope}: {sentence}");
        }
    }
}
