//! An address, looked at while it is typed.

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_test_support::TestService;

use super::rules::vectors;
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
    for vector in vectors("accepted") {
        assert_eq!(developer.check(vector["uri"].as_str().unwrap()).await, json!({ "ok": true }), "{vector}");
    }
    for vector in vectors("refused") {
        let (uri, rule) = (vector["uri"].as_str().unwrap(), &vector["rule"]);
        let checked = developer.check(uri).await;
        assert_eq!((&checked["ok"], &checked["rule"]), (&json!(false), rule), "{vector}");
        let words = checked["message"].as_str().unwrap();
        let saved = developer.create(&json!({ "name": "Radio", "redirectUris": [uri] })).await;
        assert_eq!(&saved.json()["rule"], rule, "{vector}");
        assert!(saved.json()["error_description"].as_str().unwrap().ends_with(words), "{words}");
    }
}

#[tokio::test]
async fn malformed_or_long_address_names_its_rule() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let long = format!("https://app.example/{}", "a".repeat(1_981));
    for (uri, rule) in [
        ("", "malformed"),
        ("h", "malformed"),
        ("https://", "malformed"),
        ("https://app.example/\r\nx", "malformed"),
        ("https://app.example/\0", "malformed"),
        ("https://bücher.example/", "malformed"),
        (&*"\u{1f469}".repeat(500), "malformed"),
        (&*long, "too_long"),
    ] {
        let checked = developer.check(uri).await;
        assert_eq!((&checked["ok"], &checked["rule"]), (&json!(false), &json!(rule)), "{uri:?}");
        assert!(checked["message"].as_str().unwrap().len() > 10);
    }
}

#[tokio::test]
async fn one_address_by_somebody_who_is_signed_in() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    for query in ["", "?", "?url=https://app.example/", "?uri=a.b:/&uri=c.d:/"] {
        let reply = sent(developer.request(Method::GET, &format!("/redirect-uri{query}"))).await;
        assert_eq!((reply.status, reply.error().as_str()), (400, "invalid_request"), "{query}");
    }
    let nobody = sent(world.http.get(world.url("/developer-apps/redirect-uri?uri=https://app.example/"))).await;
    assert_eq!((nobody.status, nobody.error().as_str()), (401, "login_required"));
    let elsewhere = developer.request(Method::GET, "/redirect-uri?uri=a.b:/").header("sec-fetch-site", "cross-site");
    assert_eq!(sent(elsewhere).await.status, 403);
}
