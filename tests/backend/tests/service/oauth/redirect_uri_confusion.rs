//! Addresses that are almost a registered one, or are one to some readers and not to others: nowhere is any taken for
//! it.

use stagepass_backend::accounts::RegisteredApp;
use stagepass_test_support::{Reply, Request, TestService, answer, html, registered};

use super::redirect_uri_vectors::vectors;
use Is::{Another, AnotherScheme, Refused};

const WEB: &str = "https://app.example:8443/a/cb?x=1&y=2";
const LOCAL: &str = "http://localhost:5173/callback";

/// What there is to say of an address that is not registered.
#[derive(Debug, Clone)]
enum Is {
    /// Breaks a rule for every client.
    Refused,
    /// Keeps the rules: another address than the registered one, and good where it is itself registered.
    Another,
    /// Likewise, of a scheme that an app must be registered for.
    AnotherScheme,
}

/// Near the registered ones, and good by the rules.
const OTHERS: &str = "\
    HTTPS://app.example:8443/a/cb?x=1&y=2 http://app.example:8443/a/cb?x=1&y=2 https://APP.example:8443/a/cb?x=1&y=2 \
    https://app.example:8443/A/cb?x=1&y=2 https://app.example:8443/a/cb/?x=1&y=2 \
    https://app.example.:8443/a/cb?x=1&y=2 https://app.example:8443//a/cb?x=1&y=2 \
    https://app.example:8443/a/./cb?x=1&y=2 https://app.example:8443/%61/cb?x=1&y=2 \
    https://app.example:8443/a%2fcb?x=1&y=2 https://app.example:8443/a%2Fcb?x=1&y=2 \
    https://app.example:8443/a%252fcb?x=1&y=2 https://app.example:8443/a/cb%3fx=1&y=2 https://app.example/a/cb?x=1&y=2 \
    https://app.example:443/a/cb?x=1&y=2 https://app.example:8444/a/cb?x=1&y=2 https://app.example:08443/a/cb?x=1&y=2 \
    https://evil.app.example:8443/a/cb?x=1&y=2 https://app.example.evil.example:8443/a/cb?x=1&y=2 \
    https://evilapp.example:8443/a/cb?x=1&y=2 https://evil.example/https://app.example:8443/a/cb?x=1&y=2 \
    https://evil.example/?https://app.example:8443/a/cb?x=1&y=2 https://app.example:8443/a/cb \
    https://app.example:8443/a/cb? https://app.example:8443/a/cb?x=1 https://app.example:8443/a/cb?y=2&x=1 \
    https://app.example:8443/a/cb?x=1&y=2&z=3 https://app.example:8443/a/cb?x=1&x=1&y=2 \
    https://xn--pp-7lc.example:8443/a/cb?x=1&y=2 http://localhost/callback http://localhost:80/callback \
    http://localhost:5174/callback http://LOCALHOST:5173/callback http://localhost.:5173/callback \
    http://localhost.evil.example:5173/callback http://127.0.0.1:5173/callback http://[::1]:5173/callback";

const OF_ANOTHER_SCHEME: &str = "\
    httpss://app.example:8443/a/cb?x=1&y=2 com.example.radio:/callback \
    com.example.radio://app.example:8443/a/cb?x=1&y=2";

/// Those, and each URI of the vectors that is refused.
fn variants() -> Vec<(String, Is)> {
    let others = OTHERS.split(' ').map(|uri| (uri.to_owned(), Another));
    let of_another_scheme = OF_ANOTHER_SCHEME.split(' ').map(|uri| (uri.to_owned(), AnotherScheme));
    let vectors = vectors();
    let refused = vectors["refused"]
        .as_array()
        .unwrap()
        .iter()
        .map(|vector| (vector["uri"].as_str().unwrap().to_owned(), Refused));
    others.chain(of_another_scheme).chain(refused.filter(|(uri, _)| !uri.is_empty())).collect()
}

async fn world() -> (TestService, RegisteredApp) {
    let world = TestService::new().await;
    let app = registered(&world.service, "Confused", &[WEB, LOCAL]).await;
    (world, app)
}

fn request(world: &TestService, app: &RegisteredApp, redirect_uri: &str) -> Request {
    world.request().with("api_key", &app.api_key).with("redirect_uri", redirect_uri)
}

/// A page that leads nowhere: no redirect, no link, picture or form but the service's own.
fn leads_nowhere(reply: &Reply, variant: &str) {
    assert_eq!((reply.status, reply.page().as_str()), (400, "error"), "{variant:?}");
    assert!(!reply.headers.contains_key("location") && !reply.headers.contains_key("refresh"), "{variant:?}");
    for name in ["href", "src", "action", "formaction", "content"] {
        for value in html::attributes(&reply.body, name) {
            let is_own = name == "content" || value.starts_with("/v1/");
            assert!(is_own && !value.contains("url="), "{variant:?}: {name}={value}");
        }
    }
    assert!(reply.header("content-security-policy").contains("form-action 'self';"), "{variant:?}");
}

#[tokio::test]
async fn variant_of_registered_redirect_uri_is_rejected() {
    let (world, app) = world().await;
    for (variant, _) in variants() {
        let reply = world.browser().get(&request(&world, &app, &variant).path()).await;
        leads_nowhere(&reply, &variant);
    }
    for registered in [WEB, LOCAL] {
        assert_eq!(world.browser().get(&request(&world, &app, registered).path()).await.status, 303);
    }
}

#[tokio::test]
async fn unregistered_app_may_use_only_allowed_redirect_uris() {
    let world = TestService::new().await;
    for (variant, is) in variants() {
        let request = world.unregistered_request("Cool Radio").with("redirect_uri", &variant);
        let reply = world.browser().get(&request.path()).await;
        match is {
            Refused => leads_nowhere(&reply, &variant),
            AnotherScheme => {
                leads_nowhere(&reply, &variant);
                assert!(reply.body.contains("only a registered app"), "{variant:?}");
            }
            Another => assert!(reply.location().starts_with("/v1/sign-in?next="), "{variant:?}"),
        }
    }
}

#[tokio::test]
async fn exchange_with_variant_of_redirect_uri_is_rejected() {
    let (world, app) = world().await;
    for registered in [WEB, LOCAL] {
        let address = world.approve(&request(&world, &app, registered)).await;
        let exchange = |redirect_uri: &str| {
            stagepass_test_support::exchange(&app.api_key, redirect_uri, &answer(&address, "code").unwrap())
        };
        let other = if registered == WEB { LOCAL } else { WEB };
        for variant in variants().into_iter().map(|(variant, _)| variant).chain([other.to_owned()]) {
            let reply = world.token(&exchange(&variant)).await;
            let expected = if variant.contains(char::is_control) { "invalid_request" } else { "invalid_grant" };
            assert_eq!((reply.status, reply.error().as_str()), (400, expected), "{variant:?}");
        }
        let reply = world.token(&exchange(registered)).await;
        assert_eq!(reply.status, 200, "the code is as good as before: {}", reply.body);
    }
}

#[tokio::test]
async fn unregistered_uri_gets_no_redirect_for_other_errors() {
    let (world, app) = world().await;
    let evil = request(&world, &app, "https://evil.example/");
    for bad in [
        evil.clone().without("state"),
        evil.clone().with("state", "\0"),
        evil.clone().with("response_type", "token"),
        evil.clone().with("response_mode", "form_post"),
        evil.clone().with("response_mode", "web_message"),
        evil.clone().with("scope", "admin"),
        evil.clone().with("display", "page"),
        evil.clone().without("code_challenge"),
        evil.clone().with("code_challenge_method", "plain"),
        evil.clone().and_again("scope", "read"),
        evil.clone().with("prompt", "none"),
        evil.clone().with("request_uri", WEB),
        evil.clone().and_again("redirect_uri", WEB),
        request(&world, &app, WEB).and_again("redirect_uri", "https://evil.example/"),
    ] {
        leads_nowhere(&world.browser().get(&bad.path()).await, &bad.query());
        let mut browser = world.browser();
        let page = browser.post(&format!("/v1/oauth/consent?{}", bad.query()), &[]).await;
        leads_nowhere(&page, &bad.query());
    }
}
