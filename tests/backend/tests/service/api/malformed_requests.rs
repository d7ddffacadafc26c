//! Requests that no honest client sends: each gets an answer of its own, none an error of the service's, and none
//! leaves anything behind.

use reqwest::Method;
use serde_json::{Value, json};
use stagepass_test_support::{CALLBACK, PASSWORD, Reply, TestService, Tokens, VERIFIER, answer, sent};

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

/// The bodies of an exchange and of a revocation, as forms, with the value of one parameter replaced by these
/// percent-encoded bytes.
fn spoilt_forms(world: &TestService, code: &str, refresh: &str, value: &str) -> Vec<(&'static str, String)> {
    let exchange = [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("code_verifier", VERIFIER),
        ("client_id", &world.app.api_key),
        ("redirect_uri", CALLBACK),
    ];
    let renewal = [("grant_type", "refresh_token"), ("refresh_token", refresh), ("client_id", &world.app.api_key)];
    let revocation = [("token", refresh), ("client_id", &world.app.api_key)];
    let mut bodies = Vec::new();
    for (path, fields) in
        [("/oauth/token", &exchange[..]), ("/oauth/token", &renewal[..]), ("/oauth/revoke", &revocation[..])]
    {
        for (spoilt, _) in fields {
            let field = |(name, text): &(&str, &str)| {
                if name == spoilt { format!("{name}={text}{value}") } else { format!("{name}={text}") }
            };
            bodies.push((path, fields.iter().map(field).collect::<Vec<_>>().join("&")));
        }
    }
    bodies
}

#[tokio::test]
async fn token_and_revoke_reject_control_and_invalid_characters() {
    let world = TestService::new().await;
    let (code, tokens) = (world.code().await, world.login().await);
    for value in ["%00", "%0D%0A", "%7F", "%C2%85", "%FF", "%C0%AE", "%ED%A0%80"] {
        for (path, body) in spoilt_forms(&world, &code, &tokens.refresh, value) {
            is_refused(&send(&world, path, FORM, body.clone()).await, &body);
        }
    }
    for value in ["\0", "\r\n", "\u{7f}", "\u{85}", "\u{fffd}"] {
        let mut body = world.exchange_of(&code);
        for name in ["grant_type", "code", "code_verifier", "client_id", "redirect_uri"] {
            let good = body[name].take();
            body[name] = json!(format!("{}{value}", good.as_str().unwrap()));
            is_refused(&world.token(&body).await, name);
            body[name] = good;
        }
        is_refused(&world.revoke(&format!("{}{value}", tokens.refresh), &json!(world.app.api_key)).await, "token");
    }
    assert_eq!(world.token(&world.exchange_of(&code)).await.status, 200, "none of it touched the code");
    assert_eq!(world.refresh(&tokens.refresh).await.status, 200, "nor the tokens");
}

#[tokio::test]
async fn doubled_parameters_at_token_and_revoke() {
    let world = TestService::new().await;
    let (code, tokens) = (world.code().await, world.login().await);
    let doubled = |text: &str, mark: &str| format!("{text}{mark}{text}");
    for (path, body) in spoilt_forms(&world, &code, &tokens.refresh, "") {
        for field in body.split('&') {
            is_refused(&send(&world, path, FORM, format!("{body}&{field}")).await, field);
            let emptied = format!("{body}&{}=", field.split('=').next().unwrap());
            is_refused(&send(&world, path, FORM, emptied).await, field);
        }
    }
    for name in ["grant_type", "code", "code_verifier", "client_id", "redirect_uri"] {
        let body = world.exchange_of(&code);
        let member = format!("\"{name}\":{}", body[name]);
        let body = body.to_string().replace(&member, &doubled(&member, ","));
        is_refused(&send(&world, "/oauth/token", JSON, body).await, name);
    }
    let member = format!("\"token\":\"{}\"", tokens.refresh);
    let body = format!("{{{},\"client_id\":\"{}\"}}", doubled(&member, ","), world.app.api_key);
    is_refused(&send(&world, "/oauth/revoke", JSON, body).await, "token");
    assert_eq!(world.token(&world.exchange_of(&code)).await.status, 200);
    assert_eq!(world.refresh(&tokens.refresh).await.status, 200);
}

#[tokio::test]
async fn bodies_that_are_not_what_they_say() {
    let world = TestService::new().await;
    let code = world.code().await;
    let good = world.exchange_of(&code).to_string();
    let form = form_of(&world.exchange_of(&code));
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
            (JSON, form.clone()),
            (JSON, good.replacen('{', &format!("{{\"x\":{deep},"), 1)),
            (JSON, good.replacen('{', "{\"x\":\"\\ud800\",", 1)),
            (FORM, String::new()),
            (FORM, good.clone()),
            ("text/plain", good.clone()),
            ("text/plain", form.clone()),
            ("application/json, text/plain", good.clone()),
            ("application/json; charset=utf-16", good.clone()),
            ("application/x-www-form-urlencoded; charset=iso-8859-1", form.clone()),
            ("multipart/form-data; boundary=x", form.clone()),
            ("", good.clone()),
        ] {
            is_refused(&send(&world, path, content_type, body.clone()).await, &format!("{content_type}: {body:.80}"));
        }
        let not_utf8 = [good.as_bytes(), b"\xff"].concat();
        is_refused(&send(&world, path, JSON, not_utf8).await, "not UTF-8");
        let twice = world.ask(Method::POST, path, "").header("content-type", JSON).header("content-type", FORM);
        is_refused(&sent(twice.body(good.clone())).await, "two types");
        send(&world, path, JSON, format!("{good}{}", " ".repeat(32 << 10))).await.is_error(413, "invalid_request");
    }
    let spelt = send(&world, "/oauth/token", "Application/JSON ;charset=\"UTF-8\"", good).await.with_status(200);
    assert_eq!(world.me(&Tokens::of(&spelt).access).await.status, 200);
}

#[tokio::test]
async fn values_of_another_type() {
    let world = TestService::new().await;
    let code = world.code().await;
    for value in [json!(1), json!(true), json!([]), json!({}), json!([code]), json!({ "$ne": "" })] {
        for name in ["grant_type", "code", "code_verifier", "client_id", "redirect_uri"] {
            let mut body = world.exchange_of(&code);
            body[name] = value.clone();
            is_refused(&world.token(&body).await, name);
        }
        is_refused(&world.revoke("token", &value).await, "client_id");
    }
    assert_eq!(world.token(&world.exchange_of(&code)).await.status, 200);
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
    let cookie: Vec<String> = browser.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    for (page, button) in &pages {
        let form = page.form(button);
        let mut fields = form.fields.clone();
        fields.extend([("handle".to_owned(), "demo".to_owned()), ("password".to_owned(), PASSWORD.to_owned())]);
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(&fields).finish();
        let address = format!("{}{}", world.service.origin(), form.action);
        for (content_type, body, status) in [
            (FORM, format!("{body}&x={}", "x".repeat(32 << 10)), 413),
            ("text/plain", body.clone(), 415),
            ("multipart/form-data; boundary=x", body.clone(), 415),
            (JSON, "{}".to_owned(), 415),
            (FORM, format!("{body}&csrf="), 403),
            (FORM, body.replace("csrf=", "csrf=%00"), 403),
        ] {
            let request = world.ask(Method::POST, &address, "").header("cookie", cookie.join("; "));
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

#[tokio::test]
async fn control_character_in_a_path_is_rejected() {
    let world = TestService::new().await;
    let access = world.login().await.access;
    for path in
        ["/pictures/%00/150x150", "/pictures/a/%00", "/uploads/%00", "/tracks/%00", "/users/1%0a/tracks", "/%7f"]
    {
        let reply = sent(world.ask(Method::GET, path, &access).header("tus-resumable", "1.0.0")).await;
        assert_eq!(reply.status, 400, "{path}");
    }
}
