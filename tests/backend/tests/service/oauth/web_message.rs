//! `response_mode=web_message`: the response as JSON, for the script of the consent page.

use serde_json::json;
use stagepass_test_support::{Browser, CALLBACK, Reply, Request, STATE, TestService, Tokens, answer, html, registered};

fn request(world: &TestService) -> Request {
    world.request().with("response_mode", "web_message")
}

async fn consent_page(world: &TestService, request: &Request) -> (Browser, Reply) {
    let (browser, page) = world.signed_in("demo", &request.path()).await;
    assert_eq!(page.page(), "consent");
    (browser, page)
}

/// Sends the form as the script does.
async fn fetched(browser: &mut Browser, page: &Reply, button: &str, filled: &[(&str, &str)]) -> Reply {
    browser.headers = vec![("accept", "application/json"), ("sec-fetch-site", "same-origin")];
    let reply = browser.submit(page, button, filled).await;
    browser.headers.clear();
    reply
}

#[tokio::test]
async fn approval_is_json_with_a_good_code() {
    let world = TestService::new().await;
    let (mut browser, page) = consent_page(&world, &request(&world)).await;
    let reply = fetched(&mut browser, &page, "approve", &[]).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "application/json"), "{}", reply.body);
    assert_eq!((reply.header("cache-control"), reply.header("referrer-policy")), ("no-store", "no-referrer"));
    assert_eq!((reply.header("location"), reply.header("access-control-allow-origin")), ("", ""));
    let body = reply.json();
    let code = body["response"]["code"].as_str().unwrap();
    let iss = world.service.base_url();
    let expected = json!({ "code": code, "state": STATE, "iss": iss, "token_format": "form" });
    assert_eq!(body["response"], expected);
    let address = body["address"].as_str().unwrap();
    assert!(address.starts_with(&format!("{CALLBACK}#")), "{address}");
    assert_eq!(answer(address, "code").as_deref(), Some(code));
    // Both ways have the same code, which is exchanged once.
    let exchanged = world.token(&world.exchange_of(code)).await;
    assert_eq!(world.me(&Tokens::of(&exchanged).access).await.status, 200);
    assert_eq!(world.token(&world.exchange_of(code)).await.error(), "invalid_grant");
}

#[tokio::test]
async fn denial_is_json_too() {
    let world = TestService::new().await;
    let (mut browser, page) = consent_page(&world, &request(&world)).await;
    let body = fetched(&mut browser, &page, "deny", &[]).await.json();
    let response = &body["response"];
    assert_eq!((&response["error"], &response["state"]), (&json!("access_denied"), &json!(STATE)));
    assert_eq!(response["iss"], json!(world.service.base_url()));
    assert!(response.get("code").is_none() && !response["error_description"].as_str().unwrap().is_empty());
    assert_eq!(answer(body["address"].as_str().unwrap(), "error").as_deref(), Some("access_denied"));
}

#[tokio::test]
async fn form_of_a_browser_redirects_with_the_fragment() {
    let world = TestService::new().await;
    for accept in [None, Some("text/html,application/xhtml+xml,*/*;q=0.8"), Some("*/*")] {
        let (mut browser, page) = consent_page(&world, &request(&world)).await;
        browser.headers = accept.map(|accept| ("accept", accept)).into_iter().collect();
        let address = browser.submit(&page, "approve", &[]).await.location();
        assert!(address.starts_with(&format!("{CALLBACK}#code=")), "{address}");
    }
}

#[tokio::test]
async fn json_request_needs_csrf_token_and_same_site() {
    let world = TestService::new().await;
    let (mut browser, page) = consent_page(&world, &request(&world)).await;
    for csrf in ["", "x", &"A".repeat(59)] {
        fetched(&mut browser, &page, "approve", &[("csrf", csrf)]).await.is_page(403, "error");
    }
    browser.headers = vec![("accept", "application/json"), ("sec-fetch-site", "cross-site")];
    assert_eq!(browser.submit(&page, "approve", &[]).await.status, 403);
    // A form of another request: the mode is part of what the user was asked.
    browser.headers = vec![("accept", "application/json")];
    let form = page.form("approve");
    let other = format!("/v1/oauth/consent?{}", world.request().query());
    assert_eq!(browser.post(&other, &form.fields).await.status, 403);
    // The session has ended: the script leaves it to the browser.
    browser.cookies.clear();
    assert!(browser.submit(&page, "approve", &[]).await.location().starts_with("/v1/sign-in"));
}

#[tokio::test]
async fn other_modes_and_layouts_answer_no_script() {
    let world = TestService::new().await;
    for request in [
        world.request(),
        world.request().with("response_mode", "query"),
        request(&world).with("display", "fullScreen"),
        world.unregistered_request("Radio").with("response_mode", "web_message"),
    ] {
        let (mut browser, page) = consent_page(&world, &request).await;
        assert!(!page.body.contains("web_message.js") && !page.body.contains("data-sent"));
        assert!(!page.header("content-security-policy").contains("connect-src"));
        let address = fetched(&mut browser, &page, "approve", &[]).await.location();
        assert!(answer(&address, "code").is_some(), "{address}");
    }
}

#[tokio::test]
async fn page_has_static_script_and_connects_to_self() {
    let world = TestService::new().await;
    let (mut browser, page) = consent_page(&world, &request(&world)).await;
    assert!(page.body.contains("<script src=\"/v1/assets/web_message.js\" defer></script>"), "{}", page.body);
    assert!(page.body.contains("<script src=\"/v1/assets/guard.js\" defer data-confirm=\""));
    let policy = page.header("content-security-policy");
    for rule in ["script-src 'self'", "connect-src 'self'", "form-action 'self' http://localhost:5173"] {
        assert!(policy.split("; ").any(|part| part == rule), "{rule}: {policy}");
    }
    let script = browser.get("/v1/assets/web_message.js").await;
    assert_eq!((script.status, script.header("content-type")), (200, "text/javascript; charset=utf-8"));
    assert!(!script.body.contains("\"*\""));
}

#[tokio::test]
async fn custom_schemes_and_plain_http_are_refused() {
    let world = TestService::new().await;
    let uris = ["com.example.deck:/cb", "http://deck.example/cb", "http://localhost.deck.example/cb"];
    let good = ["https://deck.example/cb", "http://LOCALHOST/cb", "http://127.0.0.2:99/cb", "http://[::1]:5173/cb"];
    let app = registered(&world.service, "Tape Deck", &[&uris[..], &good].concat()).await;
    let request = |uri| Request::new(&app.api_key, uri).with("response_mode", "web_message");
    for uri in uris {
        let page = world.browser().get(&request(uri).path()).await;
        assert_eq!((page.status, page.page().as_str()), (400, "error"), "{uri}");
        let address = html::way_back(&page.body).unwrap();
        assert!(address.starts_with(&format!("{uri}#error=invalid_request")), "{address}");
    }
    for uri in good {
        let (_, page) = consent_page(&world, &request(uri)).await;
        assert!(page.body.contains("web_message.js"), "{uri}");
    }
}
