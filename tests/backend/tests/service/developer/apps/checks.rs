//! An address, looked at while it is typed.

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_test_support::{CALLBACK, TestService};

use super::rules::refused;
use super::{Developer, sent};

impl Developer<'_> {
    async fn check(&self, uri: &str) -> Value {
        let query = form_urlencoded::Serializer::new(String::new()).append_pair("uri", uri).finish();
        let reply = sent(self.request(Method::GET, &format!("/redirect-uri?{query}"))).await;
        assert_eq!(reply.status, 200, "{uri}: {}", reply.body);
        reply.json()
    }
}

#[tokio::test]
async fn it_says_what_saving_would_say() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    for uri in ["https://app.example/callback?from=app", "exp+myapp://callback/path?x=1"] {
        assert_eq!(developer.check(uri).await, json!({ "ok": true }), "{uri}");
    }
    for (uri, rule) in [
        ("", "malformed"),
        ("https://app.example/callback\n", "malformed"),
        ("https://app.example/callback#", "fragment"),
        ("http://10.0.0.1/callback", "raw_ip"),
        ("javascript:alert(1)", "scheme"),
    ] {
        let checked = developer.check(uri).await;
        assert_eq!((&checked["ok"], &checked["rule"]), (&json!(false), &json!(rule)), "{uri:?}");
        let saved = developer.create(&json!({ "name": "Radio", "redirectUris": [CALLBACK, uri] })).await;
        assert_eq!(refused(&saved), ("redirectUris[1]".to_owned(), rule.to_owned()), "{uri:?}");
        let words = checked["message"].as_str().unwrap();
        assert!(saved.json()["error_description"].as_str().unwrap().ends_with(words), "{words}");
    }
    let long = format!("https://app.example/{}", "a".repeat(1_981));
    assert_eq!(developer.check(&long).await["rule"], "too_long");
}

#[tokio::test]
async fn signed_in_user_checks_one_address() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    for query in ["", "?", "?url=https://app.example/", "?uri=a.b:/&uri=c.d:/"] {
        let reply = sent(developer.request(Method::GET, &format!("/redirect-uri{query}"))).await;
        assert_eq!((reply.status, reply.error().as_str()), (400, "invalid_request"), "{query}");
    }
    let signed_out = sent(world.http.get(world.url("/developer-apps/redirect-uri?uri=https://app.example/"))).await;
    signed_out.is_error(401, "login_required");
    let elsewhere = developer.request(Method::GET, "/redirect-uri?uri=a.b:/").header("sec-fetch-site", "cross-site");
    assert_eq!(sent(elsewhere).await.status, 403);
}
