//! A new password by a link of the operator's.

use stagepass_backend::accounts::support_contact::SupportContact;
use stagepass_backend::token::keys::KeyRing;
use stagepass_backend::{Settings, TokenKeys};
use stagepass_test_support::{PASSWORD, TestService, html};

const KEY: &str = "7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f";
const NEW_PASSWORD: &str = "another horse";
const PAGE: &str = "/v1/reset-password";

async fn world() -> TestService {
    let token_keys = TokenKeys::Given(KeyRing::parse(KEY).unwrap());
    TestService::with(Settings { token_keys, ..stagepass_test_support::settings() }).await
}

async fn code(world: &TestService) -> String {
    world.service.accounts().reset_link("Demo", &KeyRing::parse(KEY).unwrap()).await.unwrap().1
}

#[tokio::test]
async fn link_sets_password_once_and_ends_all_sessions() {
    let world = world().await;
    let tokens = world.login().await;
    let (mut signed_in, _) = world.signed_in("demo", "/v1/account").await;
    let code = code(&world).await;
    let mut browser = world.browser();
    for (password, problem) in [("short", "at least 8"), ("iloveyou", "most common")] {
        let page = browser.get(PAGE).await;
        let refused = browser.submit(&page, "reset-password", &[("code", &code), ("new_password", password)]).await;
        assert_eq!(refused.status, 400);
        assert!(refused.alert().contains(problem), "{}", refused.alert());
        assert!(refused.body.contains(&code), "the code is not to be entered again");
    }
    let page = browser.get(PAGE).await;
    let filled = [("code", code.as_str()), ("new_password", NEW_PASSWORD)];
    let reply = browser.submit(&page, "reset-password", &filled).await;
    assert_eq!(reply.location(), "/v1/sign-in");
    assert_eq!(world.me(&tokens.access).await.status, 401);
    assert_eq!(signed_in.get("/v1/account").await.status, 303);
    assert_eq!(world.browser().try_sign_in("demo", PASSWORD, "/v1/account").await.status, 403);
    assert_eq!(world.browser().try_sign_in("demo", NEW_PASSWORD, "/v1/account").await.status, 303);

    let page = browser.get(PAGE).await;
    let again = browser.submit(&page, "reset-password", &filled).await.with_status(400);
    assert!(again.alert().contains("used, too old or incomplete"), "{}", again.alert());
    assert!(!again.body.contains(&code), "another code is to be entered");
}

#[tokio::test]
async fn link_expires_after_30_minutes_or_password_change() {
    let world = world().await;
    let (old, voided) = (code(&world).await, code(&world).await);
    let mut browser = world.browser();
    world.clock.advance(30 * 60);
    let page = browser.get(PAGE).await;
    let filled = [("code", old.as_str()), ("new_password", NEW_PASSWORD)];
    assert_eq!(browser.submit(&page, "reset-password", &filled).await.status, 400);
    world.service.accounts().set_password("demo", "yet another horse", false).await.unwrap();
    for code in [voided.as_str(), &self::code(&world).await[1..], ""] {
        let page = browser.get(PAGE).await;
        let filled = [("code", code), ("new_password", NEW_PASSWORD)];
        assert_eq!(browser.submit(&page, "reset-password", &filled).await.status, 400, "{code}");
    }
}

#[tokio::test]
async fn forgotten_password_leads_to_the_contact_and_back() {
    let support_contact = Some(SupportContact::parse("help@music.example").unwrap());
    let world = TestService::with(Settings { support_contact, ..stagepass_test_support::settings() }).await;
    let mut browser = world.browser();
    let to_sign_in = browser.get(&world.request().path()).await.location();
    let sign_in = browser.get(&to_sign_in).await;
    let forgotten = browser.get(&html::link(&sign_in.body, "forgotten").unwrap()).await;
    forgotten.is_page(200, "reset-password");
    assert_eq!(html::link(&forgotten.body, "contact").as_deref(), Some("mailto:help@music.example"));
    assert_eq!(html::link(&forgotten.body, "to-sign-in"), Some(to_sign_in), "the login continues");
}
