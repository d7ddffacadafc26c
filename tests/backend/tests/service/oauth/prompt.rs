//! `prompt`, `max_age`, `login_hint` and `ui_locales` at the authorization endpoint, but for `prompt=none`.

use stagepass_test_support::{Browser, PASSWORD, Reply, Request, TestService, answer, html, person};

async fn signed_in(world: &TestService) -> Browser {
    world.signed_in("demo", "/v1/account").await.0
}

/// Follows the redirect to the sign-in page, signs in, and returns the page after it.
async fn sign_in_again(browser: &mut Browser, request: &Request, handle: &str) -> Reply {
    let next = browser.sign_in(handle, &request.path()).await;
    let rest = next.replace("prompt=consent", "");
    assert!(!rest.contains("prompt") && !next.contains("max_age") && !next.contains("login_hint"), "{next}");
    browser.get(&next).await
}

/// Returns the handle that is filled in on the sign-in page.
async fn suggested(browser: &mut Browser, request: &Request) -> String {
    let form = browser.sign_in_page(&request.path()).await;
    let fields = form.form("sign-in").fields;
    fields.into_iter().find_map(|(name, value)| (name == "handle").then_some(value)).unwrap()
}

#[tokio::test]
async fn prompt_login_asks_for_the_password_once() {
    let world = TestService::new().await;
    let mut browser = signed_in(&world).await;
    let before = browser.cookies.clone();
    for prompt in ["login", "select_account consent login login"] {
        let request = world.request().with("prompt", prompt).with("ui_locales", "fr-CA fr en");
        assert_eq!(suggested(&mut browser, &request).await, "demo");
        let consent = sign_in_again(&mut browser, &request, "demo").await;
        assert_eq!(consent.page(), "consent", "{prompt}");
        let address = browser.submit(&consent, "approve", &[]).await.location();
        assert!(answer(&address, "code").is_some(), "{address}");
    }
    let mut old = world.browser();
    old.cookies = before;
    assert_eq!(old.get("/v1/account").await.status, 303, "the session was replaced");
}

#[tokio::test]
async fn sign_up_fulfils_login() {
    let world = TestService::new().await;
    let request = world.request().with("prompt", "login").with("max_age", "0");
    let mut browser = world.browser();
    let form = browser.sign_in_page(&request.path()).await;
    let sign_up = browser.get(&html::link(&form.body, "to-sign-up").unwrap()).await;
    let fields = [("handle", "newcomer"), ("name", "New Comer"), ("password", PASSWORD)];
    let next = browser.submit(&sign_up, "sign-up", &fields).await.location();
    world.clock.advance(60);
    assert_eq!(browser.get(&next).await.page(), "consent");
}

/// Also if the consent page was opened in time.
#[tokio::test]
async fn exceeded_max_age_asks_for_the_password() {
    let world = TestService::new().await;
    let mut browser = signed_in(&world).await;
    let request = world.request().with("max_age", "60").with("scope", "write");
    world.clock.advance(60);
    let consent = browser.get(&request.path()).await;
    assert_eq!(consent.page(), "consent");
    world.clock.advance(1);
    assert_eq!(suggested(&mut browser, &request).await, "demo");
    let late = browser.submit(&consent, "approve", &[]).await.location();
    assert!(late.starts_with("/v1/sign-in?"), "{late}");
    assert!(answer(&browser.submit(&consent, "deny", &[]).await.location(), "error").is_some());
    let again = sign_in_again(&mut browser, &request, "demo").await;
    assert_eq!(browser.get(&request.path()).await.page(), "consent");
    assert!(answer(&browser.submit(&again, "approve", &[]).await.location(), "code").is_some());
}

/// The page after the sign-in is opened a second later, when no session is new enough.
#[tokio::test]
async fn max_age_of_zero_ends() {
    let world = TestService::new().await;
    let mut browser = signed_in(&world).await;
    world.clock.advance(1);
    let request = world.request().with("max_age", "0");
    let next = browser.sign_in("demo", &request.path()).await;
    world.clock.advance(1);
    let consent = browser.get(&next).await;
    world.clock.advance(1);
    let address = browser.submit(&consent, "approve", &[]).await.location();
    assert!(answer(&address, "code").is_some(), "{address}");
}

#[tokio::test]
async fn changed_password_counts_as_a_sign_in() {
    let world = TestService::new().await;
    let mut browser = signed_in(&world).await;
    world.clock.advance(100);
    let account = browser.get("/v1/account").await;
    let fields = [("current_password", PASSWORD), ("new_password", "another horse battery")];
    let changed = browser.submit(&account, "change-password", &fields).await;
    assert_eq!(changed.status, 303, "{}", changed.body);
    assert_eq!(browser.get(&world.request().with("max_age", "60").path()).await.page(), "consent");
}

#[tokio::test]
async fn select_account_offers_another_account() {
    let world = TestService::new().await;
    let mut browser = signed_in(&world).await;
    let plain = browser.get(&world.request().path()).await;
    assert!(plain.body.contains("Not you?") && !plain.body.contains("Use another account"));
    let request = world.request().with("prompt", "select_account");
    let page = browser.get(&request.path()).await;
    assert!(page.body.contains("Demo Listener") && page.body.contains("Use another account"), "{}", page.body);
    let address = browser.submit(&page, "approve", &[]).await.location();
    assert!(answer(&address, "code").is_some(), "{address}");
}

#[tokio::test]
async fn login_hint_fills_in_only_valid_handles() {
    let world = TestService::new().await;
    for (hint, expected) in [("@Other", "Other"), ("\"><script>alert(1)</script>", "")] {
        let request = world.request().with("login_hint", hint);
        assert_eq!(suggested(&mut world.browser(), &request).await, expected, "{hint}");
    }
    // It chooses no account: the password does.
    world.service.accounts().add_user(person("other", "Other Listener")).await.unwrap();
    let request = world.request().with("login_hint", "third").with("prompt", "login");
    let mut browser = signed_in(&world).await;
    assert_eq!(suggested(&mut browser, &request).await, "third");
    let consent = sign_in_again(&mut browser, &request, "other").await;
    assert!(consent.body.contains("Other Listener"));
    assert_eq!(browser.get(&world.request().with("login_hint", "third").path()).await.page(), "consent");
}

#[tokio::test]
async fn invalid_values_are_reported() {
    let world = TestService::new().await;
    let request = world.request();
    let mut browser = world.browser_with_consent(&request).await;
    for bad in [
        request.clone().with("prompt", "create"),
        request.clone().with("prompt", "none login"),
        request.clone().with("max_age", "-1"),
        request.clone().with("login_hint", "a").and_again("login_hint", "b"),
        request.clone().with("login_hint", "a\r\nb"),
    ] {
        let address = browser.get(&bad.path()).await.location();
        assert_eq!(answer(&address, "error").as_deref(), Some("invalid_request"), "{bad:?}");
    }
    let unregistered = world.unregistered_request("Radio").with("prompt", "create");
    let page = browser.get(&unregistered.path()).await;
    assert_eq!((page.status, page.page().as_str(), html::way_back(&page.body)), (400, "error", None));
}
