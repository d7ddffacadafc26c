//! The operator changes the key that signs tokens: no user is signed out, and no refresh counts as a theft.

use stagepass_backend::{Settings, TokenKeys};
use stagepass_test_support::secrets::{self, note};
use stagepass_test_support::{TestService, TestStorage, Tokens, answer};

const OLD: &str = "1111111111111111111111111111111111111111111111111111111111111111";
const NEW: &str = "2222222222222222222222222222222222222222222222222222222222222222";

/// How a service starts at this place with these keys, which are in a file.
fn with_keys(place: &TestStorage, keys: &[&str]) -> Settings {
    let file = place.folder().join("keys");
    for key in keys {
        note("token key", key);
    }
    secrets::write_file(&file, &format!("{}\n", keys.join("\n")));
    Settings { token_keys: TokenKeys::File(file), ..place.settings() }
}

#[tokio::test]
async fn signatures_stay_valid_while_old_key_is_kept() {
    let place = TestStorage::new();
    let world = TestService::with(with_keys(&place, &[OLD])).await;
    let (code, tokens, absent) = (world.code().await, world.login().await, world.login().await);
    let mut browser = world.browser();
    let path = world.request().path();
    browser.sign_in("demo", &path).await;
    let consent = browser.get(&path).await;
    let cookies = browser.cookies.clone();

    let world = world.restarted(with_keys(&place, &[NEW, OLD])).await;
    assert_eq!(world.token(&world.exchange_of(&code)).await.status, 200);
    assert_eq!(world.me(&tokens.access).await.status, 200);
    let next = Tokens::of(&world.refresh(&tokens.refresh).await);
    assert_eq!(world.me(&next.access).await.status, 200);
    let mut browser = world.browser();
    browser.cookies.clone_from(&cookies);
    let address = browser.submit(&consent, "approve", &[]).await.location();
    assert!(answer(&address, "code").is_some(), "a form that was shown before: {address}");

    let world = world.restarted(with_keys(&place, &[NEW])).await;
    assert_eq!(world.me(&tokens.access).await.status, 401, "the old key is gone");
    assert_eq!(world.refresh(&absent.refresh).await.error(), "invalid_grant", "only the old key has signed it");
    let mut browser = world.browser();
    browser.cookies = cookies;
    assert_eq!(browser.get("/v1/account").await.status, 200, "a session has no signature");
    assert_eq!(world.me(&next.access).await.status, 200);
    assert_eq!(world.refresh(&next.refresh).await.status, 200);
}

#[tokio::test]
async fn refresh_repeats_same_token_after_key_change() {
    let place = TestStorage::new();
    let world = TestService::with(with_keys(&place, &[OLD])).await;
    let first = world.login().await;
    let second = Tokens::of(&world.refresh(&first.refresh).await);

    let world = world.restarted(with_keys(&place, &[NEW, OLD])).await;
    world.clock.advance(60);
    let again = Tokens::of(&world.refresh(&first.refresh).await);
    assert_eq!(again.refresh, second.refresh, "signed with the key that signed it first");
    let third = Tokens::of(&world.refresh(&again.refresh).await);
    assert_eq!(world.me(&third.access).await.status, 200);
    assert_eq!(world.refresh(&first.refresh).await.error(), "invalid_grant");
    assert_eq!(world.me(&third.access).await.status, 401, "a replay is one under any key");
}
