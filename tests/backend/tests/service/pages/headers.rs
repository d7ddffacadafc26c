//! How the pages are sent: what browsers are told to let them do.

use reqwest::Method;
use serde_json::json;
use stagepass_backend::Settings;
use stagepass_backend::base_url::BaseUrl;
use stagepass_test_support::{CALLBACK, PASSWORD, Reply, TestService, Tokens, html, registered, sent};

fn form_action(reply: &Reply) -> String {
    let policy = reply.header("content-security-policy").to_owned();
    let rules = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; frame-ancestors 'none'; \
                 base-uri 'none'";
    for rule in rules.split("; ") {
        assert!(policy.split("; ").any(|part| part == rule), "{rule}: {policy}");
    }
    policy.split("; ").find_map(|rule| rule.strip_prefix("form-action ")).unwrap().to_owned()
}

#[tokio::test]
async fn every_page_is_strict_and_frameless() {
    let world = TestService::new().await;
    let mut browser = world.browser();
    let path = world.request().path();
    let form = browser.sign_in_page(&path).await;
    let consent = browser.submit(&form, "sign-in", &[("handle", "demo"), ("password", PASSWORD)]).await.location();
    let sign_up = world.browser().get("/v1/sign-up").await;
    let mut pages = vec![(form, ""), (browser.get(&consent).await, ""), (sign_up, "")];
    // A popup needs its opener. No popup shows the pages of an account.
    for (path, opener_policy) in [
        ("/v1/oauth/authorize", ""),
        ("/v1", ""),
        ("/", ""),
        ("/v1/account", "same-origin"),
        ("/v1/oauth/end-session", "same-origin"),
        ("/v1/my-tracks", "same-origin"),
        ("/v1/connected-apps", "same-origin"),
        ("/v1/apps", "same-origin"),
        ("/v1/apps/new", "same-origin"),
        (&format!("/v1/apps/{}", world.app.api_key), "same-origin"),
    ] {
        pages.push((browser.get(path).await, opener_policy));
    }
    for (page, opener_policy) in pages {
        form_action(&page);
        assert_eq!((page.header("x-frame-options"), page.header("cache-control")), ("DENY", "no-store"));
        assert_eq!(page.header("cross-origin-opener-policy"), opener_policy);
        assert_eq!(page.header("cross-origin-resource-policy"), "same-origin");
        assert_eq!(page.header("access-control-allow-origin"), "");
        assert!(!page.body.contains("<script>") && !page.body.contains("style=") && !page.body.contains(" onclick"));
    }
}

#[tokio::test]
async fn every_response_forbids_caching_framing_and_referrer() {
    let world = TestService::new().await;
    let good = world.request();
    let (mut browser, consent) = world.signed_in("demo", &good.path()).await;
    let on_a_phone = good.clone().with("redirect_uri", "com.example.radio:/callback");
    let plain = |method: Method, path: &str| sent(world.ask(method, path, "").header("accept", "text/html"));
    let mut answers = vec![
        ("the way to sign in", world.browser().get(&good.path()).await),
        ("a client that is unknown", browser.get(&good.clone().without("api_key").path()).await),
        ("a mistake that is reported", browser.get(&good.clone().with("scope", "x").path()).await),
        ("a mistake that is reported on a page", browser.get(&on_a_phone.with("scope", "x").path()).await),
        ("a request without end", browser.get(&good.clone().with("x", &"x".repeat(17_000)).path()).await),
        ("the question", consent.clone()),
        ("a form of nobody's", browser.submit(&consent, "approve", &[("csrf", "x")]).await),
        ("no decision", browser.submit(&consent, "approve", &[("decision", "x")]).await),
        ("a denial", browser.submit(&consent, "deny", &[]).await),
        ("an approval", browser.submit(&consent, "approve", &[]).await),
        ("a password that is wrong", world.browser().try_sign_in("demo", "x", &good.path()).await),
        ("what is no form", plain(Method::POST, "/oauth/consent").await),
        ("a method that there is not", plain(Method::DELETE, "/oauth/authorize").await),
        ("a preflight of a page", plain(Method::OPTIONS, "/oauth/authorize").await),
        ("a page that there is not", plain(Method::GET, "/nothing").await),
        ("an address that can't be", plain(Method::GET, "/%00").await),
        ("an exchange that fails", world.token(&json!({})).await),
        ("a body of no type", plain(Method::POST, "/oauth/token").await),
        ("nobody's profile", plain(Method::GET, "/me").await),
        ("a revocation", world.revoke("x", &json!(world.app.api_key)).await),
    ];
    let exchanged = world.token(&world.exchange_of(&world.code().await)).await;
    answers.push(("a profile", world.me(&Tokens::of(&exchanged).access).await));
    answers.push(("an exchange", exchanged));
    for (what, answer) in answers {
        assert_eq!(answer.header("cache-control"), "no-store", "{what}");
        assert_eq!(answer.header("x-frame-options"), "DENY", "{what}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{what}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{what}");
        let is_page = answer.header("content-type").starts_with("text/html");
        assert!(!is_page || form_action(&answer).starts_with("'self'"), "{what}");
        assert!(!(300..400).contains(&answer.status) || answer.status == 303, "{what}: a form is never sent on");
    }
}

#[tokio::test]
async fn csp_form_action_allows_only_validated_target() {
    let world = TestService::new().await;
    for (uri, expected) in [
        (CALLBACK, "'self' http://localhost:5173"),
        ("com.example.radio:/callback", "'self' com.example.radio:"),
        ("https://App.Example/cb", "'self' https://app.example"),
        ("http://[::1]:5173/cb", "'self' http:"),
    ] {
        let app = registered(&world.service, "Other", &[uri]).await;
        let path = world.request().with("api_key", &app.api_key).with("redirect_uri", uri).path();
        let mut browser = world.browser();
        let sign_in = browser.sign_in_page(&path).await;
        assert_eq!(form_action(&sign_in), expected);
        let next = browser.submit(&sign_in, "sign-in", &[("handle", "demo"), ("password", PASSWORD)]).await;
        assert_eq!(form_action(&browser.get(&next.location()).await), expected);
        let failed = world.browser().try_sign_in("demo", "wrong password", &path).await;
        assert_eq!(form_action(&failed), expected);
        let sign_up = world.browser().get(&html::link(&sign_in.body, "to-sign-up").unwrap()).await;
        assert_eq!(form_action(&sign_up), expected);
    }
    assert_eq!(form_action(&world.browser().get("/v1/sign-in").await), "'self'");
}

/// With an HTTPS base URL, they are also `Secure` and named `__Host-`.
#[tokio::test]
async fn cookies_are_http_only_and_same_site() {
    let planted = async |base_url: Option<&str>| {
        let base_url = base_url.map(|url| BaseUrl::parse(url).unwrap());
        let world = TestService::with(Settings { base_url, ..stagepass_test_support::settings() }).await;
        let mut browser = world.browser();
        let form = browser.get("/v1/sign-in").await;
        let signed_in = browser.submit(&form, "sign-in", &[("handle", "demo"), ("password", PASSWORD)]).await;
        assert_eq!(signed_in.status, 303);
        let planted = form.headers.get_all("set-cookie").iter().chain(signed_in.headers.get_all("set-cookie"));
        planted.map(|cookie| cookie.to_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let https = Some("https://music.example/v1");
    for (base_url, prefix, end) in [(None, "", "SameSite=Lax"), (https, "__Host-", "Secure")] {
        let planted = planted(base_url).await;
        let names = planted.iter().map(|cookie| cookie.split('=').next().unwrap().to_owned());
        let expected = ["browser", "session", "device"].map(|name| format!("{prefix}stagepass_{name}"));
        assert!(names.eq(expected), "{planted:?}");
        for cookie in planted {
            assert!(cookie.contains("; Path=/; HttpOnly; SameSite=Lax") && cookie.ends_with(end), "{cookie}");
        }
    }
}

#[tokio::test]
async fn the_pages_assets_are_there() {
    let world = TestService::new().await;
    let mut browser = world.browser();
    for (path, content_type) in [
        ("/v1/assets/pages.css", "text/css; charset=utf-8"),
        ("/v1/assets/apps.js", "text/javascript; charset=utf-8"),
        ("/v1/assets/guard.js", "text/javascript; charset=utf-8"),
        ("/v1/assets/show_password.js", "text/javascript; charset=utf-8"),
        ("/v1/assets/copy.js", "text/javascript; charset=utf-8"),
        ("/v1/assets/player.js", "text/javascript; charset=utf-8"),
        ("/v1/assets/shown_once.js", "text/javascript; charset=utf-8"),
        ("/v1/assets/mark.svg", "image/svg+xml"),
    ] {
        let reply = browser.get(path).await;
        assert_eq!((reply.status, reply.header("content-type")), (200, content_type));
    }
}

#[tokio::test]
async fn root_and_base_say_what_the_service_is() {
    let world = TestService::new().await;
    for path in ["/", "/v1"] {
        let page = world.browser().get(path).await;
        assert_eq!((page.status, page.page().as_str()), (200, "home"), "{path}");
        for (link, address) in [("account", "/v1/account"), ("apps", "/v1/apps"), ("api", "/v1/openapi.json")] {
            assert_eq!(html::link(&page.body, &format!("to-{link}")).as_deref(), Some(address), "{path}");
        }
    }
}

#[tokio::test]
async fn an_address_that_is_none_says_so() {
    let world = TestService::new().await;
    sent(world.ask(Method::GET, "/nothing", "")).await.is_error(404, "not_found");
    sent(world.ask(Method::GET, "/<nothing>", "").header("accept", "text/html")).await.is_page(404, "error");
}
