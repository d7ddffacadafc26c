//! Addresses that are almost a registered one, or are one to some readers and not to others: nowhere is any taken for
//! it.

use serde_json::json;
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
use stagepass_test_support::{Reply, Request, TestService, VERIFIER, answer, html, registered};

const MALFORMED: Is = Refused("malformed");
const TRAVERSAL: Is = Refused("traversal");
const RAW_IP: Is = Refused("raw_ip");
const SCHEME: Is = Refused("scheme");
const USERINFO: Is = Refused("userinfo");
const FRAGMENT: Is = Refused("fragment");

const OF_THE_WEB: [(&str, Is); 64] = [
    ("HTTPS://app.example:8443/a/cb?x=1&y=2", Another),
    ("http://app.example:8443/a/cb?x=1&y=2", Another),
    ("https://APP.example:8443/a/cb?x=1&y=2", Another),
    ("https://app.example:8443/A/cb?x=1&y=2", Another),
    ("https://app.example:8443/a/cb/?x=1&y=2", Another),
    ("https://app.example.:8443/a/cb?x=1&y=2", Another),
    ("https://app.example:8443//a/cb?x=1&y=2", Another),
    ("https://app.example:8443/a/./cb?x=1&y=2", Another),
    ("https://app.example:8443/%61/cb?x=1&y=2", Another),
    ("https://app.example:8443/a%2fcb?x=1&y=2", Another),
    ("https://app.example:8443/a%2Fcb?x=1&y=2", Another),
    ("https://app.example:8443/a%252fcb?x=1&y=2", Another),
    ("https://app.example:8443/a/cb%3fx=1&y=2", Another),
    ("https://%61pp.example:8443/a/cb?x=1&y=2", MALFORMED),
    ("https://app.example%3a8443/a/cb?x=1&y=2", MALFORMED),
    ("https://app.example:8443/a/../a/cb?x=1&y=2", TRAVERSAL),
    ("https://app.example:8443/..", TRAVERSAL),
    ("https://app.example:8443/a/%2e%2e/a/cb?x=1&y=2", TRAVERSAL),
    ("https://app.example:8443/a/.%2E/a/cb?x=1&y=2", TRAVERSAL),
    ("https://app.example:8443/a/%252e%252e/a/cb?x=1&y=2", TRAVERSAL),
    ("https://app.example:8443/a\\..\\a/cb?x=1&y=2", TRAVERSAL),
    ("https://app.example:8443/a%5c..%5ca/cb?x=1&y=2", TRAVERSAL),
    ("https://app.example:8443/a/..;/a/cb?x=1&y=2", TRAVERSAL),
    ("https://app.example:8443/a\\cb?x=1&y=2", MALFORMED),
    ("https://user@app.example:8443/a/cb?x=1&y=2", USERINFO),
    ("https://@app.example:8443/a/cb?x=1&y=2", USERINFO),
    ("https://app.example:8443@evil.example/a/cb?x=1&y=2", USERINFO),
    ("https://app.example:8443\\@evil.example/a/cb?x=1&y=2", MALFORMED),
    ("https://evil.example\\.app.example:8443/a/cb?x=1&y=2", MALFORMED),
    ("https://app.example:8443/a/cb?x=1&y=2#", FRAGMENT),
    ("https://app.example:8443/a/cb?x=1&y=2#x", FRAGMENT),
    ("https://app.example/a/cb?x=1&y=2", Another),
    ("https://app.example:443/a/cb?x=1&y=2", Another),
    ("https://app.example:8444/a/cb?x=1&y=2", Another),
    ("https://app.example:08443/a/cb?x=1&y=2", Another),
    ("https://app.example:/a/cb?x=1&y=2", MALFORMED),
    ("https://app.example:8443.evil.example/a/cb?x=1&y=2", MALFORMED),
    ("https://evil.app.example:8443/a/cb?x=1&y=2", Another),
    ("https://app.example.evil.example:8443/a/cb?x=1&y=2", Another),
    ("https://evilapp.example:8443/a/cb?x=1&y=2", Another),
    ("https://evil.example/https://app.example:8443/a/cb?x=1&y=2", Another),
    ("https://evil.example/?https://app.example:8443/a/cb?x=1&y=2", Another),
    ("https://app.example:8443/a/cb", Another),
    ("https://app.example:8443/a/cb?", Another),
    ("https://app.example:8443/a/cb?x=1", Another),
    ("https://app.example:8443/a/cb?y=2&x=1", Another),
    ("https://app.example:8443/a/cb?x=1&y=2&z=3", Another),
    ("https://app.example:8443/a/cb?x=1&x=1&y=2", Another),
    ("https://xn--pp-7lc.example:8443/a/cb?x=1&y=2", Another),
    ("https://\u{430}pp.example:8443/a/cb?x=1&y=2", MALFORMED),
    ("https://\u{ff41}pp.example:8443/a/cb?x=1&y=2", MALFORMED),
    ("https://app\u{3002}example:8443/a/cb?x=1&y=2", MALFORMED),
    ("https://app.ex\u{ad}ample:8443/a/cb?x=1&y=2", MALFORMED),
    (" https://app.example:8443/a/cb?x=1&y=2", MALFORMED),
    ("https://app.example:8443/a/cb?x=1&y=2 ", MALFORMED),
    ("https://app.example:8443/a/cb?x=1&y=2%00", MALFORMED),
    ("https://app.example:8443/a/cb?x=1&y=2%0d%0aSet-Cookie:a=b", MALFORMED),
    ("//app.example:8443/a/cb?x=1&y=2", MALFORMED),
    ("///app.example:8443/a/cb?x=1&y=2", MALFORMED),
    ("/a/cb?x=1&y=2", MALFORMED),
    ("a/cb?x=1&y=2", MALFORMED),
    ("https:app.example:8443/a/cb?x=1&y=2", MALFORMED),
    ("https:/app.example:8443/a/cb?x=1&y=2", MALFORMED),
    ("https:///app.example:8443/a/cb?x=1&y=2", MALFORMED),
];

const OF_THIS_MACHINE: [(&str, Is); 26] = [
    ("http://localhost/callback", Another),
    ("http://localhost:80/callback", Another),
    ("http://localhost:5174/callback", Another),
    ("http://LOCALHOST:5173/callback", Another),
    ("http://localhost.:5173/callback", Another),
    ("http://localhost.evil.example:5173/callback", Another),
    ("http://127.0.0.1:5173/callback", Another),
    ("http://127.0.0.1.:5173/callback", RAW_IP),
    ("http://[::1]:5173/callback", Another),
    ("http://[0:0:0:0:0:0:0:1]:5173/callback", RAW_IP),
    ("http://127.1:5173/callback", RAW_IP),
    ("http://2130706433:5173/callback", RAW_IP),
    ("http://0x7f000001:5173/callback", RAW_IP),
    ("http://0x7f.0.0.1:5173/callback", RAW_IP),
    ("http://017700000001:5173/callback", RAW_IP),
    ("http://0177.0.0.1:5173/callback", RAW_IP),
    ("http://0.0.0.0:5173/callback", RAW_IP),
    ("http://10.0.0.1:5173/callback", RAW_IP),
    ("http://169.254.169.254/callback", RAW_IP),
    ("http://[::]:5173/callback", RAW_IP),
    ("http://[::ffff:127.0.0.1]:5173/callback", RAW_IP),
    ("http://[fe80::1]:5173/callback", RAW_IP),
    ("http://[::1%25lo]:5173/callback", MALFORMED),
    ("http://[::1]evil.example:5173/callback", MALFORMED),
    ("http://[::1:5173/callback", MALFORMED),
    ("http://\u{2460}\u{2461}\u{2466}.0.0.1:5173/callback", MALFORMED),
];

const OF_OTHER_SCHEMES: [(&str, Is); 22] = [
    ("javascript:alert(1)", SCHEME),
    ("JavaScript://app.example:8443/a/cb?x=1&y=2%250aalert(1)", SCHEME),
    ("data:text/html,x", SCHEME),
    ("blob:https://app.example:8443/1", SCHEME),
    ("file:///a/cb", SCHEME),
    ("intent://app.example:8443/a/cb#Intent;scheme=https;end", SCHEME),
    ("vbscript:x", SCHEME),
    ("about:blank", SCHEME),
    ("view-source:https://app.example:8443/a/cb", SCHEME),
    ("ftp://app.example:8443/a/cb?x=1&y=2", SCHEME),
    ("ws://app.example:8443/a/cb?x=1&y=2", SCHEME),
    ("wss://app.example:8443/a/cb?x=1&y=2", SCHEME),
    ("mailto:someone@app.example", SCHEME),
    ("tel:123", SCHEME),
    ("sms:123", SCHEME),
    ("market://details", SCHEME),
    ("ms-settings:privacy", SCHEME),
    ("web+music:play", SCHEME),
    ("urn:ietf:wg:oauth:2.0:oob", SCHEME),
    ("httpss://app.example:8443/a/cb?x=1&y=2", AnotherScheme),
    ("com.example.radio:/callback", AnotherScheme),
    ("com.example.radio://app.example:8443/a/cb?x=1&y=2", AnotherScheme),
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
    let no_text = OF_NO_TEXT.into_iter().map(|text| (text, MALFORMED));
    OF_THE_WEB.into_iter().chain(OF_THIS_MACHINE).chain(OF_OTHER_SCHEMES).chain(no_text)
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
            json!({
                "grant_type": "authorization_code", "code": answer(&address, "code"), "code_verifier": VERIFIER,
                "client_id": app.api_key, "redirect_uri": redirect_uri,
            })
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
