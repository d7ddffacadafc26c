//! What stock clients find out by themselves.

use reqwest::Method;
use serde_json::Value;
use stagepass_test_support::{Request, TestService, answer, registered, sent};

async fn metadata(world: &TestService) -> Value {
    let address = format!("{}/.well-known/oauth-authorization-server/v1", world.service.origin());
    sent(world.ask(Method::GET, &address, "")).await.json()
}

fn listed<'a>(metadata: &'a Value, member: &str) -> Vec<&'a str> {
    metadata[member].as_array().unwrap().iter().map(|value| value.as_str().unwrap()).collect()
}

/// Every listed value is accepted, and others are not.
#[tokio::test]
async fn endpoints_accept_exactly_the_metadata_values() {
    const HTTPS: &str = "https://deck.example/callback";
    let world = TestService::new().await;
    let app = registered(&world.service, "Tape Deck", &[HTTPS]).await;
    let request = Request::new(&app.api_key, HTTPS);
    let mut browser = world.browser_with_consent(&request).await;
    let metadata = metadata(&world).await;
    for (member, parameter, expected, other) in [
        ("scopes_supported", "scope", &["read", "write"][..], "openid"),
        ("response_types_supported", "response_type", &["code"], "token"),
        ("response_modes_supported", "response_mode", &["fragment", "query", "web_message"], "form_post"),
        ("code_challenge_methods_supported", "code_challenge_method", &["S256"], "plain"),
        ("prompt_values_supported", "prompt", &["none", "login", "consent", "select_account"], "create"),
    ] {
        let values = listed(&metadata, member);
        assert_eq!(values, expected);
        for value in values.into_iter().chain([other]) {
            let reply = browser.get(&request.clone().with(parameter, value).path()).await;
            let error = reply.location_or_none().and_then(|address| answer(address, "error"));
            assert_eq!(error.is_some(), value == other, "{parameter}={value}: {error:?}");
        }
    }
    let grants = listed(&metadata, "grant_types_supported");
    for grant_type in grants.into_iter().chain(["password"]) {
        let body = serde_json::json!({ "grant_type": grant_type, "client_id": world.app.api_key });
        let is_unsupported = world.token(&body).await.error() == "unsupported_grant_type";
        assert_eq!(is_unsupported, grant_type == "password", "{grant_type}");
    }
    for member in ["token_endpoint_auth_methods_supported", "revocation_endpoint_auth_methods_supported"] {
        assert_eq!(listed(&metadata, member), ["none"]);
    }
    for language in listed(&metadata, "ui_locales_supported") {
        let page = browser.get(&request.clone().with("ui_locales", language).path()).await;
        assert_eq!(page.header("content-language"), language);
    }
}

#[tokio::test]
async fn the_issuers_metadata_names_addresses_that_exist() {
    let world = TestService::new().await;
    let metadata = metadata(&world).await;
    assert_eq!(metadata["issuer"], world.service.base_url());
    assert_eq!(metadata["code_challenge_methods_supported"][0], "S256");
    assert_eq!(metadata["authorization_response_iss_parameter_supported"], true);
    for (member, status) in [
        ("authorization_endpoint", 400),
        ("client_check_endpoint", 200),
        ("end_session_endpoint", 200),
        ("token_endpoint", 405),
        ("revocation_endpoint", 405),
        ("introspection_endpoint", 405),
    ] {
        let endpoint = metadata[member].as_str().unwrap();
        assert_eq!(sent(world.ask(Method::GET, endpoint, "")).await.status, status, "{member}");
    }
}

/// RFC 9728: a client that only knows the API finds the authorization server.
#[tokio::test]
async fn metadata_of_the_api_names_its_authorization_server() {
    let world = TestService::new().await;
    let unauthorized = world.me("").await;
    let challenge = unauthorized.header("www-authenticate");
    let url = challenge.split('"').nth(1).unwrap();
    let reply = sent(world.ask(Method::GET, url, "").header("origin", "https://app.example")).await;
    assert_eq!(reply.header("access-control-allow-origin"), "*");
    let metadata = reply.json();
    assert_eq!(metadata["resource"], world.service.base_url());
    assert_eq!(listed(&metadata, "authorization_servers"), [world.service.base_url()]);
    assert_eq!(listed(&metadata, "scopes_supported"), ["read", "write"]);
    assert_eq!(listed(&metadata, "bearer_methods_supported"), ["header"]);
    // An upload has another CORS layer.
    let upload = sent(world.ask(Method::POST, "/uploads", "").header("origin", "https://app.example")).await;
    assert_eq!(upload.header("www-authenticate"), challenge);
    let exposed = upload.header("access-control-expose-headers");
    assert!(exposed.contains("www-authenticate"), "{exposed}");
}
