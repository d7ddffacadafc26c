//! Apps on phones, which are called at a scheme of their own: a whole login, and what the service answers where no
//! click has led to.

mod attacks;

use reqwest::header::{LOCATION, REFRESH, SET_COOKIE};
use serde_json::Value;
use stagepass_backend::accounts::RegisteredApp;
use stagepass_test_support::{CALLBACK, Reply, Request, STATE, TestService, Tokens, answer, html, registered};

const OWN: &str = "com.example.radio:/callback";

/// Every form that such an address has: with a path, a host, neither, a query of its own, and what Expo's programs have
/// while one develops.
const OWN_ONES: [&str; 7] = [
    OWN,
    "com.example.radio://callback",
    "com.example.radio:callback",
    "com.example.radio://",
    "com.example.radio:/callback?from=stagepass",
    "exp+radio://expo-development-client/callback?",
    "Com.Example.Radio://Callback",
];

fn request(world: &TestService, app: &RegisteredApp, uri: &str, response_mode: &str) -> Request {
    let request = world.request().with("api_key", &app.api_key).with("redirect_uri", uri);
    request.with("response_mode", response_mode).with("display", "fullScreen")
}

fn exchange(app: &RegisteredApp, address: &str, uri: &str) -> Value {
    stagepass_test_support::exchange(&app.api_key, uri, &answer_at(address, uri, "code").unwrap())
}

/// The response's parameters, wherever they are in the URL, and whatever the app's own query has.
fn answer_at(address: &str, uri: &str, name: &str) -> Option<String> {
    let answer = address.strip_prefix(uri).unwrap_or_else(|| panic!("{address} is not {uri}"));
    let pairs = form_urlencoded::parse(answer.trim_start_matches(['?', '&', '#']).as_bytes());
    pairs.into_owned().find(|(known, _)| known == name).map(|(_, value)| value)
}

fn separator(uri: &str, response_mode: &str) -> &'static str {
    match response_mode {
        "fragment" => "#",
        _ if uri.ends_with('?') => "",
        _ if uri.contains('?') => "&",
        _ => "?",
    }
}

/// The address that the page with an answer leads to: by itself, and by its button.
fn leads_to(page: &Reply) -> String {
    page.is_page(200, "answer");
    assert!(!page.headers.contains_key(LOCATION) && !page.headers.contains_key(REFRESH));
    let (_, refresh) = page.body.split_once("<meta http-equiv=\"refresh\" ").expect("it goes on by itself");
    let refresh = html::attribute(refresh, "content").unwrap();
    let address = html::way_back(&page.body).expect("a button");
    assert_eq!(refresh, format!("0;url={address}"), "both lead to one address");
    address
}

#[tokio::test]
async fn login_completes_with_every_custom_uri_and_mode() {
    let world = TestService::new().await;
    for uri in OWN_ONES {
        let app = registered(&world.service, "Night Radio", &[uri]).await;
        for mode in ["query", "fragment"] {
            let address = world.approve(&request(&world, &app, uri, mode)).await;
            assert!(address.starts_with(&format!("{uri}{}code=", separator(uri, mode))), "{address}");
            assert_eq!(answer_at(&address, uri, "state").unwrap(), STATE, "{address}");
            assert_eq!(answer_at(&address, uri, "iss").unwrap(), world.service.base_url(), "{address}");
            let tokens = world.token(&exchange(&app, &address, uri)).await;
            assert_eq!(tokens.status, 200, "{uri} {mode}: {}", tokens.body);
            assert_eq!(world.me(&Tokens::of(&tokens).access).await.json()["handle"], "demo");
        }
    }
}

/// Without an earlier consent of this user, the error page has a link and goes nowhere by itself.
#[tokio::test]
async fn error_page_continues_automatically_only_after_consent() {
    let world = TestService::new().await;
    for uri in OWN_ONES {
        let app = registered(&world.service, "Night Radio", &[uri, CALLBACK]).await;
        for mode in ["query", "fragment"] {
            let good = request(&world, &app, uri, mode);
            let mut browser = world.browser_with_consent(&good).await;
            for (bad, error) in [
                (good.clone().with("response_type", "token"), "unsupported_response_type"),
                (good.clone().and_again("scope", "read"), "invalid_request"),
            ] {
                let page = browser.get(&bad.path()).await;
                let address = leads_to(&page);
                let stranger = world.browser().get(&bad.path()).await;
                stranger.is_page(400, "error");
                assert_eq!(html::way_back(&stranger.body), Some(address.clone()));
                assert!(!stranger.body.contains("http-equiv"), "it goes nowhere by itself: {}", stranger.body);
                assert!(address.starts_with(&format!("{uri}{}error=", separator(uri, mode))), "{address}");
                assert_eq!(answer_at(&address, uri, "error").unwrap(), error, "{bad:?}");
                assert!(!answer_at(&address, uri, "error_description").unwrap().is_empty());
                assert_eq!(answer_at(&address, uri, "state").unwrap(), STATE);
                assert_eq!(answer_at(&address, uri, "iss").unwrap(), world.service.base_url());
                assert_eq!(answer_at(&address, uri, "code"), None);
                assert!(page.body.contains("Back to <span class=\"name\">Night Radio</span>"), "{}", page.body);

                let at_the_web = browser.get(&bad.with("redirect_uri", CALLBACK).path()).await.location();
                assert_eq!(answer(&at_the_web, "error").unwrap(), error, "a web address is called as ever");
            }
        }
    }
}

#[tokio::test]
async fn error_page_has_no_script_form_or_user() {
    let world = TestService::new().await;
    let bad = world.request().with("redirect_uri", OWN).with("scope", "admin");
    let mut signed_in = world.browser_with_consent(&world.request()).await;
    for browser in [&mut world.browser(), &mut signed_in] {
        let page = browser.get(&bad.path()).await;
        assert!(html::way_back(&page.body).is_some());
        assert_eq!(page.header("access-control-allow-origin"), "");
        assert!(page.header("content-security-policy").contains("form-action 'self';"));
        assert!(!page.body.contains("<script") && !page.body.contains("<form") && !page.body.contains(" onload"));
        assert!(!page.headers.contains_key(SET_COOKIE), "it is nobody's page");
        assert!(!page.body.contains("demo"), "and says nothing of who is signed in");
    }
}
