//! The page on which a user also signs out of the service, after an app has signed the user out.

use stagepass_backend::Settings;
use stagepass_test_support::{Browser, CALLBACK, PASSWORD, Reply, TestService, Tokens, registered};

const PAGE: &str = "/v1/oauth/end-session";
const HOME: &str = "https://radio.example/";

async fn signed_in(world: &TestService) -> Browser {
    world.signed_in("demo", "/v1/account").await.0
}

async fn is_signed_in(browser: &mut Browser) -> bool {
    browser.get("/v1/account").await.status == 200
}

fn query(pairs: &[(&str, &str)]) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    format!("{PAGE}?{query}")
}

/// The addresses that the page links to, apart from its style sheet and icon.
fn links(page: &Reply) -> Vec<String> {
    let links = page.body.split("<a ").skip(1).filter_map(|link| link.split("href=\"").nth(1)?.split('"').next());
    links.map(|link| link.replace("&#38;", "&")).collect()
}

#[tokio::test]
async fn sign_out_needs_click_and_returns_with_state() {
    let world = TestService::new().await;
    let app = registered(&world.service, "Night Radio", &["https://radio.example/callback"]).await;
    let mut browser = signed_in(&world).await;
    let path = query(&[("client_id", &app.api_key), ("post_logout_redirect_uri", HOME), ("state", "a&b c")]);
    let expected = "https://radio.example/?state=a%26b%20c";

    let page = browser.get(&path).await;
    page.is_page(200, "end-session");
    assert!(page.body.contains("Night Radio") && page.body.contains("@demo"), "{}", page.body);
    assert_eq!(links(&page), [expected], "the way without signing out");
    assert!(page.header("content-security-policy").contains("form-action 'self' https://radio.example;"));
    assert!(is_signed_in(&mut browser).await, "a link alone changes nothing");

    assert_eq!(browser.submit(&page, "end-session", &[]).await.location(), expected);
    assert!(!is_signed_in(&mut browser).await);

    let after = browser.get(&path).await;
    assert!(after.body.contains("You are signed out"), "{}", after.body);
    assert_eq!(links(&after), [expected], "no redirect without a click");
}

#[tokio::test]
async fn form_without_a_session_leads_to_the_page() {
    let world = TestService::new().await;
    let token = signed_in(&world).await.get(PAGE).await.csrf("end-session");
    let path = query(&[("client_id", world.app.api_key.as_str()), ("post_logout_redirect_uri", CALLBACK)]);
    assert_eq!(world.browser().post(&path, &[("csrf".to_owned(), token)]).await.location(), path);
}

#[tokio::test]
async fn page_links_only_to_registered_origins_and_uris() {
    let world = TestService::new().await;
    let uris = ["https://radio.example/callback", "http://localhost:5173/callback", "com.example.radio:/callback"];
    let app = registered(&world.service, "Night Radio", &uris).await;
    let mut browser = signed_in(&world).await;
    for (address, is_accepted) in [
        ("https://radio.example/", true),
        ("https://Radio.example/bye?from=app", true),
        ("http://localhost:5173/", true),
        ("com.example.radio:/callback", true),
        ("com.example.radio:/other", false),
        ("com.example.other:/callback", false),
        ("http://radio.example/", false),
        ("https://radio.example.evil.example/", false),
        ("//radio.example/", false),
        ("javascript:alert(1)", false),
        ("https://radio.example/#x", false),
    ] {
        let page = browser.get(&query(&[("client_id", &app.api_key), ("post_logout_redirect_uri", address)])).await;
        assert_eq!(page.status, 200);
        assert_eq!(links(&page), [if is_accepted { address } else { "/v1/account" }], "{address}");
        assert_eq!(page.body.contains("id=\"rule\""), !is_accepted, "{address}");
    }
    let back = ("post_logout_redirect_uri", HOME);
    let long = "s".repeat(2_001);
    for pairs in [
        &[back][..],
        &[back, ("app_name", "Night Radio")],
        &[back, ("client_id", "0x0000000000000000000000000000000000000000")],
        &[back, ("client_id", &app.api_key), ("client_id", &app.api_key)],
        &[back, ("client_id", &app.api_key), ("state", &long)],
    ] {
        let page = browser.get(&query(pairs)).await;
        assert_eq!(links(&page), ["/v1/account"], "{pairs:?}");
        assert!(page.body.contains("id=\"rule\""), "{pairs:?}");
    }
    // The user can sign out all the same.
    let page = browser.get(&query(&[("post_logout_redirect_uri", "https://evil.example/")])).await;
    let next = browser.submit(&page, "end-session", &[]).await.location();
    assert_eq!(next, format!("{PAGE}?"));
    assert!(!is_signed_in(&mut browser).await);
    let after = browser.get(&next).await;
    assert!(after.body.contains("You are signed out"), "{}", after.body);
    assert_eq!(links(&after), ["/v1/sign-in"]);
}

#[tokio::test]
async fn sign_out_ends_browsers_apps_only_if_configured() {
    for (sign_out_apps, path, button) in
        [(false, "/v1/account", "sign-out"), (true, "/v1/account", "sign-out"), (true, PAGE, "end-session")]
    {
        let settings = Settings { sign_out_apps, ..stagepass_test_support::settings() };
        let world = TestService::with(settings).await;
        let mut browser = world.browser();
        let code = browser.approve("demo", &world.request().path()).await;
        let here = Tokens::of(&world.token(&world.exchange_of(&code)).await);
        let elsewhere = world.login().await;
        // The browser is the same after another sign-in.
        let form = browser.get("/v1/sign-in?next=/v1/account&prompt=login").await;
        browser.submit(&form, "sign-in", &[("handle", "demo"), ("password", PASSWORD)]).await.location();
        let page = browser.get(path).await;
        browser.submit(&page, button, &[]).await.location();
        assert_eq!(world.me(&here.access).await.status, if sign_out_apps { 401 } else { 200 });
        assert_eq!(world.refresh(&here.refresh).await.status, if sign_out_apps { 400 } else { 200 });
        assert_eq!(world.refresh(&elsewhere.refresh).await.status, 200, "another browser");
    }
}
