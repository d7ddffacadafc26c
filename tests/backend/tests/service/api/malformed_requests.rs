//! Requests that no honest client sends: each gets an answer of its own, none an error of the service's, and none
//! leaves anything behind.

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_test_support::{PASSWORD, Reply, TestService, Tokens, answer, sent};

use crate::pages::cross_site::shown;

const FORM: &str = "application/x-www-form-urlencoded";
const JSON: &str = "application/json";

async fn send(world: &TestService, path: &str, content_type: &str, body: impl Into<reqwest::Body>) -> Reply {
    sent(world.ask(Method::POST, path, "").header("content-type", content_type).body(body)).await
}

fn is_refused(reply: &Reply, case: &str) {
    assert_eq!((reply.status, reply.error().as_str()), (400, "invalid_request"), "{case}: {}", reply.body);
}

/// The members of an object of texts, as a form.
fn form_of(object: &Value) -> String {
    let pairs = object.as_object().unwrap().iter().map(|(name, value)| (name, value.as_str().unwrap()));
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

#[tokio::test]
async fn token_and_revoke_reject_invalid_or_doubled_parameters() {
    let world = TestService::new().await;
    let (code, tokens) = (world.code().await, world.login().await);
    let key = &world.app.api_key;
    let renewal = json!({ "grant_type": "refresh_token", "refresh_token": tokens.refresh, "client_id": key });
    let revocation = json!({ "token": tokens.refresh, "client_id": key });
    for (path, good) in
        [("/oauth/token", world.exchange_of(&code)), ("/oauth/token", renewal), ("/oauth/revoke", revocation)]
    {
        for (name, value) in good.as_object().unwrap() {
            let field = form_of(&json!({ name: value }));
            for bad in ["%00", "%FF", &format!("&{field}"), &format!("&{name}=")] {
                let body = form_of(&good).replace(&field, &format!("{field}{bad}"));
                is_refused(&send(&world, path, FORM, body).await, &format!("{path} {name} {bad}"));
            }
            let member = format!("\"{name}\":{value}");
            let (list, doubled) = (format!("[{value}]"), format!("{value},{member}"));
            for bad in [r#""x\u0000""#, "1", "true", "[]", r#"{"$ne":""}"#, &list, &doubled] {
                let body = good.to_string().replace(&member, &format!("\"{name}\":{bad}"));
                is_refused(&send(&world, path, JSON, body).await, &format!("{path} {name} {bad}"));
            }
        }
    }
    assert_eq!(world.token(&world.exchange_of(&code)).await.status, 200, "none of it touched the code");
    assert_eq!(world.refresh(&tokens.refresh).await.status, 200, "nor the tokens");
}

#[tokio::test]
async fn bodies_that_are_not_what_they_say() {
    let world = TestService::new().await;
    let code = world.code().await;
    let good = world.exchange_of(&code).to_string();
    let deep = format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000));
    for path in ["/oauth/token", "/oauth/revoke"] {
        for (content_type, body) in [
            (JSON, String::new()),
            (JSON, "null".to_owned()),
            (JSON, "[]".to_owned()),
            (JSON, "\"text\"".to_owned()),
            (JSON, good[1..].to_owned()),
            (JSON, format!("{good}{good}")),
            (JSON, format!("\u{feff}{good}")),
            (JSON, form_of(&world.exchange_of(&code))),
            (JSON, good.replacen('{', &format!("{{\"x\":{deep},"), 1)),
            (JSON, good.replacen('{', "{\"x\":\"\\ud800\",", 1)),
            (FORM, String::new()),
            (FORM, good.clone()),
            ("text/plain", good.clone()),
        ] {
            is_refused(&send(&world, path, content_type, body.clone()).await, &format!("{content_type}: {body:.80}"));
        }
        let not_utf8 = [good.as_bytes(), b"\xff"].concat();
        is_refused(&send(&world, path, JSON, not_utf8).await, "not UTF-8");
        send(&world, path, JSON, format!("{good}{}", " ".repeat(32 << 10))).await.is_error(413, "invalid_request");
    }
    let spelt = send(&world, "/oauth/token", "Application/JSON ;charset=\"UTF-8\"", good).await.with_status(200);
    assert_eq!(world.me(&Tokens::of(&spelt).access).await.status, 200);
}

#[tokio::test]
async fn client_credentials_are_rejected_as_invalid_client() {
    let world = TestService::new().await;
    let (code, tokens) = (world.code().await, world.login().await);
    let revocation = json!({ "token": tokens.refresh, "client_id": world.app.api_key });
    for (path, body) in [("/oauth/token", world.exchange_of(&code)), ("/oauth/revoke", revocation)] {
        for secret in [&world.app.api_secret, ""] {
            let request = world.ask(Method::POST, path, "").json(&body).basic_auth(&world.app.api_key, Some(secret));
            let reply = sent(request).await;
            assert_eq!(reply.failure(), (401, "invalid_client".to_owned()), "{path}");
            assert_eq!(reply.header("www-authenticate"), "Basic realm=\"stagepass\"");
            assert!(secret.is_empty() || !reply.body.contains(secret));
        }
        for name in ["client_secret", "client_assertion"] {
            let mut body = body.clone();
            body[name] = json!(world.app.api_secret);
            let reply = sent(world.ask(Method::POST, path, "").json(&body)).await;
            assert_eq!(reply.failure(), (401, "invalid_client".to_owned()), "{path} {name}");
            assert_eq!(reply.header("www-authenticate"), "", "no scheme was used");
        }
    }
    let mut without_client = world.exchange_of(&code);
    without_client.as_object_mut().unwrap().remove("client_id");
    without_client["api_key"] = json!(world.app.api_key);
    is_refused(&world.token(&without_client).await, "at this endpoint the key is called client_id");
    let beside = world.ask(Method::POST, "/oauth/token", &tokens.access).json(&world.exchange_of(&code));
    let reply = sent(beside).await;
    assert_eq!(reply.status, 200, "a bearer token is nobody's credential here: {}", reply.body);
}

#[tokio::test]
async fn parameters_in_the_address_are_not_read() {
    let world = TestService::new().await;
    let code = world.code().await;
    let body = world.exchange_of(&code);
    let query = form_of(&body);
    is_refused(&send(&world, &format!("/oauth/token?{query}"), FORM, "").await, "query");
    for method in [Method::GET, Method::PUT, Method::DELETE, Method::PATCH] {
        assert_eq!(sent(world.ask(method, &format!("/oauth/token?{query}"), "")).await.status, 405);
    }
    assert_eq!(world.token(&body).await.status, 200);
}

#[tokio::test]
async fn an_authorization_request_is_not_read_without_end() {
    let world = TestService::new().await;
    let padded = world.request().with("origin", &"x".repeat(16 << 10));
    let reply = world.browser().get(&padded.path()).await;
    assert_eq!((reply.status, reply.page().as_str(), reply.header("location")), (414, "error", ""));
    let padded = format!("/v1/sign-in?next=/v1/oauth/authorize?{}", padded.query());
    assert_eq!(world.browser().get(&padded).await.page(), "sign-in");

    // The longest that is read goes all the way: as `next` it is encoded twice.
    let state = "\u{1f3b5}".repeat(500);
    let uri = format!("https://app.example/{}", "~".repeat(1_980));
    let app = stagepass_test_support::registered(&world.service, "Long", &[&uri]).await;
    let longest = world.request().with("api_key", &app.api_key).with("redirect_uri", &uri).with("state", &state);
    let address = world.approve(&longest).await;
    assert_eq!(answer(&address, "state").unwrap(), state);
}

#[tokio::test]
async fn malformed_page_form_is_rejected_without_effect() {
    let world = TestService::new().await;
    let (browser, pages) = shown(&world).await;
    for (page, button) in &pages {
        let form = page.form(button);
        let mut fields = form.fields.clone();
        fields.extend([("handle".to_owned(), "demo".to_owned()), ("password".to_owned(), PASSWORD.to_owned())]);
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(&fields).finish();
        let address = format!("{}{}", world.service.origin(), form.action);
        for (content_type, body, status) in [
            (FORM, format!("{body}&x={}", "x".repeat(32 << 10)), 413),
            ("text/plain", body.clone(), 415),
            (FORM, format!("{body}&csrf="), 403),
            (FORM, body.replace("csrf=", "csrf=%00"), 403),
        ] {
            let request = world.ask(Method::POST, &address, "").header("cookie", browser.cookie_header());
            let reply = sent(request.header("content-type", content_type).body(body)).await;
            assert_eq!((reply.status, reply.page().as_str()), (status, "error"), "{button} {content_type}");
            assert!(!reply.headers.contains_key("set-cookie") && !reply.headers.contains_key("location"));
        }
    }
    let mut browser = browser;
    assert_eq!(browser.get("/v1/account").await.page(), "account", "still signed in");
    assert_eq!(browser.submit(&pages[0].0, "approve", &[]).await.status, 303, "and the form is as good as before");
}

#[tokio::test]
async fn handle_that_is_no_text_is_unknown() {
    let world = TestService::new().await;
    let path = world.request().path();
    for (handle, password) in
        [("demo\0", PASSWORD), ("demo", "correct\0horse battery"), ("\r\n", PASSWORD), ("demo\u{fffd}", PASSWORD)]
    {
        let reply = world.browser().try_sign_in(handle, password, &path).await;
        assert_eq!((reply.status, reply.page().as_str()), (400, "sign-in"), "{handle:?}");
        assert!(!reply.headers.contains_key("set-cookie"));
    }
}
