//! Requests that are not in order: who is told, and where.

use stagepass_test_support::{Browser, CALLBACK, Reply, Request, STATE, TestService, answer, html, person, registered};

/// A page, never a redirect, that shows the developer what to fix.
async fn is_explained(world: &TestService, request: &Request, rule: &str) {
    let reply = world.browser().get(&request.path()).await;
    assert_eq!(reply.status, 400, "{request:?}: {}", reply.body);
    assert_eq!(reply.header("location"), "");
    assert_eq!(reply.page(), "error");
    assert!(reply.body.contains(rule), "{rule}: {}", reply.body);
    assert!(reply.body.contains("id=\"remedy\""));
    assert!(reply.header("content-security-policy").contains("form-action 'self';"));
}

/// A page with a link to the redirect URI, and no redirect.
fn is_left_to_the_user(page: &Reply) -> String {
    assert_eq!((page.status, page.page().as_str(), page.header("location")), (400, "error", ""), "{}", page.body);
    assert!(!page.body.contains("http-equiv") && page.body.contains("id=\"remedy\""), "{}", page.body);
    html::way_back(&page.body).expect("a link back to the app")
}

/// Reported at the redirect URI, to a user who has allowed the app before.
async fn is_reported(world: &TestService, browser: &mut Browser, request: &Request, error: &str) -> String {
    let address = browser.get(&request.path()).await.location();
    assert_eq!(is_left_to_the_user(&world.browser().get(&request.path()).await), address, "{request:?}");
    assert!(address.starts_with(CALLBACK), "{address}");
    assert_eq!(answer(&address, "error").unwrap(), error, "{request:?}");
    assert!(!answer(&address, "error_description").unwrap().is_empty());
    assert_eq!(answer(&address, "iss").unwrap(), world.service.base_url());
    assert_eq!(answer(&address, "code"), None);
    address
}

#[tokio::test]
async fn a_bad_client_is_explained_and_never_redirected() {
    let world = TestService::new().await;
    let request = world.request();
    let other = format!("0x{}", "1".repeat(40));
    for (bad, rule) in [
        (request.clone().without("api_key"), "the app is missing"),
        (request.clone().with("api_key", ""), "the app is missing"),
        (request.clone().with("api_key", &other), "no app has this API key"),
        (request.clone().with("api_key", &other).with("app_name", "Radio"), "no app has this API key"),
        (request.clone().with("api_key", "radio"), "api_key or client_id is not an API key"),
        (request.clone().with("client_id", &other), "differ"),
    ] {
        is_explained(&world, &bad, &rule.replace('\'', "&#39;")).await;
    }
    assert_eq!(world.browser().get(&request.with("client_id", &world.app.api_key).path()).await.status, 303);
}

#[tokio::test]
async fn error_redirects_only_users_who_allowed_the_app() {
    let world = TestService::new().await;
    world.service.accounts().add_user(person("other", "Other Listener")).await.unwrap();
    let other_app = registered(&world.service, "Tape Deck", &[CALLBACK]).await;
    let good = world.request();
    let bad = good.clone().with("scope", "admin");

    is_left_to_the_user(&world.browser().get(&bad.path()).await);
    let (mut signed_in, _) = world.signed_in("demo", &good.path()).await;
    is_left_to_the_user(&signed_in.get(&bad.path()).await);
    let mut other_user = world.browser();
    other_user.approve("other", &good.path()).await;
    is_left_to_the_user(&signed_in.get(&bad.path()).await);
    signed_in.approve("demo", &good.clone().with("api_key", &other_app.api_key).path()).await;
    is_left_to_the_user(&signed_in.get(&bad.path()).await);

    // `read` is a consent as well.
    signed_in.approve("demo", &good.with("scope", "read").path()).await;
    let address = signed_in.get(&bad.path()).await.location();
    assert_eq!(answer(&address, "error").as_deref(), Some("invalid_scope"));
    let connected = signed_in.get("/v1/connected-apps").await;
    let part = connected.body.split("<li class=\"panel\">").find(|part| part.contains(&world.app.api_key)).unwrap();
    let remove = html::attribute(part.split_once("<button ").unwrap().1, "data-act").unwrap();
    assert_eq!(signed_in.submit(&connected, &remove, &[]).await.status, 303);
    is_left_to_the_user(&signed_in.get(&bad.path()).await);
    let address = other_user.get(&bad.path()).await.location();
    assert_eq!(answer(&address, "error").as_deref(), Some("invalid_scope"));
}

#[tokio::test]
async fn malformed_request_behind_the_consent_form_never_redirects() {
    let world = TestService::new().await;
    let good = world.request();
    let (mut browser, page) = world.signed_in("demo", &good.path()).await;
    let (bad, form) = (good.with("scope", "admin"), page.form("approve"));
    is_left_to_the_user(&browser.post(&format!("/v1/oauth/consent?{}", bad.query()), &form.fields).await);
}

#[tokio::test]
async fn other_mistakes_are_reported_to_the_app() {
    let world = TestService::new().await;
    let request = world.request();
    let mut browser = world.browser_with_consent(&request).await;
    for (bad, error) in [
        (request.clone().without("response_type"), "invalid_request"),
        (request.clone().with("response_type", "token"), "unsupported_response_type"),
        (request.clone().without("scope"), "invalid_scope"),
        (request.clone().with("scope", "admin"), "invalid_scope"),
        (request.clone().with("scope", "read write"), "invalid_scope"),
        (request.clone().with("response_mode", "form_post"), "invalid_request"),
        (request.clone().with("display", "page"), "invalid_request"),
    ] {
        let address = is_reported(&world, &mut browser, &bad, error).await;
        assert_eq!(answer(&address, "state").unwrap(), STATE);
    }
    let bad = request.with("scope", "admin");
    assert!(is_reported(&world, &mut browser, &bad, "invalid_scope").await.contains("callback#error="));
    let in_query = bad.with("response_mode", "query");
    assert!(is_reported(&world, &mut browser, &in_query, "invalid_scope").await.contains("callback?error="));
}

#[tokio::test]
async fn repeated_parameter_is_rejected_even_if_equal() {
    let world = TestService::new().await;
    let all = world.request().with("response_mode", "fragment").with("display", "popup");
    let mut browser = world.browser_with_consent(&all).await;
    for (name, value) in all.0.clone() {
        for second in [value.as_str(), ""] {
            let doubled = all.clone().and_again(&name, second);
            if ["api_key", "redirect_uri"].contains(&name.as_str()) {
                is_explained(&world, &doubled, &format!("{name} is repeated")).await;
            } else {
                let address = is_reported(&world, &mut browser, &doubled, "invalid_request").await;
                assert!(answer(&address, "error_description").unwrap().contains(&name), "{address}");
            }
        }
    }
    let doubled = all.without("api_key").and_again("client_id", &world.app.api_key).and_again("client_id", "");
    is_explained(&world, &doubled, "client_id is repeated").await;
}

#[tokio::test]
async fn a_state_that_is_none_is_not_returned() {
    let world = TestService::new().await;
    let request = world.request();
    let mut browser = world.browser_with_consent(&request).await;
    for bad in [
        request.clone().without("state"),
        request.clone().and_again("state", "another"),
        request.clone().with("state", "a\0b"),
        request.clone().with("state", "a\r\nSet-Cookie: a=b"),
        request.with("state", &"a".repeat(2_001)),
    ] {
        let address = is_reported(&world, &mut browser, &bad, "invalid_request").await;
        assert_eq!(answer(&address, "state"), None);
    }
}
