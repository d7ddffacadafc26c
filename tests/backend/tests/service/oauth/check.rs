//! `GET /oauth/check`: what an app learns about its own configuration.

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_test_support::{CALLBACK, TestService, sent};

async fn check(world: &TestService, query: &[(&str, &str)]) -> Value {
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(query).finish();
    let request = world.ask(Method::GET, &format!("/oauth/check?{query}"), "").header("origin", "https://app.example");
    let reply = sent(request).await;
    assert_eq!((reply.status, reply.header("cache-control")), (200, "no-store"));
    assert_eq!(reply.header("access-control-allow-origin"), "*");
    reply.json()
}

#[tokio::test]
async fn registered_app_and_redirect_uri_are_accepted() {
    let world = TestService::new().await;
    for client in ["api_key", "client_id"] {
        let query = [(client, world.app.api_key.as_str()), ("redirect_uri", CALLBACK)];
        assert_eq!(check(&world, &query).await, json!({ "ok": true }), "{client}");
    }
    let unregistered = [("app_name", "Radio"), ("redirect_uri", "https://radio.example/cb")];
    assert_eq!(check(&world, &unregistered).await, json!({ "ok": true }));
}

#[tokio::test]
async fn broken_rule_is_named_with_its_remedy() {
    let world = TestService::new().await;
    let key = world.app.api_key.as_str();
    let other = format!("0x{}", "1".repeat(40));
    let slash = format!("{CALLBACK}/");
    for (client, uri, parameter, rule) in [
        (("api_key", other.as_str()), CALLBACK, "client", "unknown"),
        (("api_key", "radio"), CALLBACK, "client", "malformed"),
        (("app_name", key), CALLBACK, "client", "name"),
        (("other", ""), CALLBACK, "client", "missing"),
        (("api_key", key), "https://evil.example/", "redirect_uri", "not_registered"),
        (("api_key", key), &slash, "redirect_uri", "not_registered"),
        (("api_key", key), "http://10.0.0.1/cb", "redirect_uri", "raw_ip"),
        (("api_key", key), "", "redirect_uri", "parameter"),
        (("app_name", "Radio"), "com.example.app:/cb", "redirect_uri", "custom_scheme"),
    ] {
        let answer = check(&world, &[client, ("redirect_uri", uri)]).await;
        let problem = &answer["problem"];
        assert_eq!(
            (&answer["ok"], &problem["parameter"], &problem["rule"]),
            (&json!(false), &json!(parameter), &json!(rule))
        );
        assert!(problem["message"].as_str().unwrap().len() > 10, "{answer}");
        let remedy = problem["remedy"].as_str().unwrap();
        assert!(remedy.ends_with('.') && remedy.contains("a final slash") == (uri == slash), "{answer}");
        assert!(!answer.to_string().contains(CALLBACK), "registered addresses are not revealed: {answer}");
    }
}
