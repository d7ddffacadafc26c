//! Texts from outside stay texts.

use stagepass_backend::accounts::NewUser;
use stagepass_test_support::{PASSWORD, TestService, person, registered};

const ATTACK: &str = "\"><img src=x onerror=alert(1)>";

#[tokio::test]
async fn names_of_apps_and_people() {
    let world = TestService::new().await;
    world.service.accounts().add_user(NewUser { name: ATTACK.to_owned(), ..person("mallory", "") }).await.unwrap();
    let app = registered(&world.service, ATTACK, &["http://localhost:5173/callback"]).await;
    let registered = world.request().with("api_key", &app.api_key);
    for request in [registered, world.unregistered_request(ATTACK)] {
        let path = request.path();
        let mut browser = world.browser();
        let sign_in = browser.sign_in_page(&path).await;
        let next =
            browser.submit(&sign_in, "sign-in", &[("handle", "mallory"), ("password", PASSWORD)]).await.location();
        let consent = browser.get(&next).await;
        assert_eq!(consent.page(), "consent");
        for page in [sign_in, consent] {
            assert!(!page.body.contains("<img src=x"), "{}", page.body);
        }
    }
}

#[tokio::test]
async fn markup_in_the_handle_is_escaped() {
    let world = TestService::new().await;
    let page = world.browser().try_sign_in(ATTACK, "wrong password", &world.request().path()).await;
    assert_eq!(page.page(), "sign-in");
    assert!(!page.body.contains("<img src=x"));
    assert!(page.body.contains("value=\"&#34;&#62;&#60;img"), "it is given back as it was typed");
}

#[tokio::test]
async fn parameters_on_error_page_are_escaped() {
    let world = TestService::new().await;
    let uri = "https://app.example/'onload='alert(1)";
    for (name, value) in [("redirect_uri", uri), ("api_key", ATTACK), ("redirect_uri", ATTACK)] {
        let page = world.browser().get(&world.request().with(name, value).path()).await;
        page.is_page(400, "error");
        assert!(!page.body.contains("<img src=x") && !page.body.contains("'onload='"), "{}", page.body);
    }
}

#[tokio::test]
async fn a_state_cannot_break_out_of_the_address() {
    let world = TestService::new().await;
    let state = "a&code=evil#x%0d%0aSet-Cookie: a=b\"><script> é+%2B";
    let address = world.approve(&world.request().with("state", state)).await;
    assert_eq!(stagepass_test_support::answer(&address, "state").unwrap(), state);
    assert_ne!(stagepass_test_support::answer(&address, "code").unwrap(), "evil");
    assert_eq!(address.matches('#').count(), 1);
}
