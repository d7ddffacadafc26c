//! Making an account for oneself.

use stagepass_backend::Settings;
use stagepass_test_support::{Browser, PASSWORD, Reply, TestService, Tokens, answer};

const NEW: [(&str, &str); 3] = [("handle", "Ada_L"), ("name", "Ada Lovelace"), ("password", PASSWORD)];

/// The form, in a browser without a session.
async fn form(world: &TestService) -> (Browser, Reply) {
    let mut browser = world.browser();
    let form = browser.get("/v1/sign-up").await;
    form.is_page(200, "sign-up");
    (browser, form)
}

#[tokio::test]
async fn sign_up_continues_to_the_requesting_app() {
    let world = TestService::new().await;
    let mut browser = world.browser();
    let sign_in = browser.sign_in_page(&world.request().path()).await;
    let to_sign_up = stagepass_test_support::html::link(&sign_in.body, "to-sign-up").unwrap();
    let form = browser.get(&to_sign_up).await;
    assert!(form.body.contains("Late Night Radio") && form.body.contains("class=\"popup\""), "{}", form.body);
    let next = browser.submit(&form, "sign-up", &NEW).await.location();
    let consent = browser.get(&next).await;
    assert_eq!(consent.page(), "consent");
    let code = answer(&browser.submit(&consent, "approve", &[]).await.location(), "code").unwrap();
    let tokens = Tokens::of(&world.token(&world.exchange_of(&code)).await);
    let me = world.me(&tokens.access).await.json();
    assert_eq!((&me["handle"], &me["name"], &me["verified"]), (&"Ada_L".into(), &"Ada Lovelace".into(), &false.into()));

    // And may sign in again, in any case of the handle, with white space around it.
    let landed = world.browser().sign_in(" ADA_l ", "/v1/connected-apps").await;
    assert_eq!(landed, "/v1/connected-apps");
    assert!(stagepass_test_support::html::link(&form.body, "to-sign-in").unwrap().starts_with("/v1/sign-in?next="));
}

#[tokio::test]
async fn every_error_is_shown_beside_its_field() {
    let world = TestService::new().await;
    let (mut browser, form) = form(&world).await;
    for (handle, name, password, broken) in [
        ("", "", "", &["handle", "name", "password"][..]),
        ("a b", "Ada", PASSWORD, &["handle"]),
        (".ada", "Ada", "short", &["handle", "password"]),
        ("ada", "A\u{0}da", PASSWORD, &["name"]),
        ("ada", "Ada", "1234567", &["password"]),
        ("DEMO", "Ada", PASSWORD, &["handle"]),
        ("Sup-port", "Ada", PASSWORD, &["handle"]),
    ] {
        let filled = [("handle", handle), ("name", name), ("password", password)];
        let reply = browser.submit(&form, "sign-up", &filled).await;
        assert_eq!((reply.status, reply.page().as_str()), (400, "sign-up"), "{filled:?}");
        for field in ["handle", "name", "password"] {
            let is_broken = broken.contains(&field);
            assert_eq!(reply.body.contains(&format!("id=\"{field}-problem\"")), is_broken, "{field} {filled:?}");
        }
        assert_eq!(reply.body.matches("aria-invalid=\"true\"").count(), broken.len());
        assert_eq!(reply.body.matches("role=\"alert\"").count(), broken.len());
        assert!(password.is_empty() || !reply.body.contains(password), "the password comes back");
        let kept = reply.form("sign-up").fields;
        assert!(name.contains('\0') || kept.contains(&("name".to_owned(), name.trim().to_owned())), "{kept:?}");
        assert!(!browser.cookies.contains_key("stagepass_session"));
    }
    let taken = browser.submit(&form, "sign-up", &[("handle", "DEMO"), NEW[1], NEW[2]]).await;
    assert!(taken.alert().contains("@demo is taken"), "{}", taken.alert());
}

#[tokio::test]
async fn form_of_another_browser_or_none_is_rejected() {
    let world = TestService::new().await;
    let (_, other_page) = form(&world).await;
    let (mut victim, own) = form(&world).await;
    assert_eq!(world.browser().submit(&own, "sign-up", &NEW).await.status, 403, "no cookie");
    assert_eq!(victim.submit(&other_page, "sign-up", &NEW).await.status, 403, "another browser's form");
    let token = victim.get("/v1/sign-in").await.csrf("sign-in");
    assert_eq!(victim.submit(&own, "sign-up", &[NEW[0], NEW[1], NEW[2], ("csrf", &token)]).await.status, 403);
    victim.headers = vec![("sec-fetch-site", "cross-site")];
    assert_eq!(victim.submit(&own, "sign-up", &NEW).await.status, 403);
    victim.headers.clear();
    assert_eq!(victim.submit(&own, "sign-up", &NEW).await.location(), "/v1/account");
}

#[tokio::test]
async fn sign_up_replaces_a_planted_session() {
    let world = TestService::new().await;
    let (mut browser, own) = form(&world).await;
    let (mut planted, _) = world.signed_in("demo", &world.request().path()).await;
    let session = planted.cookies["stagepass_session"].clone();
    browser.cookies.insert("stagepass_session".to_owned(), session.clone());
    browser.submit(&own, "sign-up", &NEW).await.location();
    assert_ne!(browser.cookies["stagepass_session"], session);
    assert_eq!(planted.get("/v1/account").await.location(), "/v1/sign-in");
    assert!(browser.get("/v1/account").await.body.contains("@Ada_L"));
    assert_eq!(browser.get("/v1/sign-up").await.location(), "/v1/account", "somebody is signed in already");
}

#[tokio::test]
async fn address_creates_at_most_ten_accounts_hourly() {
    let world = TestService::new().await;
    for number in 0..10 {
        let (mut browser, form) = form(&world).await;
        let handle = format!("listener{number}");
        let taken = browser.submit(&form, "sign-up", &[("handle", "demo"), NEW[1], NEW[2]]).await;
        assert_eq!(taken.status, 400, "what comes to nothing does not count");
        assert_eq!(browser.submit(&form, "sign-up", &[("handle", &handle), NEW[1], NEW[2]]).await.status, 303);
    }
    let (mut browser, form) = form(&world).await;
    let refused = browser.submit(&form, "sign-up", &NEW).await;
    assert_eq!((refused.status, refused.header("retry-after")), (429, "3600"));
    assert!(refused.alert().contains("60 minutes"), "{}", refused.alert());
    world.clock.advance(3_599);
    let again = browser.get("/v1/sign-up").await;
    assert_eq!(browser.submit(&again, "sign-up", &NEW).await.header("retry-after"), "1");
    world.clock.advance(1);
    assert_eq!(browser.submit(&again, "sign-up", &NEW).await.status, 303);
}

/// After that, free handles get the same response.
#[tokio::test]
async fn address_learns_30_taken_handles_an_hour() {
    let world = TestService::new().await;
    let (mut browser, form) = form(&world).await;
    let taken = [("handle", "demo"), NEW[1], NEW[2]];
    for _ in 0..30 {
        assert_eq!(browser.submit(&form, "sign-up", &taken).await.status, 400);
    }
    // A handle that is free gets the same answer now.
    for filled in [taken, NEW] {
        let refused = browser.submit(&form, "sign-up", &filled).await;
        assert_eq!((refused.status, refused.header("retry-after")), (429, "3600"), "{filled:?}");
        assert!(!refused.body.contains("is taken"), "{}", refused.body);
    }
    world.clock.advance(3_600);
    let again = browser.get("/v1/sign-up").await;
    assert_eq!(browser.submit(&again, "sign-up", &NEW).await.status, 303);
}

#[tokio::test]
async fn one_of_two_concurrent_sign_ups_gets_handle() {
    let world = TestService::new().await;
    let (mut first, one) = form(&world).await;
    let (mut second, other) = form(&world).await;
    let (one, other) = tokio::join!(first.submit(&one, "sign-up", &NEW), second.submit(&other, "sign-up", &NEW));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 400]);
}

#[tokio::test]
async fn closed_sign_up_is_hidden_and_returns_404() {
    let world = TestService::with(Settings { sign_up: false, ..stagepass_test_support::settings() }).await;
    let mut browser = world.browser();
    let sign_in = browser.get("/v1/sign-in").await;
    assert!(!sign_in.body.contains("sign-up"), "{}", sign_in.body);
    for reply in [browser.get("/v1/sign-up").await, browser.post("/v1/sign-up", &[]).await] {
        reply.is_page(404, "error");
        assert!(reply.alert().contains("Ask them"), "{}", reply.alert());
    }
}
