//! A whole login: sign in, approve, exchange, call.

use reqwest::Method;
use serde_json::Value;
use stagepass_test_support::{CALLBACK, PASSWORD, STATE, TestService, Tokens, answer, sent};

#[tokio::test]
async fn from_the_authorization_address_to_the_profile() {
    let world = TestService::new().await;
    let address = world.approve(&world.request()).await;
    assert!(address.starts_with(&format!("{CALLBACK}#code=")), "{address}");
    assert_eq!(answer(&address, "state").unwrap(), STATE);
    assert_eq!(answer(&address, "iss").unwrap(), world.service.base_url());

    let reply = world.token(&world.exchange_of(&answer(&address, "code").unwrap())).await.with_status(200);
    assert_eq!(reply.header("cache-control"), "no-store");
    let tokens = reply.json();
    assert_eq!(tokens["token_type"], "Bearer");
    assert_eq!(tokens["expires_in"], 3600);
    assert_eq!(tokens["scope"], "write");

    let me = world.me(&Tokens::of(&reply).access).await.with_status(200);
    assert_eq!(me.json()["handle"], "demo");
}

/// As OAuth libraries do: `client_id`, a response in the query, and form-encoded token requests.
#[tokio::test]
async fn standard_client_signs_in_with_query_and_forms() {
    let world = TestService::new().await;
    let capitals = world.app.api_key.to_uppercase().replace("0X", "0x");
    let request = world.request().without("api_key").with("client_id", &capitals).with("response_mode", "query");
    let address = world.approve(&request).await;
    assert!(address.starts_with(&format!("{CALLBACK}?code=")), "{address}");

    let code = answer(&address, "code").unwrap();
    let send = |body: &Value| sent(world.ask(Method::POST, "/oauth/token", "").form(body));
    let first = send(&world.exchange_of(&code)).await.with_status(200);

    let second = send(&world.refresh_of(&Tokens::of(&first).refresh)).await.with_status(200);
    assert_ne!(Tokens::of(&second), Tokens::of(&first));
}

#[tokio::test]
async fn unknown_parameters_are_ignored_and_never_echoed() {
    let world = TestService::new().await;
    let request = world.request().with("origin", "https://evil.example").and_again("origin", "https://evil.example");
    let mut browser = world.browser();
    let to_sign_in = browser.get(&request.path()).await.location();
    assert!(!to_sign_in.contains("evil"), "{to_sign_in}");
    let form = browser.get(&to_sign_in).await;
    let next = browser.submit(&form, "sign-in", &[("handle", "demo"), ("password", PASSWORD)]).await.location();
    let consent = browser.get(&request.path()).await;
    let address = browser.submit(&consent, "approve", &[]).await.location();
    for text in [form.body, next, consent.body, address] {
        assert!(!text.contains("evil"), "{text}");
    }
}

#[tokio::test]
async fn a_denial_is_reported() {
    let world = TestService::new().await;
    let own = "com.example.radio:/callback";
    for (uri, mode, start) in [(CALLBACK, "fragment", format!("{CALLBACK}#")), (own, "query", format!("{own}?"))] {
        let request = world.request().with("redirect_uri", uri).with("response_mode", mode);
        let address = world.browser().decide(("demo", PASSWORD), &request.path(), "deny").await;
        assert!(address.starts_with(&format!("{start}error=access_denied&")), "{address}");
        assert_eq!(answer(&address, "state").unwrap(), STATE);
        assert_eq!(answer(&address, "iss").unwrap(), world.service.base_url());
        assert_eq!(answer(&address, "code"), None);
    }
}
