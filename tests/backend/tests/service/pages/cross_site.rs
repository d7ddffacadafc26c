//! What another site can make a listener's browser send, and what comes of it: nothing.

use stagepass_test_support::{Browser, PASSWORD, Reply, TestService};

const FILLED: [(&str, &str); 2] = [("handle", "demo"), ("password", PASSWORD)];

/// A browser that is signed in, and one form of each kind that was shown in it, each with its button.
pub(crate) async fn shown(world: &TestService) -> (Browser, Vec<(Reply, &'static str)>) {
    let mut browser = world.browser();
    let sign_in = browser.sign_in_page(&world.request().path()).await;
    browser.submit(&sign_in, "sign-in", &FILLED).await.location();
    let consent = browser.get(&world.request().path()).await;
    let account = browser.get("/v1/account").await;
    (browser, vec![(consent, "approve"), (account, "sign-out"), (sign_in, "sign-in")])
}

#[tokio::test]
async fn cross_site_form_with_valid_token_is_rejected() {
    let world = TestService::new().await;
    let (mut browser, forms) = shown(&world).await;
    for (page, button) in &forms {
        for site in ["cross-site", "same-site", "x"] {
            browser.headers = vec![("sec-fetch-site", site)];
            let reply = browser.submit(page, button, &FILLED).await;
            assert_eq!((reply.status, reply.page().as_str()), (403, "error"), "{button} {site}");
            assert!(!reply.headers.contains_key("set-cookie") && !reply.headers.contains_key("location"));
        }
    }
    for (site, (page, button)) in ["same-origin", "none", "same-origin"].into_iter().zip(&forms) {
        browser.headers = vec![("sec-fetch-site", site)];
        assert_eq!(browser.submit(page, button, &FILLED).await.status, 303, "{button}: our own pages send it so");
    }
}

/// Neither a form of another session, nor of another change, nor one without a token is accepted.
#[tokio::test]
async fn form_of_a_session_needs_its_own_token() {
    let world = TestService::new().await;
    world.login().await;
    let [mut browser, mut other] = [shown(&world).await.0, shown(&world).await.0];
    for (path, buttons) in [
        ("/v1/account", &["save-name", "change-password", "sign-out-everywhere", "sign-out"][..]),
        ("/v1/connected-apps", &["remove-1"]),
        ("/v1/oauth/end-session", &["end-session"]),
    ] {
        let (own, other_page) = (browser.get(path).await, other.get(path).await);
        for (at, button) in buttons.iter().enumerate() {
            let another = own.csrf(buttons[(at + 1) % buttons.len()]);
            let another = if buttons.len() > 1 { another } else { "x".to_owned() };
            for csrf in [other_page.csrf(button), another, String::new()] {
                let reply = browser.submit(&own, button, &[("csrf", &csrf)]).await;
                assert_eq!((reply.status, reply.page().as_str()), (403, "error"), "{button}");
            }
            browser.headers = vec![("sec-fetch-site", "cross-site")];
            assert_eq!(browser.submit(&own, button, &[]).await.status, 403, "{button}");
            browser.headers.clear();
        }
        assert_eq!(browser.get("/v1/account").await.page(), "account", "still signed in");
    }
    assert_eq!(browser.get("/v1/sign-out").await.status, 405, "nor does a link or a picture sign out");
    let account = browser.get("/v1/account").await;
    assert_eq!(browser.submit(&account, "sign-out", &[]).await.status, 303);
    let signed_out = browser.submit(&account, "save-name", &[]).await.location();
    assert!(signed_out.starts_with("/v1/sign-in?next="), "{signed_out}");
}

#[tokio::test]
async fn cross_site_navigation_may_start_a_login() {
    let world = TestService::new().await;
    let mut browser = world.browser();
    browser.headers = vec![("sec-fetch-site", "cross-site"), ("origin", "http://localhost:5173")];
    browser.sign_in_page(&world.request().path()).await;
}

#[tokio::test]
async fn second_cookie_of_same_name_invalidates_both() {
    let world = TestService::new().await;
    let (mallory, _) = shown(&world).await;
    let (mut browser, forms) = shown(&world).await;
    let own = browser.cookies["stagepass_session"].clone();
    let planted = mallory.cookies["stagepass_session"].clone();
    for both in [format!("{planted}; stagepass_session={own}"), format!("{own}; stagepass_session={planted}")] {
        browser.cookies.insert("stagepass_session".to_owned(), both);
        assert!(browser.get(&world.request().path()).await.location().starts_with("/v1/sign-in?"));
        let approved = browser.submit(&forms[0].0, "approve", &[]).await.location();
        assert!(approved.starts_with("/v1/sign-in?"), "{approved}");
    }
    browser.cookies.insert("stagepass_session".to_owned(), own);
    assert_eq!(browser.submit(&forms[0].0, "approve", &[]).await.status, 303);

    let other_cookie = mallory.cookies["stagepass_browser"].clone();
    let mut browser = world.browser();
    let page = browser.get("/v1/sign-in").await;
    let own = browser.cookies["stagepass_browser"].clone();
    browser.cookies.insert("stagepass_browser".to_owned(), format!("{other_cookie}; stagepass_browser={own}"));
    assert_eq!(browser.submit(&page, "sign-in", &FILLED).await.status, 403);
}
