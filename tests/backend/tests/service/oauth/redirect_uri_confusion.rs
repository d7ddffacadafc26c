//! Addresses that are almost a registered one, or are one to some readers and not to others: nowhere is any taken for
//! it.

use stagepass_backend::accounts::{AddAppError, AppDetailsError, NewApp, RegisteredApp};

const WEB: &str = "https://app.example:8443/a/cb?x=1&y=2";
const LOCAL: &str = "http://localhost:5173/callback";

/// What there is to say of an address that is not registered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Is {
    /// Breaks this rule for every client.
    Refused(&'static str),
    /// Keeps the rules: another address than the registered one, and good where it is itself registered.
    Another,
    /// Likewise, of a scheme that an app must be registered for.
    AnotherScheme,
}

use Is::{Another, AnotherScheme, Refused};
use stagepass_test_support::{Reply, Request, TestService, answer, html, registered};

const MALFORMED: Is = Refused("malformed");
const TRAVERSAL: Is = Refused("traversal");
const RAW_IP: Is = Refused("raw_ip");
const SCHEME: Is = Refused("scheme");
const USERINFO: Is = Refused("userinfo");
const FRAGMENT: Is = Refused("fragment");

/// Separated by spaces: of the web, of this machine, of other schemes.
const VARIANTS: [(&str, Is); 10] = [
    (
        "HTTPS://app.example:8443/a/cb?x=1&y=2 http://app.example:8443/a/cb?x=1&y=2 \
         https://APP.example:8443/a/cb?x=1&y=2 https://app.example:8443/A/cb?x=1&y=2 \
         https://app.example:8443/a/cb/?x=1&y=2 https://app.example.:8443/a/cb?x=1&y=2 \
         https://app.example:8443//a/cb?x=1&y=2 https://app.example:8443/a/./cb?x=1&y=2 \
         https://app.example:8443/%61/cb?x=1&y=2 https://app.example:8443/a%2fcb?x=1&y=2 \
         https://app.example:8443/a%2Fcb?x=1&y=2 https://app.example:8443/a%252fcb?x=1&y=2 \
         https://app.example:8443/a/cb%3fx=1&y=2 https://app.example/a/cb?x=1&y=2 \
         https://app.example:443/a/cb?x=1&y=2 https://app.example:8444/a/cb?x=1&y=2 \
         https://app.example:08443/a/cb?x=1&y=2 https://evil.app.example:8443/a/cb?x=1&y=2 \
         https://app.example.evil.example:8443/a/cb?x=1&y=2 https://evilapp.example:8443/a/cb?x=1&y=2 \
         https://evil.example/https://app.example:8443/a/cb?x=1&y=2 \
         https://evil.example/?https://app.example:8443/a/cb?x=1&y=2 https://app.example:8443/a/cb \
         https://app.example:8443/a/cb? https://app.example:8443/a/cb?x=1 https://app.example:8443/a/cb?y=2&x=1 \
         https://app.example:8443/a/cb?x=1&y=2&z=3 https://app.example:8443/a/cb?x=1&x=1&y=2 \
         https://xn--pp-7lc.example:8443/a/cb?x=1&y=2",
        Another,
    ),
    (
        "https://%61pp.example:8443/a/cb?x=1&y=2 https://app.example%3a8443/a/cb?x=1&y=2 \
         https://app.example:8443/a\\cb?x=1&y=2 https://app.example:8443\\@evil.example/a/cb?x=1&y=2 \
         https://evil.example\\.app.example:8443/a/cb?x=1&y=2 https://app.example:/a/cb?x=1&y=2 \
         https://app.example:8443.evil.example/a/cb?x=1&y=2 https://\u{430}pp.example:8443/a/cb?x=1&y=2 \
         https://\u{ff41}pp.example:8443/a/cb?x=1&y=2 https://app\u{3002}example:8443/a/cb?x=1&y=2 \
         https://app.ex\u{ad}ample:8443/a/cb?x=1&y=2 https://app.example:8443/a/cb?x=1&y=2%00 \
         https://app.example:8443/a/cb?x=1&y=2%0d%0aSet-Cookie:a=b //app.example:8443/a/cb?x=1&y=2 \
         ///app.example:8443/a/cb?x=1&y=2 /a/cb?x=1&y=2 a/cb?x=1&y=2 https:app.example:8443/a/cb?x=1&y=2 \
         https:/app.example:8443/a/cb?x=1&y=2 https:///app.example:8443/a/cb?x=1&y=2",
        MALFORMED,
    ),
    (
        "https://app.example:8443/a/../a/cb?x=1&y=2 https://app.example:8443/.. \
         https://app.example:8443/a/%2e%2e/a/cb?x=1&y=2 https://app.example:8443/a/.%2E/a/cb?x=1&y=2 \
         https://app.example:8443/a/%252e%252e/a/cb?x=1&y=2 https://app.example:8443/a\\..\\a/cb?x=1&y=2 \
         https://app.example:8443/a%5c..%5ca/cb?x=1&y=2 https://app.example:8443/a/..;/a/cb?x=1&y=2",
        TRAVERSAL,
    ),
    (
        "https://user@app.example:8443/a/cb?x=1&y=2 https://@app.example:8443/a/cb?x=1&y=2 \
         https://app.example:8443@evil.example/a/cb?x=1&y=2",
        USERINFO,
    ),
    ("https://app.example:8443/a/cb?x=1&y=2# https://app.example:8443/a/cb?x=1&y=2#x", FRAGMENT),
    (
        "http://localhost/callback http://localhost:80/callback http://localhost:5174/callback \
         http://LOCALHOST:5173/callback http://localhost.:5173/callback http://localhost.evil.example:5173/callback \
         http://127.0.0.1:5173/callback http://[::1]:5173/callback",
        Another,
    ),
    (
        "http://127.0.0.1.:5173/callback http://[0:0:0:0:0:0:0:1]:5173/callback http://127.1:5173/callback \
         http://2130706433:5173/callback http://0x7f000001:5173/callback http://0x7f.0.0.1:5173/callback \
         http://017700000001:5173/callback http://0177.0.0.1:5173/callback http://0.0.0.0:5173/callback \
         http://10.0.0.1:5173/callback http://169.254.169.254/callback http://[::]:5173/callback \
         http://[::ffff:127.0.0.1]:5173/callback http://[fe80::1]:5173/callback",
        RAW_IP,
    ),
    (
        "http://[::1%25lo]:5173/callback http://[::1]evil.example:5173/callback http://[::1:5173/callback \
         http://\u{2460}\u{2461}\u{2466}.0.0.1:5173/callback",
        MALFORMED,
    ),
    (
        "javascript:alert(1) JavaScript://app.example:8443/a/cb?x=1&y=2%250aalert(1) data:text/html,x \
         blob:https://app.example:8443/1 file:///a/cb intent://app.example:8443/a/cb#Intent;scheme=https;end \
         vbscript:x about:blank view-source:https://app.example:8443/a/cb ftp://app.example:8443/a/cb?x=1&y=2 \
         ws://app.example:8443/a/cb?x=1&y=2 wss://app.example:8443/a/cb?x=1&y=2 mailto:someone@app.example tel:123 \
         sms:123 market://details ms-settings:privacy web+music:play urn:ietf:wg:oauth:2.0:oob",
        SCHEME,
    ),
    (
        "httpss://app.example:8443/a/cb?x=1&y=2 com.example.radio:/callback \
         com.example.radio://app.example:8443/a/cb?x=1&y=2",
        AnotherScheme,
    ),
];

/// Characters that no parameter may have, at any position.
const OF_NO_TEXT: [&str; 6] = [
    "https://app.example:8443/a/cb?x=1&y=2\0",
    "https://app.example\0.evil.example:8443/a/cb?x=1&y=2",
    "https://app.exa\tmple:8443/a/cb?x=1&y=2",
    "https://app.exa\nmple:8443/a/cb?x=1&y=2",
    "https://app.example:8443/a/cb?x=1&y=2\r\nSet-Cookie: a=b",
    "java\tscript:alert(1)",
];

fn variants() -> impl Iterator<Item = (&'static str, Is)> {
    let all = VARIANTS.into_iter().flat_map(|(uris, is)| uris.split(' ').map(move |uri| (uri, is)));
    let with_spaces = [" https://app.example:8443/a/cb?x=1&y=2", "https://app.example:8443/a/cb?x=1&y=2 "];
    all.chain(with_spaces.into_iter().chain(OF_NO_TEXT).map(|text| (text, MALFORMED)))
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
        let reply = world.browser().get(&request(&world, &app, variant).path()).await;
        leads_nowhere(&reply, variant);
    }
    for registered in [WEB, LOCAL] {
        assert_eq!(world.browser().get(&request(&world, &app, registered).path()).await.status, 303);
    }
}

#[tokio::test]
async fn unregistered_app_may_use_only_allowed_redirect_uris() {
    let world = TestService::new().await;
    for (variant, is) in variants() {
        let request = world.unregistered_request("Cool Radio").with("redirect_uri", variant);
        let reply = world.browser().get(&request.path()).await;
        match is {
            Refused(_) => leads_nowhere(&reply, variant),
            AnotherScheme => {
                leads_nowhere(&reply, variant);
                assert!(reply.body.contains("only a registered app"), "{variant:?}");
            }
            Another => assert!(reply.location().starts_with("/v1/sign-in?next="), "{variant:?}"),
        }
    }
}

#[tokio::test]
async fn redirect_uri_breaking_a_rule_is_not_registered() {
    let world = TestService::new().await;
    for (variant, is) in variants() {
        let new = NewApp {
            owner: "demo".to_owned(),
            name: "Confused".to_owned(),
            redirect_uris: vec![variant.to_owned()],
            ..NewApp::default()
        };
        match (world.service.accounts().add_app(new).await, is) {
            (Err(AddAppError::Details(AppDetailsError::RedirectUri { text, rule, .. })), Refused(name)) => {
                assert!(variant.starts_with(&text), "{variant:?}: {text:?}");
                assert_eq!(rule.name(), name, "{variant:?}");
            }
            (Ok(app), Another | AnotherScheme) => assert_eq!(app.redirect_uris, [variant]),
            (Ok(_), Refused(rule)) => panic!("{variant:?} was registered, and breaks the rule {rule}"),
            (Err(error), _) => panic!("{variant:?}: {error}"),
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
        for variant in variants().map(|(variant, _)| variant).chain([other]) {
            let reply = world.token(&exchange(variant)).await;
            let expected = if OF_NO_TEXT.contains(&variant) { "invalid_request" } else { "invalid_grant" };
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
