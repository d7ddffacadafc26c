//! What a body may be.

use reqwest::Method;
use reqwest::header::CONTENT_TYPE;
use serde_json::json;
use stagepass_test_support::{CALLBACK, Reply, TestService};

use super::{Developer, sent};

impl Developer<'_> {
    async fn post(&self, content_type: &str, body: impl Into<reqwest::Body>) -> Reply {
        sent(self.change(Method::POST, "").header(CONTENT_TYPE, content_type).body(body)).await
    }
}

#[tokio::test]
async fn json_and_nothing_else() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let body = json!({ "name": "Radio", "redirectUris": [CALLBACK] }).to_string();
    for content_type in ["", "text/plain", "application/x-www-form-urlencoded"] {
        let reply = developer.post(content_type, body.clone()).await;
        assert_eq!((reply.status, reply.error().as_str()), (415, "invalid_request"), "{content_type}");
    }
    assert_eq!(developer.post("Application/JSON; charset=utf-8", body).await.status, 201);
    let deep = format!("{{\"name\": {}1{}}}", "[".repeat(10_000), "]".repeat(10_000));
    for broken in ["", "[]", "null", "\"x\"", "{", "{\"name\": \"\\ud800\"}", "{} {}", &deep] {
        let reply = developer.post("application/json", broken.to_owned()).await;
        reply.is_error(400, "invalid_request");
        assert_eq!(reply.json().get("field"), None, "the whole body is wrong");
    }
    assert_eq!(developer.post("application/json", &b"{\"name\": \"\xff\"}"[..]).await.status, 400);
}

#[tokio::test]
async fn a_member_of_the_wrong_form_is_named() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let uris = r#""redirectUris": ["https://app.example/cb"]"#;
    let name = r#""name": "Radio""#;
    let mut rows = vec![
        (format!("{{{uris}}}"), "name", "missing"),
        (format!(r#"{{"name": null, {uris}}}"#), "name", "missing"),
        (format!(r#"{{"name": 1, {uris}}}"#), "name", "type"),
        (format!(r"{{{name}, {name}, {uris}}}"), "name", "duplicate"),
        (format!(r#"{{{name}, {uris}, "description": {{}}}}"#), "description", "type"),
        (format!("{{{name}}}"), "redirectUris", "missing"),
        (format!(r#"{{{name}, "redirectUris": null}}"#), "redirectUris", "missing"),
        (format!(r#"{{{name}, "redirectUris": "https://app.example/cb"}}"#), "redirectUris", "type"),
        (format!(r#"{{{name}, {uris}, "redirect\u0055ris": []}}"#), "redirectUris", "duplicate"),
        (format!(r#"{{{name}, "redirectUris": []}}"#), "redirectUris", "count"),
        (format!(r#"{{{name}, "redirectUris": ["my.app:/", 7]}}"#), "redirectUris[1]", "type"),
    ];
    let lifetimes = "299 0 -1 3153600001 3600.5 \"3600\" []";
    for (field, rule, values) in [
        ("sessionIdleSeconds", "lifetime", lifetimes),
        ("sessionLongestSeconds", "lifetime", lifetimes),
        ("dpop_bound_access_tokens", "type", "\"true\" 1 [] {}"),
    ] {
        rows.extend(values.split(' ').map(|value| (format!(r#"{{{name}, {uris}, "{field}": {value}}}"#), field, rule)));
    }
    for (body, field, rule) in rows {
        for method in [Method::POST, Method::PUT] {
            let path = if method == Method::POST { String::new() } else { format!("/{}", world.app.api_key) };
            let request = developer.change(method, &path).header(CONTENT_TYPE, "application/json").body(body.clone());
            let reply = sent(request).await;
            let json = reply.json();
            assert_eq!((reply.status, json["error"].as_str()), (400, Some("invalid_request")), "{body}");
            assert_eq!((json["field"].as_str(), json["rule"].as_str()), (Some(field), Some(rule)), "{body}");
            assert!(json["error_description"].as_str().unwrap().len() > 10);
        }
    }
    assert_eq!(developer.names().await, ["Late Night Radio"]);
}

#[tokio::test]
async fn unknown_members_are_ignored() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let body = r#"{"api_key": "0x00", "owner_id": 7, "x": {"name": []}, "x": DEEP, "bearer_token": "chosen",
                   "description": "", "name": "Radio", "redirectUris": ["https://app.example/cb"]}"#;
    let body = body.replace("DEEP", &format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000)));
    let made = developer.post("application/json", body).await.with_status(201);
    assert_ne!(made.json()["bearer_token"], "chosen");
    assert_ne!(made.json()["api_key"], "0x00");
    assert_eq!(made.json()["description"], serde_json::Value::Null, "empty is none");
}

#[tokio::test]
async fn largest_app_fits_and_larger_body_is_rejected() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let longest = |at: usize| format!("https://app.example/{at:02}{}", "a".repeat(1_978));
    let uris: Vec<String> = (0..50).map(longest).collect();
    assert!(uris.iter().all(|uri| uri.len() == 2_000));
    let (name, description) = ("é".repeat(50), "é".repeat(160));
    let made = developer.create(&json!({ "name": name, "description": description, "redirectUris": uris })).await;
    assert_eq!(made.status, 201, "{}", made.body);
    assert_eq!(made.json()["redirectUris"], json!(uris));
    let padded = format!("{{\"x\": \"{}\"}}", "a".repeat(140_000));
    developer.post("application/json", padded).await.is_error(413, "invalid_request");
}
