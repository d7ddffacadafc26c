//! Guessing at passwords is slowed down, in the store: for replicas together, and through restarts.

use stagepass_backend::ServerSettings;
use stagepass_backend::Settings;
use stagepass_test_support::{Browser, PASSWORD, Reply, TestService, TestStorage, person};

/// A service that believes this machine about where its clients are.
fn behind_a_proxy(settings: Settings) -> Settings {
    Settings {
        server: ServerSettings { trusted_proxies: vec!["127.0.0.0/8".parse().unwrap()], ..settings.server.clone() },
        ..settings
    }
}

/// The sign-in page, in a browser somewhere.
async fn at(world: &TestService, address: &'static str) -> (Browser, Reply) {
    let mut browser = world.browser();
    browser.headers = vec![("x-forwarded-for", address)];
    let form = browser.get("/v1/sign-in").await;
    (browser, form)
}

async fn guess(browser: &mut Browser, form: &Reply, handle: &str) -> u16 {
    browser.submit(form, "sign-in", &[("handle", handle), ("password", "wrong password")]).await.status
}

async fn sign_in(browser: &mut Browser, form: &Reply, handle: &str) -> Reply {
    browser.submit(form, "sign-in", &[("handle", handle), ("password", PASSWORD)]).await
}

#[tokio::test]
async fn ten_tries_an_account_and_address() {
    let world = TestService::with(behind_a_proxy(stagepass_test_support::settings())).await;
    let (mut browser, form) = at(&world, "192.0.2.1").await;
    for handle in ["demo", "nobody"] {
        for _ in 0..10 {
            assert_eq!(guess(&mut browser, &form, handle).await, 403);
        }
        let refused = sign_in(&mut browser, &form, &handle.to_uppercase()).await;
        assert_eq!((refused.status, refused.header("retry-after")), (429, "900"), "{handle}: known or not");
        assert!(refused.alert().contains("15 minutes"), "{}", refused.alert());
    }
    let (mut elsewhere, form) = at(&world, "192.0.2.2").await;
    assert_eq!(sign_in(&mut elsewhere, &form, "demo").await.status, 303);
}

/// No other page that takes the password is a way to guess on.
#[tokio::test]
async fn other_forms_count_wrong_passwords_like_sign_ins() {
    for (path, button, field) in [
        ("/v1/account", "change-password", "current_password"),
        ("/v1/account", "delete-account", "password"),
        ("/v1/sign-in?next=/v1/account&prompt=login", "sign-in", "password"),
    ] {
        let world = TestService::new().await;
        let (mut browser, _) = world.signed_in("demo", "/v1/account").await;
        let page = browser.get(path).await;
        let fill = |password| [("handle", "demo"), (field, password), ("new_password", "another horse battery")];
        for _ in 0..10 {
            assert_eq!(browser.submit(&page, button, &fill("a wrong password")).await.status, 403, "{button}");
        }
        let refused = browser.submit(&page, button, &fill(PASSWORD)).await;
        assert_eq!((refused.status, refused.header("retry-after")), (429, "900"), "{button}");
        assert_eq!(browser.get("/v1/account").await.page(), "account", "the session is still valid");
        world.clock.advance(900);
        assert!(matches!(browser.submit(&page, button, &fill(PASSWORD)).await.status, 200 | 303), "{button}");
    }
}

#[tokio::test]
async fn a_hundred_tries_an_address_whatever_the_accounts() {
    let world = TestService::with(behind_a_proxy(stagepass_test_support::settings())).await;
    let (mut browser, form) = at(&world, "192.0.2.1").await;
    for number in 0..100 {
        // Who knows a password does not use the address up, nor buys more tries by it.
        if number % 10 == 0 {
            let (mut other, form) = at(&world, "192.0.2.1").await;
            assert_eq!(sign_in(&mut other, &form, "demo").await.status, 303, "{number}");
        }
        assert_eq!(guess(&mut browser, &form, &format!("nobody{}", number / 10)).await, 403, "{number}");
    }
    assert_eq!(guess(&mut browser, &form, "somebody").await, 429);
    let (mut other, form) = at(&world, "192.0.2.1").await;
    assert_eq!(sign_in(&mut other, &form, "demo").await.status, 429);
    world.clock.advance(900);
    assert_eq!(sign_in(&mut other, &form, "demo").await.status, 303);
}

/// A browser that has signed in before has ten tries of its own, for that account alone.
#[tokio::test]
async fn known_browser_can_sign_in_despite_account_lockout() {
    let world = TestService::with(behind_a_proxy(stagepass_test_support::settings())).await;
    let (mut own, form) = at(&world, "192.0.2.100").await;
    assert_eq!(sign_in(&mut own, &form, "Demo").await.status, 303);
    let account = own.get("/v1/account").await;
    own.submit(&account, "sign-out", &[]).await.location();

    let addresses = "192.0.2.1 192.0.2.2 192.0.2.3 192.0.2.4 192.0.2.5 192.0.2.6 192.0.2.7 192.0.2.8 192.0.2.9 \
                     192.0.2.100";
    for address in addresses.split(' ') {
        let (mut attacker, form) = at(&world, address).await;
        for _ in 0..10 {
            assert_eq!(guess(&mut attacker, &form, "demo").await, 403);
        }
    }
    let (mut new, new_form) = at(&world, "192.0.2.200").await;
    assert_eq!(sign_in(&mut new, &new_form, "demo").await.status, 429, "the account has had its hundred");
    let form = own.get("/v1/sign-in").await;
    assert_eq!(sign_in(&mut own, &form, "demo").await.status, 303, "this browser has not");

    // It has ten of its own, for this account alone.
    let stolen = own.cookies["stagepass_device"].clone();
    new.cookies.insert("stagepass_device".to_owned(), stolen);
    for _ in 0..10 {
        assert_eq!(guess(&mut new, &new_form, "demo").await, 403);
    }
    assert_eq!(sign_in(&mut new, &new_form, "demo").await.status, 429);
    world.service.accounts().add_user(person("other", "Other")).await.unwrap();
    for _ in 0..10 {
        assert_eq!(guess(&mut new, &new_form, "other").await, 403);
    }
    assert_eq!(sign_in(&mut new, &new_form, "other").await.status, 429, "it counts as any browser there");
}

#[tokio::test]
async fn a_restart_forgets_nothing() {
    let place = TestStorage::new();
    let world = TestService::with(place.settings()).await;
    let path = world.request().path();
    for _ in 0..10 {
        assert_eq!(world.browser().try_sign_in("demo", "wrong password", &path).await.status, 403);
    }
    let world = world.restarted(place.settings()).await;
    assert_eq!(world.browser().try_sign_in("demo", PASSWORD, &path).await.status, 429);
    world.clock.advance(900);
    assert_eq!(world.browser().try_sign_in("demo", PASSWORD, &path).await.status, 303);
    world.service.sweep().await;
    assert!(place.rows().iter().all(|row| row.table != "tries" || row.number("since").unwrap() > 1_800_000_000 - 3600));
}

#[tokio::test(flavor = "multi_thread")]
async fn tries_at_once_are_counted_all_the_same() {
    let world = TestService::new().await;
    let mut browser = world.browser();
    let form = browser.get("/v1/sign-in").await;
    let guesses: Vec<_> = (0..30)
        .map(|_| {
            let (mut browser, form) = (browser.clone(), form.clone());
            tokio::spawn(async move { guess(&mut browser, &form, "demo").await })
        })
        .collect();
    let mut statuses = Vec::new();
    for one in guesses {
        statuses.push(one.await.unwrap());
    }
    assert_eq!(statuses.iter().filter(|status| **status == 403).count(), 10, "{statuses:?}");
}
